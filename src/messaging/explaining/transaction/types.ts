import type { Abi, Address, Hex } from "viem"

import type { Clock } from "../../../primitives/clock.js"
import type { SentSearch } from "../../reading/findSentMessage.js"
import type { Journey, ReadableChain } from "../../reading/types.js"
import type { ApiAnswer } from "../types.js"

/** What its sender has written down of a transaction. */
export type RememberedTransaction = {
  readonly account: Address
  readonly nonce?: number | undefined
  /** A block that was mined before the transaction was sent. */
  readonly fromBlock?: bigint | undefined
  /** The block that it was seen in. */
  readonly block?: { readonly number: bigint; readonly hash: Hex } | undefined
  /** The ids of the messages that it was seen to send. */
  readonly messageIds: readonly Hex[]
}

/** A transaction, and the messages that were found in it. */
export type TransactionCase = {
  readonly src: ReadableChain
  /** `undefined` if only the id of the message was given, and no transaction was found that sent it. */
  readonly srcTxHash: Hex | undefined
  readonly messageId: Hex | undefined
  /** How the transaction was looked for, if only the id of the message was given. */
  readonly search: SentSearch | undefined
  readonly journeys: readonly Journey[]
  readonly api: ApiAnswer | undefined
  readonly remembered: RememberedTransaction | undefined
  readonly chainOf: (slug: number) => Promise<ReadableChain | undefined>
  /** The slugs of chains on which a transaction is looked for that its own chain does not know. */
  readonly otherSlugs: readonly number[]
  readonly abis: readonly Abi[]
  readonly clock: Clock
}

/** The same, where its hash is known. */
export type KnownTransactionCase = TransactionCase & { readonly srcTxHash: Hex }
