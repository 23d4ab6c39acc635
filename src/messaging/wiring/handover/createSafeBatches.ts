import type { Address } from "viem"

import type { WiringChange } from "../plan/WiringPlan.js"
import { createSafeBatch, type SafeBatch } from "./createSafeBatch.js"

export type ChainBatch = { readonly chain: string; readonly safe: Address; readonly batch: SafeBatch }

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
  const owned = changes.flatMap((change) => (change.sender === undefined ? [] : [{ change, safe: change.sender }]))
  const groups = Map.groupBy(owned, ({ change, safe }) => `${change.chain} ${safe}`)
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const { safe, change } = first
    const batch = createSafeBatch({
      ...{ chainId: change.chainId, createdAt, safe, name: `Wiring of ${change.chain}` },
      description: group.map((one) => describe(one.change)).join("; "),
      transactions: group.map((one) => ({ to: one.change.plug, value: 0n, data: one.change.data })),
    })
    return [{ chain: change.chain, safe, batch }]
  })
}

/** With the call as its data has it, so that who signs compares the two. */
function describe({ kind, plug, sibling, siblingChain, switchboard, switchboardKind, call }: WiringChange): string {
  const args = call.args.map(({ type, text }) => `${type} ${text}`).join(", ")
  const calls = `${call.signature.slice(0, call.signature.indexOf("("))}(${args})`
  return kind === "connect"
    ? `connect ${plug} to ${sibling} on ${siblingChain} by ${switchboardKind ?? "unknown"} switchboard ${switchboard}: ${calls}`
    : `disconnect ${plug} from ${siblingChain}: ${calls}`
}
