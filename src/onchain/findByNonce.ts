import type { Address, Client, Transaction } from "viem"

import { getBlock, getBlockNumber, getTransactionCount } from "viem/actions"

/** Which transaction of which account, and in which block it is not yet. */
export type FindByNonceParameters = {
  readonly account: Address
  readonly nonce: number
  /** A block that was mined before the transaction was sent. */
  readonly fromBlock: bigint
}

/** What became of a nonce. */
export type NonceUse =
  /** No transaction of the account has it, mined or pending. */
  | { readonly kind: "free" }
  /** One is pending that has it; the node may not show which. */
  | { readonly kind: "pending"; readonly transaction: Transaction | undefined }
  | { readonly kind: "mined"; readonly transaction: Transaction }

/**
 * Finds the transaction that has a nonce of an account, without its hash: what was sent by a process that died before it was told
 * the hash. The block is found by halving, so a node that keeps no old states can't answer for blocks long ago.
 *
 * @throws what viem throws when the node can't tell
 */
export async function findByNonce(client: Client, parameters: FindByNonceParameters): Promise<NonceUse> {
  const { account: address, nonce, fromBlock } = parameters
  const newest = await getBlockNumber(client, { cacheTime: 0 })
  const countAt = async (blockNumber: bigint): Promise<number> =>
    await getTransactionCount(client, { address, blockNumber })
  if ((await countAt(newest)) <= nonce) {
    const pending = await getTransactionCount(client, { address, blockTag: "pending" })
    if (pending <= nonce) return { kind: "free" }
    return { kind: "pending", transaction: await findIn(client, "pending", parameters) }
  }
  // The count is above the nonce at `last`, and not above it before `first`.
  let first = fromBlock
  let last = newest
  while (first < last) {
    const middle = (first + last) / 2n
    if ((await countAt(middle)) > nonce) last = middle
    else first = middle + 1n
  }
  const transaction = await findIn(client, last, parameters)
  if (transaction !== undefined) return { kind: "mined", transaction }
  throw new Error(`The node counts a transaction with nonce ${nonce} in block ${last}, and does not show it.`)
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
