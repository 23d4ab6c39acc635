import type { Address, Hex } from "viem"

import type { ReadCall } from "../../onchain/connection/readCall.js"
import type { WiringChange } from "../plan/WiringPlan.js"
import { createSafeBatch, type SafeBatch } from "./createSafeBatch.js"

export type ChainBatch = { readonly chain: string; readonly safe: Address; readonly batch: SafeBatch }

/** A call that another account must send. */
export type HandedCall = {
  /** The connection that it is for. */
  readonly change: WiringChange
  readonly sender: Address | undefined
  readonly to: Address
  readonly data: Hex
  readonly call: ReadCall
  /** What it does, with the call as its data has it, so that who signs compares the two. */
  readonly says: string
}

/**
 * Makes files for the transaction builder of Safe: one for each chain and each owner that must send something there.
 *
 * @param changes those of a plan whose `status` is `elsewhere`
 * @param createdAt milliseconds since 1970
 * @example
 * const elsewhere = plan.changes.filter(({ status }) => status === "elsewhere")
 * for (const { chain, batch } of createSafeBatches(elsewhere, Date.now())) {
 *   await writeFile(`wiring.${chain}.json`, JSON.stringify(batch, null, 2))
 * }
 */
export function createSafeBatches(changes: readonly WiringChange[], createdAt: number): readonly ChainBatch[] {
  return batchCalls(changes.map(toHandedCall), createdAt)
}

/** As {@link createSafeBatches}, of calls that may be those of a timelock. */
export function batchCalls(calls: readonly HandedCall[], createdAt: number): readonly ChainBatch[] {
  const owned = calls.flatMap((one) => (one.sender === undefined ? [] : [{ ...one, safe: one.sender }]))
  const groups = Map.groupBy(owned, ({ change, safe }) => `${change.chain} ${safe}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const { safe, change } = first
    const batch = createSafeBatch({
      ...{ chainId: change.chainId, createdAt, safe, name: `Wiring of ${change.chain}` },
      description: group.map(({ says }) => says).join("; "),
      transactions: group.map(({ to, data }) => ({ to, value: 0n, data })),
    })
    return [{ chain: change.chain, safe, batch }]
  })
}

export function toHandedCall(change: WiringChange): HandedCall {
  const { kind, sender, plug, data, sibling, siblingChain, switchboard, switchboardKind, call } = change
  const args = call.args.map(({ type, text }) => `${type} ${text}`).join(", ")
  const calls = `${call.signature.slice(0, call.signature.indexOf("("))}(${args})`
  const says =
    kind === "connect"
      ? `connect ${plug} to ${sibling} on ${siblingChain} by ${switchboardKind ?? "unknown"} switchboard ${switchboard}: ${calls}`
      : `disconnect ${plug} from ${siblingChain}: ${calls}`
  return { change, sender, to: plug, data, call, says }
}
