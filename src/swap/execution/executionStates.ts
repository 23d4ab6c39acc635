import type { Hex } from "viem"

import type { QuoteRoute, RouteStatus } from "../types.js"
import type { RouteStep } from "../following/routeTracker.js"

/** How far the execution of a route is, in its order. What a journal has after a crash is the latest of these. */
export const executionStates = {
  CHECKED: { step: 0, says: "the route does what was asked for" },
  APPROVED: { step: 1, says: "the route's contract may take what is swapped" },
  SIGNED: { step: 2, says: "the transaction is written down, and is about to be sent" },
  SENT: { step: 3, says: "the node has the transaction" },
  MINED: { step: 4, says: "the transaction succeeded, and the route is on its way" },
  REVERTED: { step: 4, final: "failure", says: "the transaction was mined and reverted" },
  FINISHED: { step: 5, final: "success", says: "the route is final" },
} as const

/** A state of an execution. */
export type ExecutionState = keyof typeof executionStates

/** One thing that happened in an execution. What is a state is in the journal by the time it is told. */
export type ExecutionStep =
  | { readonly state: "CHECKED"; readonly quoteId: string; readonly route: QuoteRoute }
  /** The quote had expired, and another one took its place, under another id. */
  | { readonly state: "REQUOTED"; readonly quoteId: string; readonly route: QuoteRoute }
  /** A transaction that approves was submitted. */
  | { readonly state: "APPROVING"; readonly quoteId: string; readonly hash: Hex }
  | { readonly state: "APPROVED"; readonly quoteId: string; readonly approvals: readonly Hex[] }
  /** The hash is known when the wallet's account signs by itself. */
  | { readonly state: "SIGNED"; readonly quoteId: string; readonly nonce: number; readonly hash: Hex | undefined }
  | { readonly state: "SENT" | "MINED" | "REVERTED"; readonly quoteId: string; readonly hash: Hex }
  /** The API told of a change. */
  | { readonly state: "FOLLOWING"; readonly quoteId: string; readonly step: RouteStep }
  | { readonly state: "FINISHED"; readonly quoteId: string; readonly route: RouteStatus }
