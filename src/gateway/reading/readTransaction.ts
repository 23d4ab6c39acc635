import type { Client, Hex, Transaction, TransactionReceipt } from "viem"
import { call, getBlock, getTransaction, getTransactionReceipt } from "viem/actions"

import type { Mined } from "../../onchain/logs.js"
import { readRevert } from "../../onchain/readRevert.js"
import type { GatewayChain, ReachedChain, TransactionFacts } from "./types.js"

/** A transaction, with its receipt if it is mined. */
export type ReadTransaction = TransactionFacts & { readonly receipt: TransactionReceipt | undefined }

/** Reads a transaction and its receipt. It is unknown where the node does not answer. */
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
    revertData:
      receipt?.status === "reverted" && transaction !== undefined
        ? await simulateAgain(chain.client, transaction)
        : null,
    from: transaction?.from ?? null,
    to: transaction?.to ?? null,
    input: transaction?.input ?? "0x",
    value: transaction?.value ?? 0n,
    gas: transaction?.gas ?? null,
  }
}

/** Simulates a transaction that reverted. A node that has dropped the old state simulates it on the latest one. */
async function simulateAgain(client: Client, transaction: Transaction): Promise<Hex | null> {
  const { from: account, to, input: data, value, gas, blockNumber } = transaction
  const again = { account, to, data, value, gas }
  const before = blockNumber === null ? undefined : blockNumber - 1n
  for (const at of [{ blockNumber: before }, {}]) {
    try {
      await call(client, { ...again, ...at })
    } catch (error) {
      const revert = readRevert(error, [])
      if (revert !== undefined) return revert.data
    }
  }
  return null
}

async function minedIn(client: Client, { blockNumber, transactionHash }: TransactionReceipt): Promise<Mined> {
  const block = await getBlock(client, { blockNumber }).catch(() => undefined)
  return { blockNumber, transactionHash, timestamp: block?.timestamp ?? null }
}
