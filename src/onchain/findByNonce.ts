import type { Address, Client, Transaction } from "viem"
import { getBlock, getBlockNumber, getTransactionCount } from "viem/actions"

export type FindByNonceParameters = {
  readonly account: Address
  readonly nonce: number
  /** A block that was mined before the transaction was sent. The search starts there. */
  readonly fromBlock: bigint
}

/** Whether a nonce is used, and by which transaction. */
export type NonceUse =
  /** No transaction of the account uses it. */
  | { readonly kind: "free" }
  /** A pending transaction uses it. `undefined` if the node does not show which. */
  | { readonly kind: "pending"; readonly transaction: Transaction | undefined }
  | { readonly kind: "mined"; readonly transaction: Transaction }

/**
 * Finds the transaction of an account that uses a nonce. It finds a transaction whose hash is unknown because the process that sent
 * it died too early. The block is found by binary search over the account's transaction counts, so the node must keep the state of
 * all blocks since `fromBlock`.
 *
 * @throws the errors of viem, if the node cannot answer
 */
export async function findByNonce(client: Client, parameters: FindByNonceParameters): Promise<NonceUse> {
  const { account: address, nonce, fromBlock } = parameters
  const countAt = async (blockNumber: bigint): Promise<number> =>
    await getTransactionCount(client, { address, blockNumber })
  let newest = await getBlockNumber(client, { cacheTime: 0 })
  if ((await countAt(newest)) <= nonce) {
    const pending = await getTransactionCount(client, { address, blockTag: "pending" })
    if (pending <= nonce) return { kind: "free" }
    const transaction = await findIn(client, "pending", parameters)
    if (transaction !== undefined) return { kind: "pending", transaction }
    // It can have been mined since, and then it is in no pending block.
    newest = await getBlockNumber(client, { cacheTime: 0 })
    if ((await countAt(newest)) <= nonce) return { kind: "pending", transaction }
  }
  // Invariant: the count is above the nonce at `last`, and not above it before `first`.
  let first = fromBlock
  let last = newest
  while (first < last) {
    const middle = (first + last) / 2n
    if ((await countAt(middle)) > nonce) last = middle
    else first = middle + 1n
  }
  const transaction = await findIn(client, last, parameters)
  if (transaction !== undefined) return { kind: "mined", transaction }
  throw new Error(`The node counts a transaction with nonce ${nonce} in block ${last}, but does not show it.`)
}

async function findIn(
  client: Client,
  block: bigint | "pending",
  { account, nonce }: FindByNonceParameters,
): Promise<Transaction | undefined> {
  const which = block === "pending" ? { blockTag: block } : { blockNumber: block }
  const { transactions } = await getBlock(client, { ...which, includeTransactions: true })
  return (transactions as Transaction[]).find(
    (transaction) => transaction.nonce === nonce && transaction.from.toLowerCase() === account.toLowerCase(),
  )
}
