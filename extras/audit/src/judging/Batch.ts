import type { AbiFunction, Address, Hex } from "viem"

export type BatchCall = {
  /** Of a call that creates a contract, where it comes to be. */
  readonly to: Address
  /** In wei. */
  readonly value: bigint
  readonly data: Hex
  /** 1 is a delegatecall: the code at `to` acts as the Safe itself. */
  readonly operation: 0 | 1
  /** What the file says beside the data that it calls, where that is not the data. */
  readonly claimed?: string | undefined
  /** The function that the file names, if its selector is that of the data. */
  readonly method?: AbiFunction | undefined
  /** Whether the data is the code of a contract that the call creates. */
  readonly creates?: true | undefined
}

export type SafeTx = {
  readonly safeTxGas: bigint
  readonly baseGas: bigint
  readonly gasPrice: bigint
  readonly gasToken: Address
  readonly refundReceiver: Address
  readonly nonce: bigint
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
  /** The rest of what a Safe signs, where the file is of a transaction that was proposed. */
  readonly safeTx?: SafeTx | undefined
  /** What is odd about the file and changes nothing. */
  readonly notes: readonly string[]
}
