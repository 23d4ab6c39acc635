import type { Address, Client, Hex, Transaction } from "viem"
import { getBlock, getBlockNumber, getTransactionCount } from "viem/actions"

import { isKnown } from "./sendSubmission.js"
import { type ChainTransaction, type Submission, SubmissionUnclearError } from "./Submission.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"

export type Recovered =
  | { readonly kind: "sent"; readonly hash: Hex }
  /** Another transaction of the account was mined with its nonce: it was never mined and never will be. */
  | { readonly kind: "dead"; readonly replacedBy: Hex | undefined }
  /** The node does not have it. Sending it now cannot send it twice. */
  | { readonly kind: "unsent" }

/** How many transactions of the account are searched for one. */
const maxNonces = 100

/**
 * Finds out whether a transaction was sent that was about to be sent when the process died.
 *
 * @throws {SubmissionUnclearError} the node cannot tell
 */
export async function recoverSubmission(
  { account, publicClient }: { readonly account: Address; readonly publicClient: Client },
  { transaction, nonce, fromBlock, hash }: Submission,
): Promise<Recovered> {
  const unclear = (reason: string): never => {
    throw new SubmissionUnclearError({ account, nonce, reason })
  }
  const isOurs = (found: Transaction): boolean =>
    hash === undefined ? isSame(found, transaction) : found.hash === hash
  // A wallet may have used a later nonce than the one it was given. A signature is valid for one nonce only.
  const last = nonce + (hash === undefined ? maxNonces : 0)
  let replacedBy: Hex | undefined
  for (let candidate = nonce; candidate <= last; candidate += 1) {
    let use: NonceUse
    try {
      use = await findByNonce(publicClient, { account, nonce: candidate, fromBlock })
    } catch (error) {
      return unclear(nodeReason(error))
    }
    if (use.kind === "free") return candidate === nonce ? { kind: "unsent" } : { kind: "dead", replacedBy }
    if (use.transaction !== undefined && isOurs(use.transaction)) return { kind: "sent", hash: use.transaction.hash }
    if (use.kind === "mined") {
      replacedBy ??= use.transaction.hash
      continue
    }
    if (hash !== undefined && (await isKnown(publicClient, hash))) return { kind: "sent", hash }
    return unclear("a pending transaction may be this one, and the node does not show it")
  }
  return hash === undefined
    ? unclear(`the account sent more than ${maxNonces} transactions since`)
    : { kind: "dead", replacedBy }
}

/** Checks whether a transaction of a chain does what was about to be sent. */
export function isSame({ to, input, value }: Transaction, transaction: ChainTransaction): boolean {
  return to?.toLowerCase() === transaction.to.toLowerCase() && input === transaction.data && value === transaction.value
}

export type FindByNonceParameters = {
  readonly account: Address
  readonly nonce: number
  /** A block that was mined before the transaction was sent. The search starts there. */
  readonly fromBlock: bigint
}

/** Whether a nonce is used, and by which transaction. */
type NonceUse =
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
