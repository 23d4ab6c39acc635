import { argument, either, type ErrorText, text } from "#src/primitives/errorText.js"
import { PlugsError } from "#src/primitives/PlugsError.js"

/**
 * The reasons to refuse a route. To add one: the check beside it.
 *
 * @example
 * routeRefusals.OTHER_RECEIVER.says // "it pays another receiver than requested"
 */
export const routeRefusals = {
  MALFORMED: { says: "it is not a valid route of the API" },
  NOT_A_TRANSACTION: { says: "it is not paid by a transaction" },
  NOT_A_DEPOSIT: { says: "it is not paid by a deposit" },
  NEEDS_MEMO: { says: "its deposit needs a memo, which a transfer on this chain cannot have" },
  NOT_A_DEPOSIT_ADDRESS: {
    says: "its deposit address is a placeholder such as zero, a token of the swap or the account itself",
  },
  DEPOSIT_NOT_ALLOWED: { says: "its deposit address was not confirmed and is in no list" },
  DEPOSIT_IS_CONTRACT: { says: "its deposit address has code, and is in no list of deposit addresses" },
  DEPOSIT_FALLS_SHORT: { says: "its simulation pays the deposit address less than the route asks for" },
  UNKNOWN_KIND: { says: "its transaction is of an unknown kind" },
  FOREIGN_CHAIN: { says: "it begins or ends on a chain that is not an EVM chain, where nothing can be checked" },
  EXPIRED: { says: "its quote has expired" },
  NOT_CONFIRMED: { says: "an earlier run is recorded to have signed it, and it was not confirmed again" },
  WRONG_CHAIN: { says: "it is for another chain than requested" },
  WRONG_USER: { says: "it is for another user" },
  OTHER_RECEIVER: { says: "it pays another receiver than requested" },
  OTHER_INPUT: { says: "its input is not what was requested" },
  OTHER_OUTPUT: { says: "its output is not what was requested" },
  TOO_LITTLE_OUT: { says: "it gives less than was accepted" },
  BELOW_MIN_OUT: { says: "it may give less than your own minimum" },
  ABOVE_MAX_INPUT: { says: "it takes more of the input token than your own maximum" },
  LOSES_TOO_MUCH: { says: "it loses more of its value, by the API's own numbers, than is accepted" },
  TARGET_NOT_ALLOWED: { says: "its transaction goes to an address that is not allowed" },
  TARGET_CHANGED: { says: "it calls or approves another contract than the route that was agreed to" },
  NO_CONTRACT: { says: "there is no contract at an address that it calls or wants approved" },
  TOKEN_CALL: { says: "its transaction transfers or approves tokens instead of swapping" },
  NO_CALLDATA: { says: "its transaction is a plain payment, not a swap" },
  HUGE_CALLDATA: { says: "its transaction has more calldata than a swap needs" },
  NOT_DECODED: {
    says: "its calldata is not decoded, so only the API says what it pays, and you have not accepted that",
  },
  CALLDATA_MALFORMED: { says: "its calldata does not fit its router" },
  CALLDATA_OTHER_RECEIVER: { says: "its calldata pays another receiver than requested" },
  CALLDATA_OTHER_OUTPUT: { says: "its calldata pays another token than requested" },
  CALLDATA_OTHER_CHAIN: { says: "its calldata pays on another chain than requested" },
  CALLDATA_LESS_OUT: { says: "its calldata accepts less than the route promises" },
  CALLDATA_OTHER_INPUT: { says: "its calldata swaps another token or amount than requested" },
  CALLDATA_OTHER_REFUND: {
    says: "its calldata names another account for refunds, or as its user, than the user's own",
  },
  CALLDATA_OTHER_PAYLOAD: { says: "its calldata has the receiver called with something else than requested" },
  CALLDATA_LATE: { says: "its calldata can be used more than a day after its quote has expired" },
  FEE_TOO_HIGH: { says: "its calldata pays a higher fee out of the input than was asked for or is accepted" },
  CALL_CHANGED: { says: "it does something that was not shown when the swap was agreed to" },
  TOO_MUCH_VALUE: { says: "its transaction attaches more native currency than the swap can cost" },
  TAKES_MORE_INPUT: { says: "its simulation takes more of the input token than requested" },
  TAKES_OTHER_TOKEN: { says: "its simulation takes a token from the account that is not swapped" },
  TAKES_MORE_NATIVE: { says: "its simulation takes more native currency than the swap can cost" },
  GIVES_TOO_LITTLE: { says: "its simulation gives the receiver less than was accepted" },
  SHARE_TO_STRANGER: { says: "its simulation leaves a share of the input with an account that nothing names" },
  GRANTS_RIGHTS: { says: "its simulation lets another account take tokens of the account" },
  CHANGES_CONTROL: { says: "its simulation changes who controls a contract" },
  NOT_SIMULATED: { says: "the node does not show its effects, and one of its contracts is in no list" },
  OTHER_APPROVAL_TOKEN: { says: "it wants an approval of a token that is not swapped" },
  OTHER_SPENDER: { says: "it wants an approval for a spender that is not allowed" },
  APPROVAL_TOO_HIGH: { says: "it wants an approval for more than is swapped" },
} as const

