import type { Client, Hex, Transaction, TransactionReceipt } from "viem"
import { getBlock, getTransaction, getTransactionReceipt } from "viem/actions"
import { isAddressEqual } from "viem/utils"

import { executionsIn, type SubmittedExecution } from "./executionsIn.js"
import type { OutboundMessage } from "#src/messaging/onchain/events.js"
import { executedWords } from "#src/messaging/reading/execution/readOtherExecution.js"
import type { ReadableChain } from "#src/messaging/reading/Journey.js"
import { explainCallError } from "#src/onchain/callErrors.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

/** A transaction of the destination chain, with what was done in its block before it. */
export type Attempt = {
  readonly transaction: Transaction
  readonly receipt: TransactionReceipt
  readonly block: { readonly number: bigint; readonly timestamp: bigint; readonly baseFeePerGas: bigint | null }
  /** The transactions of the block before it. */
  readonly earlier: readonly Transaction[]
  /** How it executes the message; `undefined` if its data does not tell. */
  readonly own: SubmittedExecution | undefined
  /** The messages that it executes before. */
  readonly others: readonly SubmittedExecution[]
  /** Whether the socket itself is called, with all the gas of the transaction. */
  readonly isDirect: boolean
}

/** Transactions of a block that are done again before one of it. */
export const mostEarlier = 100

/**
 * Reads a transaction that may have executed a message, with what a fork needs to be as the chain was then.
 *
 * @throws {InvalidInputError} the chain does not have the transaction
 * @throws {NodeFailedError} the node did not answer
 */
export async function readAttempt(
  { client, socket, name: chain }: ReadableChain,
  { hash, message }: { readonly hash: Hex; readonly message: OutboundMessage },
): Promise<Attempt> {
  const transaction = await readTransaction(client, { hash, chain })
  try {
    const receipt = await getTransactionReceipt(client, { hash })
    const { transactions, ...block } = await getBlock(client, {
      blockNumber: receipt.blockNumber,
      includeTransactions: true,
    })
    const executions = executionsIn(transaction.input)
    const at = executions.findIndex(({ data }) => data.includes(executedWords(message)))
    const index = transactions.findIndex((one) => one.hash === hash)
    return {
      ...{ transaction, receipt, block, own: executions[at], others: executions.slice(0, Math.max(at, 0)) },
      earlier: transactions.slice(0, Math.max(index, 0)),
      isDirect: transaction.to !== null && isAddressEqual(transaction.to, socket),
    }
  } catch (error) {
    throw explainCallError(error, { address: socket, functionName: "execute", chain })
  }
}

/** @throws {InvalidInputError} the chain does not have the transaction */
export async function readTransaction(
  client: Client,
  { hash, chain }: { readonly hash: Hex; readonly chain: string },
): Promise<Transaction & { readonly blockNumber: bigint }> {
  const found = await getTransaction(client, { hash }).catch((error: unknown) => {
    if ((error as Error).name === "TransactionNotFoundError") return undefined
    throw explainCallError(error, { functionName: "eth_getTransactionByHash", address: hash, chain })
  })
  const blockNumber = found?.blockNumber ?? null
  if (found !== undefined && blockNumber !== null) return { ...found, blockNumber }
  const problem = `${hash} is not mined on ${chain}`
  throw new InvalidInputError({ argument: "hash", problem, fix: "Give a transaction of the destination chain." })
}
