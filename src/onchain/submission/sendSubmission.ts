import type { Client, Hex, LocalAccount } from "viem"
import { getBlockNumber, getTransaction, getTransactionCount, sendRawTransaction, sendTransaction } from "viem/actions"
import { keccak256, numberToHex } from "viem/utils"

import { explainCallError, noGuide, throwExplained } from "../callErrors.js"
import type { GasPlan } from "../gas/GasPlan.js"
import { planGas } from "../gas/planGas.js"
import { NotSubmittedError } from "../transactionErrors.js"
import type { ChainTransaction, Sender, Submission } from "./Submission.js"

/**
 * Sends a transaction that was written down.
 *
 * @param planned its gas, if that was reserved already
 * @returns its hash
 * @throws {GasPriceTooHighError} `GasTooExpensiveError` its gas costs more than the limits; it was not sent
 * @throws {NotSubmittedError} the node or the wallet did not accept it
 */
export async function sendSubmission(sender: Sender, submission: Submission, planned?: GasPlan): Promise<Hex> {
  const { transaction, nonce, raw, hash } = submission
  if (raw === undefined || hash === undefined) return await submit(sender, { ...transaction, nonce }, planned)
  try {
    await broadcast(sender, { raw, hash })
    return hash
  } catch (error) {
    throw new NotSubmittedError({ call: sender.call, error })
  }
}

export type TransactionToSubmit = ChainTransaction & {
  /** Default: the wallet chooses it, or it is the account's next. */
  readonly nonce?: number | undefined
  /** Default: what the node estimates. */
  readonly gas?: bigint | undefined
}

/**
 * Sends a transaction with the gas that was planned for it, and no other.
 *
 * @returns its hash
 * @throws {GasPriceTooHighError} `GasTooExpensiveError` its gas costs more than the limits; it was not sent
 * @throws {NodeFailedError} the node did not say what gas costs; it was not sent
 * @throws {NotSubmittedError} the node or the wallet did not accept it
 */
export async function submit(sender: Sender, transaction: TransactionToSubmit, planned?: GasPlan): Promise<Hex> {
  const { account, walletClient, call } = sender
  const gas = planned ?? (await planSending(sender, transaction))
  try {
    if (account.type === "local") return await signAndBroadcast(sender, account, { ...transaction, gas })
    const { to, data, value, nonce, chainId } = transaction
    const chain = walletClient.chain ?? null
    const request = { account, chain, to, data, value, nonce, gas: gas.gas, ...gas.price }
    return await sendTransaction(naming(chainId, walletClient), request)
  } catch (error) {
    throw new NotSubmittedError({ call, error })
  }
}

/** Reserves the gas of a transaction, and explains why it cannot be. */
export async function planSending(sender: Sender, transaction: TransactionToSubmit): Promise<GasPlan> {
  const guide = { ...noGuide, abis: sender.errorAbis ?? [] }
  return await reserveGas(sender, transaction).catch(throwExplained(sender.call, guide))
}

/** A wallet that is not told the chain signs for the one that its node names at that moment, and viem leaves it out. */
function naming(chainId: number, client: Client): Client {
  const request = async ({ method, params }: { method: string; params?: unknown }, options: unknown) => {
    const isSent = method.endsWith("_sendTransaction") && Array.isArray(params)
    const named: unknown = isSent ? [{ ...(params[0] as object), chainId: numberToHex(chainId) }] : params
    return await client.request({ method, params: named } as never, options as never)
  }
  return { ...client, request }
}

async function signAndBroadcast(
  sender: Sender,
  account: LocalAccount,
  transaction: Omit<TransactionToSubmit, "gas"> & { readonly gas: GasPlan },
): Promise<Hex> {
  const { walletClient: client } = sender
  const { address, nonceManager } = account
  const counted = { address, chainId: transaction.chainId, client }
  const nonce =
    transaction.nonce ??
    (await (nonceManager?.consume(counted) ?? getTransactionCount(client, { address, blockTag: "pending" })))
  try {
    const signed = await sign(client, account, { ...transaction, nonce })
    await broadcast(sender, signed)
    return signed.hash
  } catch (error) {
    if (transaction.nonce === undefined) nonceManager?.reset(counted)
    throw error
  }
}

/** Sends signed bytes. A node that refuses them because it has them already is no failure. */
async function broadcast(
  { publicClient, walletClient }: { publicClient: Client; walletClient: Client },
  { raw, hash }: { readonly raw: Hex; readonly hash: Hex },
): Promise<void> {
  try {
    await sendRawTransaction(walletClient, { serializedTransaction: raw })
  } catch (error) {
    if (!(await isKnown(publicClient, hash))) throw error
  }
}

/** Checks whether a node has a transaction, mined or pending. */
export async function isKnown(client: Client, hash: Hex): Promise<boolean> {
  return await getTransaction(client, { hash }).then(
    () => true,
    () => false,
  )
}

/**
 * Fixes the nonce of a transaction before it is sent, so that at most one copy of it is mined however often it is sent. Signs it if
 * the account signs locally.
 *
 * @param planned its gas, if that was reserved already
 * @throws {GasPriceTooHighError} `GasTooExpensiveError` its gas costs more than the limits; it was not signed
 */
export async function prepareSubmission(
  sender: Sender,
  transaction: ChainTransaction,
  nextNonce: () => Promise<number>,
  planned?: GasPlan,
): Promise<Submission> {
  const { account, publicClient, walletClient, call, errorAbis = [] } = sender
  try {
    const fromBlock = await getBlockNumber(publicClient, { cacheTime: 0 })
    const nonce = await nextNonce()
    if (account.type !== "local") return { transaction, nonce, fromBlock }
    const gas = planned ?? (await reserveGas(sender, transaction))
    return { transaction, nonce, fromBlock, ...(await sign(walletClient, account, { ...transaction, nonce, gas })) }
  } catch (error) {
    throw explainCallError(error, call, { abis: errorAbis, advice: new Map() })
  }
}

/** Plans the gas of a transaction that is about to be sent, and counts it. Throws the errors of {@link planGas}. */
async function reserveGas(
  { account: { address: account }, publicClient, walletClient: { chain }, gasLimits = {}, onGas }: Sender,
  transaction: ChainTransaction & { readonly gas?: bigint | undefined },
): Promise<GasPlan> {
  const plan = await planGas(publicClient, { ...transaction, account, chain }, gasLimits)
  if (gasLimits.gasTally !== undefined) gasLimits.gasTally.spent += plan.cost
  await onGas?.(plan)
  return plan
}

/** Signs exactly what it is given. With anything left open, viem would let the node fill in the fees. */
async function sign(
  { chain }: Client,
  account: LocalAccount,
  { to, data, value, chainId, nonce, gas: { gas, price } }: ChainTransaction & { nonce: number; gas: GasPlan },
): Promise<{ readonly raw: Hex; readonly hash: Hex }> {
  const fees = "gasPrice" in price ? ({ type: "legacy", ...price } as const) : ({ type: "eip1559", ...price } as const)
  const serializer = chain?.serializers?.transaction
  const raw = await account.signTransaction({ to, data, value, chainId, nonce, gas, ...fees }, { serializer })
  return { raw, hash: keccak256(raw) }
}
