import { PlugsError } from "../../primitives/PlugsError.js"

/** Why a route is not carried out, by name. */
export const routeRefusals = {
  MALFORMED: { says: "it is not a route of the API" },
  NOT_A_TRANSACTION: { says: "it is not paid by a transaction" },
  UNKNOWN_KIND: { says: "its transaction is of a kind that is not known" },
  EXPIRED: { says: "its quote has expired" },
  WRONG_CHAIN: { says: "it is for another chain than the one that was asked for" },
  WRONG_USER: { says: "it is for another user" },
  OTHER_RECEIVER: { says: "it pays somebody else" },
  OTHER_INPUT: { says: "it takes something else than what was asked for" },
  OTHER_OUTPUT: { says: "it gives something else than what was asked for" },
  TOO_LITTLE_OUT: { says: "it gives less than was accepted" },
  TARGET_NOT_ALLOWED: { says: "its transaction goes to an address that is not allowed" },
  NO_CONTRACT: { says: "there is no contract where it sends the transaction, or what it wants approved" },
  TOKEN_CALL: { says: "its transaction is a call of a token, not a swap" },
  NO_CALLDATA: { says: "its transaction is a plain payment, not a swap" },
  HUGE_CALLDATA: { says: "its transaction has more data than a swap needs" },
  TOO_MUCH_VALUE: { says: "its transaction carries more of the native currency than the swap can cost" },
  OTHER_APPROVAL_TOKEN: { says: "it wants another token approved than the one that is swapped" },
  OTHER_SPENDER: { says: "it wants somebody approved who is not the contract that swaps" },
  APPROVAL_TOO_HIGH: { says: "it wants more approved than is swapped" },
} as const

/** Name of a reason not to carry out a route. */
export type RouteRefusal = keyof typeof routeRefusals

/** What was asked for and what the route has instead, as facts. */
export type Difference = { readonly asked?: string | undefined; readonly offered?: string | undefined }

const advice: Partial<Record<RouteRefusal, string>> = {
  NOT_A_TRANSACTION:
    "Ask for a quote with userOps tx. A deposit route is paid by a plain transfer to its deposit address.",
  UNKNOWN_KIND: "Choose another route of the quote.",
  EXPIRED: "Get a new quote, or allow one with requote.",
  TARGET_NOT_ALLOWED: "If you trust that contract, name it in allowedTargets.",
  TOO_MUCH_VALUE: "If the route's provider does charge that much for its messages, say so with maxNativeFee.",
  OTHER_SPENDER: "If you trust that contract, name it in allowedSpenders.",
}

/** A route differs from what was asked for, or would do what no swap does. Nothing was signed. `reason` says which. */
export class RouteRefusedError extends PlugsError {
  readonly code = "ROUTE_REFUSED"
  readonly reason: RouteRefusal

  constructor(reason: RouteRefusal, { quoteId, asked, offered }: Difference & { readonly quoteId: string }) {
    super(`The route is refused: ${routeRefusals[reason].says}.`, {
      facts: { reason, quote: quoteId, asked, offered },
      next: advice[reason] ?? "Nothing was signed. Do not use this route, and tell the operator of the API.",
    })
    this.reason = reason
  }
}
