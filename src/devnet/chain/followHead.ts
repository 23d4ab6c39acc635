import type { NetworkConnection } from "hardhat/types/network"

import { createListeners } from "../../primitives/createListeners.js"

type Provider = NetworkConnection["provider"]

/** Milliseconds after which a subscription is renewed. EDR drops it after five minutes. */
const renewedAfter = 60_000

/**
 * Notifies any number of listeners that a chain has another newest block. EDR announces blocks that are mined, but not those
 * that `evm_revert` takes away, so this watches for that request, whoever makes it.
 *
 * Every request first renews a subscription that is getting old. That is often enough, because no block is mined without a
 * request before it.
 *
 * @returns a function that subscribes a listener, and returns one that unsubscribes it
 */
export async function followHead(
  provider: Provider,
  now: () => number = () => performance.now(),
): Promise<(listener: () => void) => () => void> {
  const heads = createListeners()
  const request = provider.request.bind(provider)
  let madeAt = 0
  let subscription: Promise<unknown> | undefined

  function subscribe(): Promise<unknown> {
    const previous = subscription
    madeAt = now()
    subscription = (async () => {
      const id: unknown = await request({ method: "eth_subscribe", params: ["newHeads"] })
      const oldId = await previous
      if (oldId !== undefined) await request({ method: "eth_unsubscribe", params: [oldId] })
      return id
    })()
    return subscription
  }

  provider.request = async (call) => {
    await (now() - madeAt > renewedAfter ? subscribe() : subscription)
    const answer: unknown = await request(call)
    if (call.method === "evm_revert") heads.notify()
    return answer
  }
  provider.on("notification", () => {
    heads.notify()
  })
  await subscribe()
  return (listener) => heads.subscribe(listener)
}
