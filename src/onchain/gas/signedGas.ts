import type { Hex } from "viem"
import { parseTransaction } from "viem/utils"

import { requireWithin } from "./gasErrors.js"
import type { GasLimits } from "./GasPlan.js"

/**
 * Computes what the gas of signed bytes costs at most, which nothing can change any more.
 *
 * @param symbol of the native currency
 * @returns wei
 * @throws {GasPriceTooHighError} `GasTooExpensiveError` it is more than the limits
 */
export function signedGas(raw: Hex, limits: GasLimits, symbol: string): bigint {
  const { gas = 0n, maxFeePerGas, gasPrice } = parseTransaction(raw)
  const price = maxFeePerGas ?? gasPrice ?? 0n
  requireWithin({ gas, price }, { ...limits, gasTally: undefined }, symbol)
  return gas * price
}
