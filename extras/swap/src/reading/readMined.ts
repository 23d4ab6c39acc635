import type { Client, Hex } from "viem"
import { getBlock, getTransactionReceipt } from "viem/actions"

import type { Sending } from "./types.js"

/** Reads a transaction that was mined; `undefined` if the node does not have it. */
export async function readMined(client: Client, hash: Hex): Promise<Extract<Sending, { kind: "mined" }> | undefined> {
  const receipt = await unlessMissing(getTransactionReceipt(client, { hash }), "TransactionReceiptNotFoundError")
  if (receipt === undefined) return undefined
  const { timestamp } = await getBlock(client, { blockNumber: receipt.blockNumber })
  return { kind: "mined", hash, receipt, at: Number(timestamp) }
}

/** A node that does not answer must not pass for one that does not have it. */
export async function unlessMissing<T>(answer: Promise<T>, name: string): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Error && error.name === name) return undefined
    throw error
  }
}
