import type { Client, Hex, TransactionReceipt } from "viem"

import { getBlock, getTransaction, getTransactionReceipt } from "viem/actions"

import type { GatewayChain, Mined, ReachedChain, TransactionFacts } from "./types.js"

/** A transaction, with its receipt if it is mined. */
export type ReadTransaction = TransactionFacts & { readonly receipt: TransactionReceipt | undefined }

/** Reads a transaction and its receipt. Whatever the node does not answer counts as not known. */
export async function readTransaction(chain: GatewayChain | ReachedChain, txHash: Hex): Promise<ReadTransaction> {
  const [receipt, transaction] = await Promise.all([
    getTransactionReceipt(chain.client, { hash: txHash }).catch(() => undefined),
    getTransaction(chain.client, { hash: txHash }).catch(() => undefined),
  ])
  return {
    txHash,
    chain,
    receipt,
    state: receipt !== undefined ? "mined" : transaction === undefined ? "unknown" : "pending",
    mined: receipt === undefined ? null : await minedIn(chain.client, receipt),
    reverted: receipt?.status === "reverted",
    from: transaction?.from ?? null,
    to: transaction?.to ?? null,
    input: transaction?.input ?? "0x",
    value: transaction?.value ?? 0n,
    gas: transaction?.gas ?? null,
  }
}

async function minedIn(client: Client, { blockNumber, transactionHash }: TransactionReceipt): Promise<Mined> {
  const block = await getBlock(client, { blockNumber }).catch(() => undefined)
  return { blockNumber, transactionHash, timestamp: block?.timestamp ?? null }
}
