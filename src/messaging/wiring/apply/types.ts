import type { Hex } from "viem"

import type { PlugsError } from "../../../primitives/PlugsError.js"
import type { WiringChange } from "../plan/WiringPlan.js"

/**
 * What became of a change.
 *
 * - `done`: it was sent, and the socket has the connection.
 * - `in place`: the connection was there already; nothing was sent now.
 * - `changed`: somebody changed the connection after the plan was made. Nothing was sent; plan again.
 * - `pending`: it was sent, and was not seen mined in time. The next run goes on with it.
 * - `failed`: it was not sent because it would revert or the node refused it, or it was mined and reverted. `error` says why.
 * - `unsent`: the run was interrupted before.
 * - `elsewhere`, `blocked`: as in the plan.
 */
export type AppliedStatus = "done" | "in place" | "changed" | "pending" | "failed" | "unsent" | "elsewhere" | "blocked"

/** A change, and what became of it. */
export type AppliedChange = {
  readonly change: WiringChange
  readonly status: AppliedStatus
  /** Of the transaction that was sent now. */
  readonly hash: Hex | undefined
  readonly error: PlugsError | undefined
}

/** Something that happens while a wiring is applied. */
export type WiringStep =
  /** A transaction of an earlier run was found, and is waited for. */
  | { readonly kind: "resumed"; readonly chain: string; readonly hash: Hex }
  | { readonly kind: "sent"; readonly change: WiringChange; readonly hash: Hex }
  | { readonly kind: "ended"; readonly result: AppliedChange }
