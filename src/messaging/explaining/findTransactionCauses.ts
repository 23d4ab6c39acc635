import type { Abi, Hex } from "viem"

import type { Clock } from "../../primitives/clock.js"
import type { SentSearch } from "../reading/findSentMessage.js"
import type { Journey, ReadableChain } from "../reading/types.js"
import type { ApiAnswer, Findings } from "./types.js"

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
  readonly chainOf: (slug: number) => Promise<ReadableChain | undefined>
  readonly abis: readonly Abi[]
  readonly clock: Clock
}

/** Finds why a transaction sent no message, or not the one that was asked for. */
export function findTransactionCauses(_: TransactionCase): Promise<Findings> {
  return Promise.resolve({ causes: [] })
}
