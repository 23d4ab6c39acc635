import type { Address, Hex } from "viem"

import type { OrUnknown } from "../tracking/states.js"
import type { RouteState } from "./states.js"
import type { RouteTag, UserOps } from "./userOps.js"

// Names are the API's own, amounts are in a token's smallest unit, addresses are checksummed, and what was left out is `null`.
// What the API adds to them survives.

/** A token on a chain. */
export type Token = {
  readonly chainId: number
  /** The contract, or {@link nativeToken} for the chain's own currency. */
  readonly address: Address
  readonly name: string
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
  /** What the user owns of it. */
  readonly balance: bigint | null
  readonly balanceInUsd: number | null
}

/** Tokens by the id of their chain. */
export type TokensByChain = Readonly<Record<number, readonly Token[]>>

/** A chain that the API knows. */
export type Chain = {
  readonly chainId: number
  readonly name: string
  readonly icon: string | null
  readonly currency: {
    readonly address: Address
    readonly name: string
    readonly symbol: string
    readonly decimals: number
    readonly icon: string | null
    /** What an account should keep to pay for gas. */
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
  /** What `includeProvider` and `excludeProvider` of a quote want. */
  readonly providerId: string
  readonly displayName: string
  readonly logoURI: string | null
}

/** Every provider, by what it does. */
export type Providers = { readonly bridges: readonly Provider[]; readonly dexes: readonly Provider[] }

/** An amount of a token, and what it is worth. */
export type TokenAmount = {
  readonly token: Token
  readonly amount: bigint
  readonly priceInUsd: number | null
  readonly valueInUsd: number | null
}

/** What a route gives. */
export type Output = TokenAmount & {
  /** What arrives at least, or nothing does; `null` where the API leaves it out. */
  readonly minAmountOut: bigint | null
}

/** What must be allowed before a route's transaction is sent. */
export type RouteApproval = {
  readonly spenderAddress: Address
  readonly amount: bigint
  readonly tokenAddress: Address
  readonly userAddress: Address
}

/** A transaction for an EVM chain, ready to be sent from the quote's `userAddress`. */
export type EvmTransaction = {
  readonly chainId: number
  readonly to: Address
  readonly data: Hex
  /** Wei of the chain's own currency. */
  readonly value: bigint
}

/** What a route wants to be sent. `isEvmTxData` tells the one kind that this package knows. */
export type TxData =
  | { readonly kind: "evm_tx"; readonly object: EvmTransaction }
  | { readonly kind: string & {}; readonly object: unknown }

/** Where a deposit route wants the tokens to be transferred. */
export type Deposit = {
  readonly chainId: number
  readonly token: Token | Address
  readonly amount: bigint
  readonly transferType: string | null
  readonly depositAddress: Address
  /** What must go with the transfer, where the chain has such a thing. */
  readonly memo: string | null
}

/** How the API wants to be asked about a route. Its `endpoint` is never asked: only the client's own base URL is. */
export type StatusCheck = {
  readonly endpoint: string | null
  readonly method: string | null
  readonly intervalSec: number | null
  readonly maxDurationSec: number | null
}

/** Name and picture of what a route goes through. */
export type RouteDetails = { readonly name: string | null; readonly logoURI: string | null }

/** One offer of a quote. It has `txData` to be sent, or a `deposit` to be paid. */
export type QuoteRoute = {
  readonly userOp: OrUnknown<UserOps>
  readonly quoteId: string
  /** Seconds since 1970. */
  readonly expiresAt: number
  readonly output: Output
  /** `null`: none is needed. */
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
  /** As the API gives it; its fields are in no public material. */
  readonly gasFee: unknown
}

/** What can be had for what. */
export type Quote = {
  readonly originChainId: number | null
  readonly destinationChainId: number
  readonly userAddress: Address | null
  readonly receiverAddress: Address | null
  readonly input: TokenAmount | null
  readonly routes: readonly QuoteRoute[]
}

/** A refund that has begun, or is done. */
export type Refund = {
  readonly chainId: number | null
  readonly status: string | null
  readonly txHash: Hex | null
  readonly timestamp: number | string | null
}

/** How far a route is. */
export type RouteStatus = {
  readonly quoteId: string
  readonly userOp: OrUnknown<UserOps> | null
  readonly status: OrUnknown<RouteState>
  /** Beside `status`, in the API's other spelling: FULFILLED was seen for COMPLETED. */
  readonly statusCode: string | null
  /** As the API gives it; a boolean was seen. */
  readonly isDestPayloadExecuted: unknown
  readonly origin: {
    readonly chainId: number
    readonly status: OrUnknown<RouteState>
    readonly txHash: Hex | null
    readonly timestamp: number | string | null
    readonly userAddress: Address | null
    readonly input: readonly TokenAmount[]
  }
  readonly destination: {
    readonly chainId: number
    readonly status: OrUnknown<RouteState>
    readonly txHash: Hex | null
    readonly timestamp: number | string | null
    readonly receiverAddress: Address | null
    readonly output: readonly Output[]
  }
  readonly routeDetails: RouteDetails | null
  readonly refund: Refund | null
  /** What the API stored of the quote, when `includeQuoteDetails` asked for it. Its fields are in no public material. */
  readonly quoteDetails: unknown
}
