import type { Address, Hex } from "viem"

/** A swap that was executed from the project. */
export type SwapRow = {
  readonly quoteId: string
  /** The route's status as the API gives it, or else the state of the execution in the journal. */
  readonly status: string
  readonly account: Address
  readonly originChainId: number
  readonly destinationChainId: number
  readonly inputToken: string
  readonly outputToken: string
  /** In the smallest unit. */
  readonly inputAmount: bigint
  /** The transaction on the origin chain; `null` if none was sent. */
  readonly txHash: Hex | null
  /** When it was last written, in milliseconds since 1970. */
  readonly at: number
}
