import type { Address, Hex } from "viem"

export type BatchCall = {
  readonly to: Address
  /** In wei. */
  readonly value: bigint
  readonly data: Hex
  /** 1 is a delegatecall: the code at `to` acts as the Safe itself. */
  readonly operation: 0 | 1
  /** What the file says beside the data that it calls, where that is not the data. */
  readonly claimed?: string | undefined
}

/** A chain as a batch names it. */
export type BatchChain = { readonly slug: number; readonly name: string; readonly chainId: number }

/** Calls of one account on one chain, which all happen or none. */
export type Batch = {
  readonly chain: BatchChain
  readonly from: Address
  readonly calls: readonly BatchCall[]
  /** Where it is written, as the command line names it. */
  readonly file?: string | undefined
  /** What is odd about the file and changes nothing. */
  readonly notes: readonly string[]
}
