import type { Address, Hex } from "viem"

import type { QuoteType, TokenList, UserOps } from "../../types.js"
import type { OrForeign } from "#src/primitives/foreign.js"

// Parameters have the API's own names.

type Signal = { signal?: AbortSignal | undefined }

/** What to swap for what. */
export type GetQuoteParameters = Signal & {
  /**
   * How the user pays: `"tx"` with a transaction, `"deposit"` with a transfer to a deposit address. Of several, as an array or as text with
   * commas, each route has its own `userOp`. Default: `"tx"`.
   */
  userOps?: UserOps | (string & {}) | readonly UserOps[] | undefined
  /** Default: the API's own, which is `"EXACT_INPUT"`. The others need `outputAmount` in place of `inputAmount`. */
  quoteType?: QuoteType | undefined
  /** Required for `tx` and `deposit`. */
  originChainId?: number | undefined
  destinationChainId: number
  /** {@link nativeToken} is the chain's native currency. */
  inputToken: OrForeign<Address>
  /** {@link nativeToken} is the chain's native currency. */
  outputToken: OrForeign<Address>
  /** In the input token's smallest unit. Required, unless `quoteType` is for an output. */
  inputAmount?: bigint | undefined
  /** In the output token's smallest unit. Required for a `quoteType` that is for an output, and refused for the other. */
  outputAmount?: bigint | undefined
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
  /**
   * What `receiverAddress`, a contract then, is called with once it has the tokens: by
   * `executeData(bytes32 requestHash, uint256[] amounts, address[] tokens, bytes callData)`, which is payable.
   */
  destinationPayload?: Hex | undefined
  /** Gas for that call. */
  destinationGasLimit?: bigint | undefined
  /** Whether to simulate routes of dexes on one chain first, and leave out those that revert. Not for an output. */
  simulatedQuotesRequired?: boolean | undefined
  /** Whether to name providers that have no route, and why. */
  includeQuoteRejections?: boolean | undefined
  /** Passed on. What it does exactly is not documented. */
  refuel?: boolean | undefined
  /** Passed on. What it does exactly is not documented. */
  contractCaller?: Address | undefined
  /** Passed on. What it does exactly is not documented. */
  exchange?: string | undefined
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
