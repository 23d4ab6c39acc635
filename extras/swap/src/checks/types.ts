import type { Address } from "viem"

import type { EvmTransaction, Quote, QuoteRoute, UserOps } from "../types.js"
import type { QuoteQuery } from "../wire/parameters/quoteChecks.js"
import type { GetQuoteParameters } from "../wire/parameters/types.js"
import type { KnownRouters } from "./KnownRouter.js"
import type { ValueLoss } from "./valueLoss.js"
import type { Approval } from "#src/onchain/allowances.js"

/** Targets, spenders and amounts that the caller allows. Each has a default. */
export type RouteLimits = {
  /**
   * The contracts that the transaction may call: those that you trust with every token and every right of the account, because the
   * API decides what the call does. One that a contract of `routers` passes its calls on to can be named in that contract's place.
   * Default: none.
   */
  allowedTargets?: readonly Address[] | undefined
  /** Contracts that may be approved even though the transaction calls another one. Default: those of `allowedTargets`. */
  allowedSpenders?: readonly Address[] | undefined
  /**
   * Wei of the origin chain's native currency that the transaction may attach beyond the amount that is swapped, for a bridge's
   * message fees. Default: 0.01 ETH for a route to another chain, 0 for a route on one chain.
   */
  maxNativeFee?: bigint | undefined
  /**
   * The most that the calldata may pay of the input, in percent, to fee takers that the request does not name. Default: 1.
   */
  maxFee?: number | undefined
  /** Maximum size of the calldata, in bytes. Default: 32,768. */
  maxCalldata?: number | undefined
  /**
   * The most that the route may lose of its value, in percent from 0 to 100, by the dollars and the price impact that the API claims.
   * Where it claims none, nothing is compared. Default: 15.
   */
  acceptLoss?: number | undefined
  /**
   * The least amount of the output token that you accept, whatever the route promises, in its smallest unit. It counts for every quote
   * that replaces the route, too. Default: none.
   */
  minOut?: bigint | undefined
  /**
   * Deposit addresses that you accept. One that has code is refused unless it is here, and one without code unless it is here or is
   * confirmed. `allowedTargets` does not count. Default: none.
   */
  allowedDeposits?: readonly Address[] | undefined
  /**
   * The most of the input token that a route may take, in its smallest unit. Required for a request of an output amount, whose routes say
   * what they take.
   */
  maxInput?: bigint | undefined
  /** Routers of the origin chain whose calldata can be decoded. Default: none. */
  routers?: KnownRouters | undefined
  /**
   * Whether to accept what cannot be decoded of this route's calldata, so that nothing shows before it is signed what it does. It does not
   * count for another route that takes its place and has more of it. Default: false, which refuses it.
   */
  acceptUndecoded?: boolean | undefined
}

/** Limits that were parsed, with all defaults but that of `maxNativeFee`, which depends on the chains of the route, and `maxInput`. */
export type CheckedLimits = Pick<RouteLimits, "maxNativeFee" | "maxInput"> & {
  readonly [Name in Exclude<keyof RouteLimits, "maxNativeFee" | "maxInput">]-?: NonNullable<RouteLimits[Name]>
}

/** An address of a route that needs consent: the contract that it calls, one that it wants approved, or its deposit address. */
export type RouteContract = { readonly kind: "target" | "spender" | "deposit"; readonly address: Address }

/** A route, and what it must agree with. */
export type CheckRouteParameters = RouteLimits & {
  /** As the API returned it. Amounts may be decimal strings, as they are after a round trip through JSON. */
  route: QuoteRoute
  /** The parameters that `getQuote` was called with. */
  request: GetQuoteParameters
  /** The quote that the route belongs to. If given, its chains, user, receiver and input are checked too. */
  quote?: Quote | undefined
  /** Dollars that the API gave as the worth of the input, for a caller that has no quote any more. Default: that of `quote`. */
  inputValueInUsd?: number | null | undefined
  /** The least amount of the output token to accept. Default: the route's own output minus the request's slippage. */
  leastOut?: bigint | undefined
  /** The account that pays, if the route was requested with `userOps: "deposit"`. Default: the request's `refundAddress`. */
  payer?: Address | undefined
  /** Milliseconds since 1970. Default: now. */
  now?: number | undefined
  /**
   * What to do about a target or a spender that is not allowed: refuse the route, or accept it and name them in `unlisted`, for a
   * caller that asks somebody. The two tokens of the swap are always refused as an unlisted target. Default: `"refuse"`.
   */
  unlisted?: "refuse" | "report" | undefined
}

/** The part of a request that a route must have to be executed: of EVM chains, and paid in one way. */
export type EvmRequest = {
  readonly userOps: UserOps
  readonly originChainId: number
  readonly inputToken: Address
  readonly outputToken: Address
  readonly userAddress: Address
  readonly receiverAddress: Address
}

/** A share of the input that goes to an account which is no end of the swap, in the smallest unit of the input token. */
export type RouteFee = { readonly taker: Address; readonly amount: bigint }

/** What was read of the calldata of a route, and what was not. */
export type CheckedCalldata = {
  /** The function that is called, and those that it calls in turn. Empty for a deposit. */
  readonly functions: readonly string[]
  /** The fees that the calldata says. */
  readonly fees: readonly RouteFee[]
  /**
   * The arguments that no description has, by their paths, and what the calldata does not say, so that only the API says it. Always empty
   * unless that is accepted; empty for a deposit.
   */
  readonly undecoded: readonly string[]
}

/** What somebody agrees to with a route: all of its transaction that was read, and what of it was not. */
export type ShownCall = CheckedCalldata & {
  readonly target: Address
  readonly spender?: Address | undefined
  /** Wei that it attaches. */
  readonly value: bigint
  /** What it takes of the input token, where the output was asked for. */
  readonly input?: bigint | undefined
}

/** A route that does what was requested, as far as this can be checked without a chain. */
export type CheckedRoute = CheckedCalldata & {
  readonly route: QuoteRoute
  readonly request: QuoteQuery & EvmRequest & { /** What the route takes. */ readonly inputAmount: bigint }
  /** The route's own transaction, or the transfer that pays for its deposit. */
  readonly transaction: EvmTransaction
  /** The approval that the route needs, if any. */
  readonly approval: Approval | undefined
  /** The least amount of the output token that arrives if the swap succeeds. */
  readonly leastOut: bigint
  /** What the route loses of its value, as the API claims. */
  readonly valueLoss: ValueLoss
  /** The contracts of the route that are not allowed. Always empty unless they were to be reported. */
  readonly unlisted: readonly RouteContract[]
}
