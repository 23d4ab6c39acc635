import type { Address, Hex, TransactionReceipt } from "viem"

/**
 * A transaction that a test has sent through `send`, with what left in it: messages, requests of an app gateway, or a route of the swap
 * API. What there is none of is empty.
 */
export type Sent = {
  readonly hash: Hex
  readonly receipt: TransactionReceipt
  /** Name of the chain; `"gateway"` for the gateway chain. */
  readonly chain: string
  /** The contract that was called. */
  readonly contract: Address
  readonly functionName: string
  /** What the messages cost, in wei. */
  readonly fee: bigint
  /** Wei that was attached for the function's own use. */
  readonly value: bigint
  /** All that was attached, in wei. */
  readonly attached: bigint
  readonly messageIds: readonly Hex[]
  /** The numbers of the requests that an app gateway made in it. Only transactions of the gateway chain make any. */
  readonly requestCounts: readonly number[]
  /** What was swapped; `undefined` if `world.swap` has not sent it. */
  readonly route: SentRoute | undefined
}

/** What a swap was to do. */
export type SentRoute = {
  readonly quoteId: string
  /** Names of the chains. */
  readonly from: string
  readonly to: string
}
