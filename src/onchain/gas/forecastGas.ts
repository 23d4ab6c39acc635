import pLimit from "p-limit"
import type { Address, Client } from "viem"
import { getChainId } from "viem/actions"

import { isContractFailure, throwExplained } from "../callErrors.js"
import type { CallToSimulate } from "../simulation/Simulation.js"
import { type NativeCurrency, readNativeCurrency } from "../tokens.js"
import { defaultGasCap } from "./gasCaps.js"
import { type GasLimits, type GasTally, maxPerGas } from "./GasPlan.js"
import { estimateWithRoom, planGas } from "./planGas.js"

export type GasForecast = {
  /** The most that all of it costs. */
  readonly cost: bigint
  readonly native: NativeCurrency
  /** With them, nothing above the cost is paid. */
  readonly limits: GasLimits
}

/** For a transaction that the node cannot estimate before those before it are mined, such as a swap before its approval. */
const assumedGas = 1_000_000n

/** Requests at the same time: public nodes limit how many they answer. */
const maxConcurrent = 16

/** No limit at all: what is assumed must not refuse what is sent. */
const unlimited = 2n ** 255n

/**
 * Finds out what the gas of transactions will cost at most, before the first one is confirmed. Sends nothing.
 *
 * @param transactions in the order in which they are sent
 * @throws {GasPriceTooHighError} `GasTooExpensiveError` the gas costs more than the limits
 * @throws {NodeFailedError} the node did not answer
 */
export async function forecastGas(
  client: Client,
  transactions: readonly CallToSimulate[],
  { account, limits = {} }: { readonly account: Address; readonly limits?: GasLimits | undefined },
): Promise<GasForecast> {
  const explained = throwExplained({ address: transactions[0]?.to ?? account, functionName: "eth_estimateGas" })
  const inTurn = pLimit(maxConcurrent)
  const estimate = async ({ to, data, value = 0n }: CallToSimulate): Promise<bigint | undefined> =>
    await estimateWithRoom(client, { account, to, data, value }).catch((error: unknown) =>
      isContractFailure(error) ? undefined : explained(error),
    )
  const [chainId, estimates] = await Promise.all([
    getChainId(client).catch(explained),
    Promise.all(transactions.map((transaction) => inTurn(estimate, transaction))),
  ])
  const native = await readNativeCurrency(client, chainId)
  const cap = limits.maxGasCost ?? defaultGasCap(native.symbol)
  const gasTally: GasTally = { spent: 0n, isBatch: true }
  let spent = 0n
  let price = 0n
  for (const [index, { to, data, value = 0n }] of transactions.entries()) {
    const estimated = estimates[index]
    gasTally.spent = estimated === undefined ? 0n : spent
    const call = { account, to, data, value, chainId, gas: estimated ?? assumedGas }
    const maxGasCost = estimated === undefined ? unlimited : cap
    const plan = await planGas(client, call, { maxGasPrice: limits.maxGasPrice, maxGasCost, gasTally }).catch(explained)
    spent += plan.cost
    if (maxPerGas(plan.price) > price) price = maxPerGas(plan.price)
  }
  const cost = spent < cap ? spent : cap
  return { cost, native, limits: { maxGasPrice: price, maxGasCost: cost } }
}
