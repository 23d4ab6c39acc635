import type { NetworkConnection } from "hardhat/types/network"
import type { Hex } from "viem"

import { createListeners } from "../../primitives/createListeners.js"

type Provider = NetworkConnection["provider"]

/** Milliseconds after which a subscription is renewed. EDR drops it after five minutes. */
const renewedAfter = 60_000

/** What can be listened to. Each call returns a function that unsubscribes the listener. */
export type FollowedHead = {
  /** Calls the listener whenever the chain has another newest block. */
  readonly onHead: (listener: () => void) => () => void
  /**
   * Calls the listener with the id of the snapshot whenever `evm_revert` has set the chain back. The request is answered once the
   * listener has resolved.
   */
  readonly onRevert: (listener: (snapshotId: Hex) => Promise<void>) => () => void
}

/**
 * Notifies any number of listeners that a chain has another newest block. EDR announces blocks that are mined, but not those
 * that `evm_revert` takes away, so this watches for that request, whoever makes it.
 *
 * Every request first renews a subscription that is getting old. That is often enough, because no block is mined without a
 * request before it.
 */
export async function followHead(
  provider: Provider,
  now: () => number = () => performance.now(),
): Promise<FollowedHead> {
  const heads = createListeners()
  const revertListeners = new Set<(snapshotId: Hex) => Promise<void>>()
  const request = provider.request.bind(provider)
  let madeAt = 0
  let subscription: Promise<unknown> | undefined

  function subscribe(): Promise<unknown> {
    const previous = subscription
    madeAt = now()
    subscription = (async () => {
      const id: unknown = await request({ method: "eth_subscribe", params: ["newHeads"] })
      // One that could not be made is not there to be given up.
      const oldId = await previous?.catch(() => undefined)
      if (oldId !== undefined) await request({ method: "eth_unsubscribe", params: [oldId] })
      return id
    })()
    return subscription
  }

  provider.request = async (call) => {
    await (now() - madeAt > renewedAfter ? subscribe() : subscription)
    const answer: unknown = await request(call)
    if (call.method === "evm_revert") {
      heads.notify()
      const [snapshotId = "0x"] = (call.params ?? []) as readonly Hex[]
      if (answer === true) await Promise.all([...revertListeners].map((listener) => listener(snapshotId)))
    }
    return answer
  }
  provider.on("notification", () => {
    heads.notify()
  })
  await subscribe()
  return {
    onHead: (listener) => heads.subscribe(listener),
    onRevert: (listener) => {
      revertListeners.add(listener)
      return () => revertListeners.delete(listener)
    },
  }
}
