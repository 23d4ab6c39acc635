import type { Hex } from "viem"

import { latestTime } from "../../../primitives/clock.js"
import { assertClientsOnChain } from "../../checks/assertClientsOnChain.js"
import { isExpired } from "../../checks/checkRoute.js"
import { advance } from "../advance.js"
import { cancelSubmission } from "./cancelSubmission.js"
import { isAtLeast } from "../executionStates.js"
import { reconcile } from "./reconcile.js"
import { type Recovered, recoverSubmission } from "../../../onchain/submission/recoverSubmission.js"
import type { Execution, JournalEntry, Submission, SubmittedEntry } from "../types.js"

/** What to do about a transaction that an earlier call recorded. */
export type Settled =
  /** It was sent, with this hash. */
  | { readonly kind: "sent"; readonly hash: Hex }
  /** No node has it, and its quote has not expired: the same bytes can be sent. */
  | { readonly kind: "unsent" }
  /** It can never be mined, and its route may be executed by another transaction. */
  | { readonly kind: "anew" }
  /** It can never be mined, and the execution is over. */
  | { readonly kind: "over"; readonly entry: JournalEntry }

/**
 * Finds out what became of a transaction that an earlier call signed or sent, and never leaves one behind that could still be mined. If
 * no node has it and its quote has expired, its nonce is used up first.
 *
 * @throws {SubmissionUnclearError} the node cannot tell
 * @throws {RouteRefusedError} WRONG_CHAIN
 */
export async function settleSubmission(execution: Execution, submission: Submission): Promise<Settled> {
  const { entry, parameters } = execution
  if (entry.state === "REPLACED") return { kind: "over", entry }
  const { transaction } = submission
  // What another chain says about the nonce means nothing.
  await assertClientsOnChain(parameters, { quoteId: entry.route.quoteId, transaction })
  const found = isSent(execution)
    ? await reconcile(execution)
    : await recoverSubmission({ account: execution.account.address, publicClient: parameters.publicClient }, submission)
  if (found.kind === "sent") return found
  if (found.kind === "dead") return await conclude(execution, found)
  if (hasExpired(execution)) return await giveUp(execution, submission, "EXPIRED")
  return isSent(execution) ? { kind: "sent", hash: execution.entry.submission.hash } : found
}

/**
 * Gives up a transaction that no node has: uses up its nonce, so that it can never be mined.
 *
 * @param outcome why
 * @throws {NotSubmittedError} {@link NotMinedError} the nonce is not used up yet
 */
export async function giveUp(execution: Execution, submission: Submission, outcome: string): Promise<Settled> {
  const found = await cancelSubmission(execution, submission)
  return found.kind === "dead" ? await conclude(execution, found, outcome) : found
}

/**
 * A dead transaction ends its execution, also one that was never sent: whoever used its nonce may have done so to cancel it. Only one
 * that was given up here, because its quote expired, leads to a new quote if that was asked for.
 */
async function conclude(
  execution: Execution,
  { replacedBy }: Extract<Recovered, { kind: "dead" }>,
  outcome?: string,
): Promise<Settled> {
  const canGoOn = outcome !== undefined && hasExpired(execution) && execution.parameters.requote === true
  if (canGoOn && !isSent(execution)) return { kind: "anew" }
  const { entry } = await advance(execution, { state: "REPLACED", replacedBy, outcome })
  return { kind: "over", entry }
}

function hasExpired({ entry, parameters }: Execution): boolean {
  return isExpired(entry.route, latestTime(parameters.client.clock))
}

/** Whether the transaction of an execution is known to have been sent. */
export function isSent(execution: Execution): execution is Execution<SubmittedEntry> {
  const { state, submission } = execution.entry
  return submission?.hash !== undefined && isAtLeast(state, "SENT")
}
