import type { Hex } from "viem"

import type { RouteStep } from "../following/routeTracker.js"
import type { QuoteRoute, RouteStatus } from "../types.js"
import type { LeftAllowance } from "#src/onchain/allowances.js"

/**
 * The states of an execution, in order, and which state may follow each. The journal holds the latest state that was reached.
 *
 * From a state before `SENT` an execution may go back to `CHECKED`: to resume is to check the route again.
 * To change how: `advance.ts`, `submitRoute.ts` and `settleSubmission.ts`.
 *
 * @example
 * executionStates.FINISHED.final // "success"
 */
export const executionStates = {
  CHECKED: { step: 0, next: ["APPROVED"], says: "the route does what was requested" },
  APPROVED: { step: 1, next: ["CHECKED", "SIGNED"], says: "the route's contract may spend the input token" },
  SIGNED: {
    step: 2,
    next: ["CHECKED", "SENT", "REPLACED"],
    says: "the transaction is in the journal and is about to be sent",
  },
  SENT: { step: 3, next: ["MINED", "REVERTED", "REPLACED"], says: "the node has accepted the transaction" },
  MINED: { step: 4, next: ["FINISHED"], says: "the transaction succeeded, and the route is in progress" },
  // A reorg can put the transaction into a block where it succeeds.
  REVERTED: { step: 4, final: "failure", next: ["MINED", "REPLACED"], says: "the transaction was mined and reverted" },
  REPLACED: {
    step: 4,
    final: "failure",
    next: [],
    says: "another transaction used its nonce, so it can never be mined",
  },
  FINISHED: { step: 5, final: "success", next: [], says: "the route is final" },
} as const

export type ExecutionState = keyof typeof executionStates

/** Checks whether an execution may go from one state to another. It may always stay where it is, and starts as `CHECKED`. */
export function mayFollow(before: ExecutionState | undefined, after: ExecutionState): boolean {
  if (before === undefined) return after === "CHECKED"
  const next: readonly ExecutionState[] = executionStates[before].next
  return before === after || next.includes(after)
}

/** Checks whether the transaction of an execution in this state was sent. */
export function isSentState(state: ExecutionState): boolean {
  return executionStates[state].step >= executionStates.SENT.step
}

/** Checks whether the transaction of an execution in this state is known to have succeeded. */
export function isMined(state: ExecutionState): boolean {
  return state === "MINED" || state === "FINISHED"
}

export function isOver(state: ExecutionState): boolean {
  return "final" in executionStates[state]
}

/** What a step contains besides its state. */
type StateFacts = {
  CHECKED: { readonly route: QuoteRoute }
  /** The transactions that approved; empty if the allowance was sufficient. */
  APPROVED: { readonly approvals: readonly Hex[] }
  /** The hash is known if the wallet's account signs locally. */
  SIGNED: { readonly nonce: number; readonly hash: Hex | undefined }
  SENT: { readonly hash: Hex }
  MINED: { readonly hash: Hex }
  REVERTED: { readonly hash: Hex }
  /** The transaction that was mined with the same nonce, if it is known. */
  REPLACED: { readonly nonce: number; readonly replacedBy: Hex | undefined }
  FINISHED: { readonly route: RouteStatus }
}

/** An execution reached a state. The journal has the state before the step is reported. */
export type StateStep = {
  [State in ExecutionState]: { readonly state: State; readonly quoteId: string } & StateFacts[State]
}[ExecutionState]

/** The quote had expired, and another one replaced it, under another id. The execution is `CHECKED` again. */
export type RequotedStep = { readonly state: "REQUOTED"; readonly quoteId: string; readonly route: QuoteRoute }

/** Something happened within a state. It is not in the journal. */
export type ExecutionEvent =
  /** The node does not show what the transaction does, only whether it reverts. Its contracts are in the caller's lists. */
  | { readonly state: "NOT_SIMULATED"; readonly quoteId: string }
  /** A transaction that approves was sent. */
  | { readonly state: "APPROVING"; readonly quoteId: string; readonly hash: Hex }
  /** The execution failed, and the spender may still take this much of the account's tokens. `revoke` is the call that ends that. */
  | ({ readonly state: "ALLOWANCE_LEFT"; readonly quoteId: string } & LeftAllowance)
  /** The API reported a change of the route. */
  | { readonly state: "FOLLOWING"; readonly quoteId: string; readonly step: RouteStep }

/** One thing that happened in an execution. */
export type ExecutionStep = StateStep | RequotedStep | ExecutionEvent
