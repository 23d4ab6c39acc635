import type { Address, Hex } from "viem"

import type { WiringChange } from "../plan/WiringPlan.js"
import type { Submission } from "#src/onchain/submission/Submission.js"
import type { PlugsError } from "#src/primitives/PlugsError.js"

/**
 * What became of a change.
 *
 * - `done`: it was sent, and the socket has the connection.
 * - `in place`: the connection was there already; nothing was sent now.
 * - `changed`: the connection changed after the plan was made. Nothing was sent; plan again.
 * - `pending`: it was sent, and was not seen mined in time. The next run resumes it.
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

/** A change of a wiring that was about to be sent, and may have been sent. */
export type WiringEntry = {
  readonly plug: Address
  readonly siblingChainSlug: number
  readonly account: Address
  readonly submission: Submission
}

/**
 * Where the changes of one chain are recorded before they are sent, so that a run after a crash does not send them a second time.
 *
 * `write` is durable once it resolves, and atomic. There is one entry for each plug and sibling chain.
 */
export type WiringJournal = {
  list(): Promise<readonly WiringEntry[]>
  write(entry: WiringEntry): Promise<void>
  remove(entry: Pick<WiringEntry, "plug" | "siblingChainSlug">): Promise<void>
}