export type RouteRefusal = keyof typeof routeRefusals

/** What was requested, and what the route has instead. */
export type Difference = { readonly requested?: string | undefined; readonly offered?: string | undefined }

export type Refuse = (reason: RouteRefusal, difference?: Difference) => never

const raiseNativeFee = text`If the route's provider does charge that much for its messages, ${either("raise maxNativeFee", "send it from a script with a higher maxNativeFee")}.`

const advice: Partial<Record<RouteRefusal, ErrorText>> = {
  NOT_A_TRANSACTION: text`Get a quote with ${argument("userOps")} tx, or pay the deposit of this one with npx hardhat swap pay.`,
  NOT_A_DEPOSIT: text`Choose another route of the quote, or get a quote with ${argument("userOps")} tx.`,
  NEEDS_MEMO: "Choose another route of the quote.",
  DEPOSIT_NOT_ALLOWED: text`Compare the address with the one that was shown when the deposit was opened. Confirm it at a terminal, or name it in ${argument("allowedDeposits")}.`,
  DEPOSIT_IS_CONTRACT: text`Nothing was sent. A deposit address is hardly ever a contract. If you know this one, list it: in plugs.swap.chains.<chain>.allowedDeposits, or with ${argument("allowedDeposits")}.`,
  DEPOSIT_FALLS_SHORT: "Nothing was sent. The token takes a part of each transfer, so the deposit would be sent back.",
  UNKNOWN_KIND: "Choose another route of the quote.",
  FOREIGN_CHAIN:
    "Nothing was signed. This package quotes such a swap and does not execute it: execute it with the tools of that chain.",
  EXPIRED: text`Get a new quote, or allow a replacement with ${argument("requote")}.`,
  BELOW_MIN_OUT: text`Nothing was signed. Get a new quote later, or lower ${argument("minOut")}.`,
  ABOVE_MAX_INPUT: "Nothing was signed. Get a new quote later, or raise maxInput.",
  NOT_DECODED: text`Nothing was signed. Describe the router in plugs.swap.routers, or accept its calldata as it is with ${argument("acceptUndecoded")}.`,
  CALLDATA_MALFORMED:
    "Nothing was signed. Compare the description in plugs.swap.routers with the ABI of the contract. If it is right, do not use this route, and report it to the operator of the API.",
  LOSES_TOO_MUCH: text`Nothing was signed. Swap a smaller amount or another token. If you accept such a loss, say how much in percent with ${argument("acceptLoss")}.`,
  TARGET_NOT_ALLOWED: text`If you trust that contract with everything the account owns, allow it: in plugs.swap.chains.<chain>.allowedTargets, or with ${argument("allowedTargets")}.`,
  NOT_CONFIRMED: "Nothing was sent. Confirm it, or remove its file from the journal if you never began it.",
  FEE_TOO_HIGH: text`Nothing was signed. If you accept that fee, ${either("raise maxFee", "send it from a script with a higher maxFee")}.`,
  CALL_CHANGED: "Nothing was sent. Get a new quote, and look at what it does before you agree to it.",
  SHARE_TO_STRANGER:
    "Nothing was signed. If you know that the account is the provider's, name it in keepers of the router in plugs.swap.routers.",
  TARGET_CHANGED: "Nothing was sent. Get a new quote, and look at the contracts that it names before you agree to it.",
  TOO_MUCH_VALUE: raiseNativeFee,
  TAKES_MORE_NATIVE: raiseNativeFee,
  NOT_SIMULATED: "Use a node that has eth_simulateV1 or debug_traceCall, or add the contract to an allow-list.",
  OTHER_SPENDER: text`If you trust that contract, allow it: in plugs.swap.chains.<chain>.allowedSpenders, or with ${argument("allowedSpenders")}.`,
}

export function refusing(quoteId: string): Refuse {
  return (reason, difference) => {
    throw new RouteRefusedError(reason, { quoteId, ...difference })
  }
}

/** A route does not do what was requested, or does something that no swap does. Nothing was signed. `reason` names why. */
export class RouteRefusedError extends PlugsError {
  readonly code = "ROUTE_REFUSED"
  readonly reason: RouteRefusal

  constructor(reason: RouteRefusal, { quoteId, requested, offered }: Difference & { readonly quoteId: string }) {
    super(`The route is refused: ${routeRefusals[reason].says}.`, {
      facts: { reason, quote: quoteId, asked: requested, offered },
      next: advice[reason] ?? "Nothing was signed. Do not use this route, and report it to the operator of the API.",
    })
    this.reason = reason
  }
}
