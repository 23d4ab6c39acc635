import type { Address, Client, Hex, TransactionReceipt } from "viem"
import { getTransactionReceipt } from "viem/actions"

import { type OutboundMessage, readOutboundMessages } from "../events.js"

/** Reads a receipt; `undefined` if the transaction is not mined. Throws the other errors of viem. */
export async function readReceipt(client: Client, hash: Hex): Promise<TransactionReceipt | undefined> {
  return await getTransactionReceipt(client, { hash }).catch((error: unknown) => {
    if ((error as Error).name === "TransactionReceiptNotFoundError") return undefined
    throw error
  })
}

export type SentMessages = Pick<TransactionReceipt, "status"> & { readonly messages: readonly OutboundMessage[] }

/** Reads the messages of a transaction from its receipt. Throws viem's error if it is not mined. */
export async function readSentMessages(
  { client, socket }: { readonly client: Client; readonly socket: Address },
  hash: Hex,
): Promise<SentMessages> {
  const receipt = await getTransactionReceipt(client, { hash })
  return { status: receipt.status, messages: readOutboundMessages(receipt, { socket }) }
}
