import type { Client, Hex, Transaction } from "viem"

import { getTransaction } from "viem/actions"

import type { SentRecord } from "./SentRecord.js"

/** Reads the nonce of a transaction, and its block once it is mined. Nothing if the node does not say: nobody waits for it. */
export async function readSentPlace(client: Client, hash: Hex): Promise<Pick<SentRecord, "nonce" | "block">> {
  try {
    const transaction: Transaction = await getTransaction(client, { hash })
    const { nonce, blockNumber, blockHash } = transaction
    return blockNumber === null || blockHash === null
      ? { nonce }
      : { nonce, block: { number: Number(blockNumber), hash: blockHash } }
  } catch {
    return {}
  }
}
