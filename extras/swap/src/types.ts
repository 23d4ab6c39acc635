import type { Address, Hex } from "viem"

import type { ChainTransaction } from "#src/onchain/submission/Submission.js"
import type { OrForeign } from "#src/primitives/foreign.js"
import { isRecord } from "#src/primitives/isRecord.js"
import type { RouteState } from "#src/swap/states.js"
import type { OrUnknown } from "#src/tracking/states.js"

// Field names are the API's own. Amounts are in the token's smallest unit, addresses are checksummed, and a field that the API left
// out is `null`. Unknown fields are kept. Addresses and hashes of a chain that is not an EVM chain are kept as they came.

/** A token on a chain. */
export type Token = {
  readonly chainId: number
  /** The contract, or {@link nativeToken} for the chain's native currency. */
  readonly address: OrForeign<Address>
  readonly name: string | null
  readonly symbol: string
  readonly decimals: number
  readonly logoURI: string | null
  readonly icon: string | null
  readonly isShortListed: boolean | null
  readonly isVerified: boolean | null
  readonly tags: readonly string[] | null
  readonly trendingRank: number | null
  /** US dollars. */
  readonly marketCap: number | null
  /** US dollars. */
  readonly totalVolume: number | null
  /** The user's balance. */
  readonly balance: bigint | null
  readonly balanceInUsd: number | null
}

/** Tokens by the id of their chain. */
export type TokensByChain = Readonly<Record<number, readonly Token[]>>

/** A chain that the API supports. */
export type Chain = {
  readonly chainId: number
  readonly name: string | null
  readonly icon: string | null
  readonly currency: {
    readonly address: OrForeign<Address>
    readonly name: string | null
    readonly symbol: string
    readonly decimals: number
    readonly icon: string | null
    /** How much an account should own to pay for gas, in the currency's smallest unit. */
    readonly minNativeCurrencyForGas: bigint | null
  }
  readonly explorers: readonly string[]
  readonly sendingEnabled: boolean
  readonly receivingEnabled: boolean
  readonly isAutoEnabled: boolean
  readonly isManualEnabled: boolean
  readonly isDepositEnabled: boolean
  /** Provider ids. */
  readonly dexes: readonly string[]
  /** Provider ids. */
  readonly bridges: readonly string[]
}

/** A bridge or a dex. */
export type Provider = {
  /** The id for `includeProvider` and `excludeProvider` of a quote. */
  readonly providerId: string
  readonly displayName: string | null
  readonly logoURI: string | null
}

/** Every provider. */
export type Providers = { readonly bridges: readonly Provider[]; readonly dexes: readonly Provider[] }

/** An amount of a token, and its worth. */
export type TokenAmount = {
  readonly token: Token
  readonly amount: bigint
  readonly priceInUsd: number | null
  readonly valueInUsd: number | null
}

/** The output of a route. */
export type Output = TokenAmount & {
  /** The least amount that arrives if the swap succeeds; `null` if the API leaves it out. */
  readonly minAmountOut: bigint | null
}

/** The approval that must be made before a route's transaction is sent. */
export type RouteApproval = {
  readonly spenderAddress: Address
  readonly amount: bigint
  readonly tokenAddress: Address
  readonly userAddress: Address
}

/** A transaction for an EVM chain, ready to be sent from the quote's `userAddress`. */
export type EvmTransaction = ChainTransaction

/** The transaction of a route. `isEvmTxData` recognizes the one kind that this package can send. */
export type TxData =
  | { readonly kind: "evm_tx"; readonly object: EvmTransaction }
  | { readonly kind: string & {}; readonly object: unknown }

/** The transfer that pays for a deposit route. */
export type Deposit = {
  readonly chainId: number
  readonly token: Token | OrForeign<Address>
  readonly amount: bigint
  readonly transferType: string | null
  readonly depositAddress: OrForeign<Address>
  /** The memo that the transfer must have, on chains that have memos. */
  readonly memo: string | null
}

/** How often and how long to poll the status of a route. Its `endpoint` is never requested: only the client's own base URL is. */
export type StatusCheck = {
  readonly endpoint: string | null
  readonly method: string | null
  readonly intervalSec: number | null
  readonly maxDurationSec: number | null
}

/** Name and logo of the provider of a route. */
export type RouteDetails = { readonly name: string | null; readonly logoURI: string | null }

/** One route of a quote. It has either `txData` to send or a `deposit` to pay. */
export type QuoteRoute = {
  readonly userOp: OrUnknown<UserOps>
  readonly quoteId: string
  /** Seconds since 1970. */
  readonly expiresAt: number
  /** What it takes, where the output was asked for and routes differ in it; `null` if the API leaves it out. */
  readonly input: TokenAmount | null
  readonly output: Output
  /** `null` if none is needed. */
  readonly approval: RouteApproval | null
  readonly txData: TxData | null
  readonly deposit: Deposit | null
  readonly statusCheck: StatusCheck | null
  /** Seconds. */
  readonly estimatedTime: number | null
  /** A percentage, such as `"0.5"`. */
  readonly slippage: string | null
  /** A percentage. */
  readonly suggestedSlippage: string | null
  readonly routeTags: readonly OrUnknown<RouteTag>[]
  readonly routeDetails: RouteDetails | null
  /** As the API returns it. Its fields are not documented. */
  readonly gasFee: unknown
}

