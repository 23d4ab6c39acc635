import type { Abi, Hex } from "viem"

import type { Clock } from "../../primitives/clock.js"
import type { Journey, ReadableChain } from "../reading/types.js"
import type { ApiAnswer, Findings } from "./types.js"

/** A transaction, and the messages that were found in it. */
export type TransactionCase = {
  readonly src: ReadableChain
  readonly srcTxHash: Hex
  readonly messageId: Hex | undefined
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
