import type { Address, Hex } from "viem"

import type { TokenList, UserOps } from "../../types.js"
import type { OrForeign } from "#src/primitives/foreign.js"

// Parameters have the API's own names.

type Signal = { signal?: AbortSignal | undefined }

/** What to swap for what. */
export type GetQuoteParameters = Signal & {
  /** How the user pays: `"tx"` with a transaction, `"deposit"` with a transfer to a deposit address. */
  userOps: UserOps
  /** Required for `tx` and `deposit`. */
  originChainId?: number | undefined
  destinationChainId: number
  /** {@link nativeToken} is the chain's native currency. */
  inputToken: OrForeign<Address>
  /** {@link nativeToken} is the chain's native currency. */
  outputToken: OrForeign<Address>
  /** In the input token's smallest unit. */
  inputAmount: bigint
  /** The account that sends the transaction. Required for `tx`. */
  userAddress?: OrForeign<Address> | undefined
  /**
   * The account that receives the output. On a chain that is not an EVM chain it is text, as is `outputToken`. Such a swap can be
   * quoted, and not executed: nothing here can check where it pays.
   */
  receiverAddress: OrForeign<Address>
  /** The account that receives a refund. Required for `deposit`, and refused for `tx`. */
  refundAddress?: OrForeign<Address> | undefined
  /** A percentage as a decimal string, from 0 to 50: `"0.5"` is half a percent. */
  slippage?: string | undefined
  /** Ids of the only providers to use, as an array or as text with commas. */
  includeProvider?: string | readonly string[] | undefined
  /** Ids of providers not to use, as an array or as text with commas. */
  excludeProvider?: string | readonly string[] | undefined
  /** A fee in hundredths of a percent. Requires `feeTakerAddress`. */
  feeBps?: number | undefined
  /** The account that receives the fee. Requires `feeBps`. */
  feeTakerAddress?: Address | undefined
}

/** Which route to get the status of: by `quoteId` or by `srcTxHash`, not both. */
export type GetStatusParameters = Signal & {
  quoteId?: string | undefined
  /** The transaction on the origin chain. It does not find a deposit route. */
  srcTxHash?: Hex | undefined
  /** Whether to include what the API stored of the quote, as `quoteDetails`. */
  includeQuoteDetails?: boolean | undefined
}

/** Which tokens to search for. */
export type SearchTokensParameters = Signal & {
  /** A token's address, or part of its name or symbol. */
  q: string
  /** The account whose balances to include. */
  userAddress?: Address | undefined
  /** The API's other name for `userAddress`. */
  address?: Address | undefined
}

/** Which tokens to list. */
export type ListTokensParameters = Signal & {
  /** The account whose balances to include. */
  userAddress?: Address | undefined
  /** Chain ids, as an array or as text with commas. Default: all chains. */
  chainIds?: string | readonly number[] | undefined
  /** Default: the API's own, which is `"trending"`. */
  list?: TokenList | undefined
}

/** Which providers to list. */
export type GetProvidersParameters = Signal & {
  /** Whether to list providers that take deposits only. Default: the API's own, which is true. */
  includeDepositRoutes?: boolean | undefined
}
