import type { Hex } from "viem"
import { parseTransaction } from "viem/utils"

import { defaultGasCap } from "./gasCaps.js"
import { GasPriceTooHighError, GasTooExpensiveError } from "./gasErrors.js"
import type { GasLimits } from "./GasPlan.js"

/**
 * Computes what the gas of signed bytes costs at most, which nothing can change any more.
 *
 * @param symbol of the native currency
 * @returns wei
 * @throws {GasPriceTooHighError} {@link GasTooExpensiveError} it is more than the limits
 */
export function signedGas(raw: Hex, { maxGasPrice, maxGasCost }: GasLimits, symbol: string): bigint {
  const { gas = 0n, maxFeePerGas, gasPrice } = parseTransaction(raw)
  const price = maxFeePerGas ?? gasPrice ?? 0n
  const cost = gas * price
  const limit = maxGasCost ?? defaultGasCap(symbol)
  if (maxGasPrice !== undefined && price > maxGasPrice)
    throw new GasPriceTooHighError({ asked: price, most: maxGasPrice })
  if (cost > limit) throw new GasTooExpensiveError({ gas, price, cost, limit, before: 0n, symbol })
  return cost
}
