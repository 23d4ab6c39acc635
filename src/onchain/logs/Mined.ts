import type { Hex } from "viem"

/** The newest block when a reading began. */
export type Head = { readonly number: bigint; readonly timestamp: bigint }

/** Where something stands on a chain. */
export type Mined = {
  readonly blockNumber: bigint
  readonly transactionHash: Hex
  /** Seconds since 1970; `null` if the block was not read, or the node does not say. */
  readonly timestamp: bigint | null
}
