import type { Abi, Account, Address, Client, Hex } from "viem"

import type { Call } from "../callErrors.js"

/** A transaction of an EVM chain. */
export type ChainTransaction = {
  readonly chainId: number
  readonly to: Address
  readonly data: Hex
  /** Wei of the chain's native currency. */
  readonly value: bigint
}

/** A transaction that was about to be sent, and may have been sent. */
export type Submission = {
  readonly transaction: ChainTransaction
  readonly nonce: number
  /** The newest block when this was recorded. The transaction is in a later block, if in any. */
  readonly fromBlock: bigint
  /** Known before sending if the account signs locally, and only afterwards if the node signs. */
  readonly hash?: Hex | undefined
  /** The signed bytes, if the account signs locally. They can be mined once only, however often they are sent. */
  readonly raw?: Hex | undefined
}

/** Who sends a transaction, with which clients. */
export type Sender = {
  readonly account: Account
  readonly publicClient: Client
  readonly walletClient: Client
  /** What the transaction does, as an error calls it. */
  readonly call: Call
  /** ABIs to decode a revert with. */
  readonly errorAbis?: readonly Abi[] | undefined
}
