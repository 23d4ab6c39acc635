import type { Address, Hex, TransactionReceipt } from "viem"

/** A transaction that a test has sent through `send`, with the messages that left in it. */
export type Sent = {
  readonly hash: Hex
  readonly receipt: TransactionReceipt
  /** Name of the chain. */
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
}
