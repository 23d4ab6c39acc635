import type { Address } from "viem"

import type { ExecutionState } from "../executionStates.js"
import type { JournalEntry } from "../types.js"

/** The states in which the transaction of an execution needs its allowance no more, or not yet again. */
const idle: readonly ExecutionState[] = ["CHECKED", "APPROVED", "REVERTED", "REPLACED", "FINISHED"]

/** Returns the approval that an execution has made and does not need at the moment, if there is one. */
export function idleApproval({
  approvals,
  state,
  route: { approval },
}: JournalEntry): { readonly token: Address; readonly spender: Address } | undefined {
  if (approval === null || approvals.length === 0 || !idle.includes(state)) return undefined
  return { token: approval.tokenAddress, spender: approval.spenderAddress }
}
