import type { NetworkConnection } from "hardhat/types/network"
import type { Hash, Hex } from "viem"

import { createListeners } from "#src/primitives/lifetime/createListeners.js"

type Provider = NetworkConnection["provider"]

/** Milliseconds after which a subscription is renewed. EDR drops it after five minutes. */
const renewAfterMs = 60_000

export type AnnouncedBlock = {
  readonly number: Hex
  readonly hash: Hash
  readonly parentHash: Hash
  readonly timestamp: Hex
}

/** What can be listened to. Each call returns a function that unsubscribes the listener. */
export type FollowedHead = {
  readonly onHead: (listener: () => void) => () => void
  /** Calls the listener when `evm_revert` has set the chain back. The request is answered once the listener has resolved. */
  readonly onRevert: (listener: (snapshotId: Hex) => Promise<void>) => () => void
  /** The block that was announced last, unless the chain was set back since. It may have been replaced, and a newer one may be on its way. */
  readonly announced: () => AnnouncedBlock | undefined
  /** How often `evm_revert` has set the chain back. */
  readonly setBacks: () => number
}

/**
 * Notifies any number of listeners that a chain has another newest block. EDR announces blocks that are mined, but not those
 * that `evm_revert` takes away, so this watches for that request from any caller.
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
  let announced: AnnouncedBlock | undefined
  let setBacks = 0
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
    await (now() - madeAt > renewAfterMs ? subscribe() : subscription)
    const answer: unknown = await request(call)
    if (call.method === "evm_revert") {
      setBacks += 1
      announced = undefined
      heads.notify()
      const [snapshotId = "0x"] = (call.params ?? []) as readonly Hex[]
      if (answer === true) await Promise.all([...revertListeners].map((listener) => listener(snapshotId)))
    }
    return answer
  }
  provider.on("notification", (notification: unknown) => {
    announced = blockIn(notification) ?? announced
    heads.notify()
  })
  await subscribe()
  return {
    onHead: (listener) => heads.subscribe(listener),
    onRevert: (listener) => {
      revertListeners.add(listener)
      return () => revertListeners.delete(listener)
    },
    announced: () => announced,
    setBacks: () => setBacks,
  }
}

/** Returns the block of a notification. Users of the chain can subscribe to other things too. */
function blockIn(notification: unknown): AnnouncedBlock | undefined {
  const { result } = (notification ?? {}) as { readonly result?: Partial<AnnouncedBlock> | string | null }
  return typeof result === "object" && result?.parentHash !== undefined ? (result as AnnouncedBlock) : undefined
}
