import pLimit from "p-limit"
import type { Address, Client } from "viem"
import { getChainId } from "viem/actions"

import { isContractFailure, throwExplained } from "../callErrors.js"
import type { CallToSimulate } from "../simulation/Simulation.js"
import { type NativeCurrency, readNativeCurrency } from "../tokens.js"
import { defaultGasCap } from "./gasErrors.js"
import { type GasLimits, type GasTally, maxPerGas } from "./GasPlan.js"
import { estimateWithRoom, planGas } from "./planGas.js"
import { largerOf, smallerOf } from "#src/primitives/numbers/amount.js"

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
  const calls = transactions.map(({ to, data, value = 0n }) => ({ account, to, data, value }))
  const estimate = async (call: (typeof calls)[number]): Promise<bigint | undefined> =>
    await estimateWithRoom(client, call).catch((error: unknown) =>
      isContractFailure(error) ? undefined : explained(error),
    )
  const [chainId, estimates] = await Promise.all([
    getChainId(client).catch(explained),
    Promise.all(calls.map((call) => inTurn(estimate, call))),
  ])
  const native = await readNativeCurrency(client, chainId)
  const cap = limits.maxGasCost ?? defaultGasCap(native.symbol)
  const gasTally: GasTally = { spent: 0n, isBatch: true }
  let price = 0n
  for (const [index, call] of calls.entries()) {
    const estimated = estimates[index]
    const maxGasCost = estimated === undefined ? unlimited : cap
    const planned = { ...call, chainId, gas: estimated ?? assumedGas }
    const bounds = { maxGasPrice: limits.maxGasPrice, maxGasCost, gasTally }
    const plan = await planGas(client, planned, bounds).catch(explained)
    gasTally.spent += plan.cost
    price = largerOf(price, maxPerGas(plan.price))
  }
  const cost = smallerOf(gasTally.spent, cap)
  return { cost, native, limits: { maxGasPrice: price, maxGasCost: cost } }
}
