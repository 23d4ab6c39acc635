import type { NetworkConnection } from "hardhat/types/network"

type Provider = NetworkConnection["provider"]

/** EDR forgets a subscription five minutes after it was made. Milliseconds. */
const renewedAfter = 60_000

/**
 * Tells any number of listeners that a chain's newest block is another one. EDR announces blocks that are mined, but not
 * that `evm_revert` took some away: that is heard here, whoever asks for it.
 *
 * Nothing is mined without a request before it, if only of whoever read the block before. So every request first sees to it that
 * the subscription is a fresh one.
 */
export async function followHead(
  provider: Provider,
  now: () => number = () => performance.now(),
): Promise<(listener: () => void) => () => void> {
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of [...listeners]) listener()
  }
  const request = provider.request.bind(provider)
  let madeAt = 0
  let subscription: Promise<unknown> | undefined

  function subscribe(): Promise<unknown> {
    const before = subscription
    madeAt = now()
    subscription = (async () => {
      const id: unknown = await request({ method: "eth_subscribe", params: ["newHeads"] })
      const old = await before
      if (old !== undefined) await request({ method: "eth_unsubscribe", params: [old] })
      return id
    })()
    return subscription
  }

  provider.request = async (call) => {
    await (now() - madeAt > renewedAfter ? subscribe() : subscription)
    const answer: unknown = await request(call)
    if (call.method === "evm_revert") tell()
    return answer
  }
  provider.on("notification", tell)
  await subscribe()
  return (listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
}
