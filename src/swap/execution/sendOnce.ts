import type { Abi, Account, Client, Hex, LocalAccount, Transaction } from "viem"

import {
  call,
  getBlockNumber,
  getTransaction,
  getTransactionCount,
  prepareTransactionRequest,
  sendRawTransaction,
  sendTransaction,
  signTransaction,
} from "viem/actions"
import { keccak256 } from "viem/utils"

import { explainCallError, nodeReason } from "../../onchain/callErrors.js"
import { findByNonce, type NonceUse } from "../../onchain/findByNonce.js"
import { NotSubmittedError } from "../../onchain/transactionErrors.js"
import { SubmissionUnclearError } from "./executionErrors.js"
import type { Submission } from "./journal.js"
import type { EvmTransaction } from "../types.js"

/** Who sends, and how to decode a refusal. */
export type Sender = {
  readonly publicClient: Client
  readonly walletClient: Client
  readonly account: Account
  readonly errorAbis: readonly Abi[]
}

/** What errors call the transaction: its function is known to the API alone. */
export const theSwap = "the swap"

/**
 * Runs a route's transaction as the account would, and sends nothing.
 *
 * @throws {CallRevertedError} it would revert, with the reason
 */
export async function simulateSwap(
  { publicClient, account, errorAbis }: Pick<Sender, "publicClient" | "account" | "errorAbis">,
  { to, data, value }: EvmTransaction,
  blockNumber?: bigint,
): Promise<void> {
  const when = blockNumber === undefined ? {} : { blockNumber }
  try {
    await call(publicClient, { account, to, data, value, ...when })
  } catch (error) {
    throw explainCallError(error, callOf(to), { abis: errorAbis, advice: new Map() })
  }
}

/**
 * Makes a transaction ready to be sent once: its nonce is fixed, so that whatever is sent of it, and however often, one at most is
 * mined. An account that signs by itself signs here.
 */
export async function prepareSubmission(sender: Sender, transaction: EvmTransaction): Promise<Submission> {
  const { publicClient, walletClient, account } = sender
  const { to, data, value, chainId } = transaction
  try {
    const fromBlock = await getBlockNumber(publicClient, { cacheTime: 0 })
    const nonce = await getTransactionCount(publicClient, { address: account.address, blockTag: "pending" })
    if (!isLocal(account)) return { transaction, nonce, fromBlock }
    const chain = walletClient.chain ?? null
    const request = await prepareTransactionRequest(walletClient, { account, chain, chainId, to, data, value, nonce })
    const raw = await sign(walletClient, { ...request, account, chain })
    return { transaction, nonce, fromBlock, raw, hash: keccak256(raw) }
  } catch (error) {
    throw explainCallError(error, callOf(to), { abis: sender.errorAbis, advice: new Map() })
  }
}

/** viem's types tie a request to the chain of its client, which is not known here. */
async function sign(walletClient: Client, request: object): Promise<Hex> {
  const raw: unknown = await signTransaction(walletClient, request as never)
  return raw as Hex
}

/** Sends what was made ready and written down, for the first time. */
export async function sendFirst(sender: Sender, submission: Submission): Promise<Hex> {
  const { walletClient, account } = sender
  const { transaction, nonce, raw, hash } = submission
  try {
    if (raw !== undefined && hash !== undefined) {
      await broadcast(sender, { raw, hash })
      return hash
    }
    const { to, data, value } = transaction
    return await sendTransaction(walletClient, { account, chain: walletClient.chain ?? null, to, data, value, nonce })
  } catch (error) {
    throw new NotSubmittedError({ call: callOf(transaction.to), error })
  }
}

/** What an earlier run's transaction turned out to be. */
export type Recovered =
  | { readonly kind: "sent"; readonly hash: Hex }
  /** Another transaction of the account has its nonce: it was never mined and never will be. */
  | { readonly kind: "dead" }
  /** It is not on its way, as far as this node knows. Sending it now can't make it two. */
  | { readonly kind: "unsent" }

/**
 * Finds out what became of a transaction that was about to be sent when the process died.
 *
 * @throws {SubmissionUnclearError} the node can't tell
 */
export async function recoverSubmission(
  { publicClient, account: { address: account } }: Pick<Sender, "publicClient" | "account">,
  { transaction, nonce, fromBlock, hash }: Submission,
): Promise<Recovered> {
  const unclear = (reason: string): never => {
    throw new SubmissionUnclearError({ account, nonce, reason })
  }
  const isOurs = (found: Transaction): boolean =>
    hash === undefined ? isSame(found, transaction) : found.hash === hash
  // A wallet may have given it a later nonce than it was told; a signature is for one nonce alone.
  const last = nonce + (hash === undefined ? mostNonces : 0)
  for (let candidate = nonce; candidate <= last; candidate += 1) {
    let use: NonceUse
    try {
      use = await findByNonce(publicClient, { account, nonce: candidate, fromBlock })
    } catch (error) {
      return unclear(nodeReason(error))
    }
    if (use.kind === "free") return { kind: candidate === nonce ? "unsent" : "dead" }
    if (use.transaction !== undefined && isOurs(use.transaction)) return { kind: "sent", hash: use.transaction.hash }
    if (use.kind === "mined") continue
    if (hash !== undefined && (await isKnown(publicClient, hash))) return { kind: "sent", hash }
    return unclear("a transaction that may be this one is pending, and the node does not show it")
  }
  return hash === undefined ? unclear(`more than ${mostNonces} transactions came after it`) : { kind: "dead" }
}

/** So many transactions of an account are looked at to find one. */
const mostNonces = 100

/** Signed bytes that the node has already are as good as taken. */
export async function broadcast(
  { publicClient, walletClient }: Pick<Sender, "publicClient" | "walletClient">,
  { raw, hash }: { readonly raw: Hex; readonly hash: Hex },
): Promise<void> {
  try {
    await sendRawTransaction(walletClient, { serializedTransaction: raw })
  } catch (error) {
    if (!(await isKnown(publicClient, hash))) throw error
  }
}

async function isKnown(client: Client, hash: Hex): Promise<boolean> {
  return await getTransaction(client, { hash }).then(
    () => true,
    () => false,
  )
}

function isSame({ to, input, value }: Transaction, transaction: EvmTransaction): boolean {
  return to?.toLowerCase() === transaction.to.toLowerCase() && input === transaction.data && value === transaction.value
}

function isLocal(account: Account): account is LocalAccount {
  return account.type === "local"
}

function callOf(address: Hex): { address: Hex; functionName: string } {
  return { address, functionName: theSwap }
}
