import type { Client, Hex, LocalAccount } from "viem"
import { getBlockNumber } from "viem/actions"
import { keccak256 } from "viem/utils"

import { explainCallError } from "../callErrors.js"
import type { GasPlan } from "../gas/GasPlan.js"
import { planGas } from "../gas/planGas.js"
import type { ChainTransaction, Sender, Submission } from "./Submission.js"

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
export async function reserveGas(
  { account: { address: account }, publicClient, walletClient: { chain }, gasLimits = {}, onGas }: Sender,
  transaction: ChainTransaction & { readonly gas?: bigint | undefined },
): Promise<GasPlan> {
  const plan = await planGas(publicClient, { ...transaction, account, chain }, gasLimits)
  if (gasLimits.gasTally !== undefined) gasLimits.gasTally.spent += plan.cost
  await onGas?.(plan)
  return plan
}

/** Signs exactly what it is given. With anything left open, viem would let the node fill in the fees. */
export async function sign(
  { chain }: Client,
  account: LocalAccount,
  { to, data, value, chainId, nonce, gas: { gas, price } }: ChainTransaction & { nonce: number; gas: GasPlan },
): Promise<{ readonly raw: Hex; readonly hash: Hex }> {
  const fees = "gasPrice" in price ? ({ type: "legacy", ...price } as const) : ({ type: "eip1559", ...price } as const)
  const serializer = chain?.serializers?.transaction
  const raw = await account.signTransaction({ to, data, value, chainId, nonce, gas, ...fees }, { serializer })
  return { raw, hash: keccak256(raw) }
}