/** The routes on offer for a swap, and what they are for. */
export type Quote = {
  readonly originChainId: number | null
  readonly destinationChainId: number
  readonly userAddress: OrForeign<Address> | null
  readonly receiverAddress: OrForeign<Address> | null
  readonly input: TokenAmount | null
  readonly quoteType: OrUnknown<QuoteType> | null
  readonly routes: readonly QuoteRoute[]
}

/** A refund that is in progress or done. */
export type Refund = {
  readonly chainId: number | null
  readonly status: string | null
  readonly txHash: OrForeign<Hex> | null
  readonly timestamp: number | string | null
}

/** Whether a node of the destination chain shows that the receiver was paid, or no node was asked. */
export type PayoutSeen = "seen" | "not looked"

/** What a node of the destination chain shows of a payout. */
export type Payout = {
  readonly payout: PayoutSeen
  /** What the receiver was paid there, whatever the API says, if it was seen. The token is that of the route that was sent. */
  readonly paid?: Pick<TokenAmount, "token" | "amount"> | undefined
}

/** The status of a route. */
export type RouteStatus = {
  readonly quoteId: string
  readonly userOp: OrUnknown<UserOps> | null
  readonly status: OrUnknown<RouteState>
  /** The API's other name for `status`: FULFILLED was seen for COMPLETED. */
  readonly statusCode: string | null
  /** Whether the receiver was called with `destinationPayload`. As the API returns it; booleans were seen. */
  readonly isDestPayloadExecuted: unknown
  readonly origin: {
    readonly chainId: number
    readonly status: OrUnknown<RouteState>
    readonly txHash: OrForeign<Hex> | null
    readonly timestamp: number | string | null
    readonly userAddress: OrForeign<Address> | null
    readonly input: readonly TokenAmount[]
  }
  readonly destination: {
    readonly chainId: number
    readonly status: OrUnknown<RouteState>
    readonly txHash: OrForeign<Hex> | null
    readonly timestamp: number | string | null
    readonly receiverAddress: OrForeign<Address> | null
    readonly output: readonly Output[]
  }
  readonly routeDetails: RouteDetails | null
  readonly refund: Refund | null
  /** What the API stored of the quote, if `includeQuoteDetails` was set. Its fields are not documented. */
  readonly quoteDetails: unknown
}

/** The ways to pay for a swap: the values of `userOps` in a quote. */
export const userOps = {
  tx: { says: "a transaction from the user" },
  deposit: { says: "a transfer to a deposit address" },
  "cex-withdraw": { says: "a withdrawal from an exchange" },
} as const

/** A documented way to pay for a swap. */
export type UserOps = keyof typeof userOps

/** What a quote is for: its input, or its output. */
export const quoteTypes = {
  EXACT_INPUT: { says: "the input is given, and the output follows" },
  EXPECTED_OUTPUT: { says: "the output is aimed at, and the input estimated" },
  EXACT_OUTPUT: { says: "the output is guaranteed, and the input follows" },
} as const

/** What a quote begins with: an amount that is given, or one that is to arrive. */
export type QuoteType = keyof typeof quoteTypes

/** Whether a quote is for its output, so that its routes say what it takes. */
export function isForOutput({ quoteType }: { readonly quoteType?: QuoteType | undefined }): boolean {
  return quoteType !== undefined && quoteType !== "EXACT_INPUT"
}

/** The ways to pay that a request names. */
export function waysOf({ userOps: ways }: { readonly userOps: UserOps | readonly UserOps[] }): readonly UserOps[] {
  return typeof ways === "string" ? [ways] : ways
}

/** The lists of tokens that the API keeps. */
export const tokenLists = {
  full: { says: "all tokens that the API knows" },
  trending: { says: "the most traded tokens" },
} as const

export type TokenList = keyof typeof tokenLists

/** The documented tags of a route. A route may have others. */
export const routeTags = {
  SUGGESTED: { says: "suggested" },
  MAX_OUTPUT: { says: "gives the most" },
  FASTEST: { says: "the fastest" },
  MIN_INPUT: { says: "takes the least" },
} as const

/** A documented tag of a route. */
export type RouteTag = keyof typeof routeTags

/**
 * Checks whether the transaction of a route is one for an EVM chain, the only kind that this package can send.
 *
 * @example
 * if (isEvmTxData(route.txData)) console.log(route.txData.object.to)
 */
export function isEvmTxData(txData: TxData | null): txData is Extract<TxData, { kind: "evm_tx" }> {
  return txData?.kind === "evm_tx" && isRecord(txData.object)
}
