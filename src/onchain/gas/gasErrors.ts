import type { Hex } from "viem"
import { parseEther, parseTransaction } from "viem/utils"

import type { GasLimits } from "./GasPlan.js"
import { argument, text } from "#src/primitives/errorText.js"
import { formatAmount } from "#src/primitives/numbers/amount.js"
import { PlugsError } from "#src/primitives/PlugsError.js"

/** What gas costs at most by default, for currencies that are worth about as much as ether, or not known. */
const etherCap = parseEther("0.05")

/** Currencies that are worth far less: the default fits the same gas. A cap only ever counts in its own currency. */
const caps: Readonly<Record<string, bigint>> = {
  AVAX: parseEther("1"),
  BNB: parseEther("0.2"),
  MNT: parseEther("20"),
  POL: parseEther("50"),
  MATIC: parseEther("50"),
  xDAI: parseEther("20"),
  XDAI: parseEther("20"),
}

/** Returns what the gas of a call costs at most by default, in the smallest unit of a native currency. */
export function defaultGasCap(symbol: string): bigint {
  return caps[symbol] ?? etherCap
}

/** The node asks for a higher gas price than the limit. Nothing was sent. */
export class GasPriceTooHighError extends PlugsError {
  readonly code = "GAS_PRICE_TOO_HIGH"

  /** @param options in wei */
  constructor({ asked, most }: { asked: bigint; most: bigint }) {
    super("The node asks for a higher gas price than the limit.", {
      facts: { asked: `${formatAmount(asked, 9)} gwei`, "at most": `${formatAmount(most, 9)} gwei` },
      next: text`Compare it with another node of the chain. If it is right, raise ${argument("maxGasPrice")}.`,
    })
  }
}

/** Gas and its limit. In wei, but for the gas. */
type ExpensiveGas = {
  readonly gas: bigint
  /** For one gas. */
  readonly price: bigint
  readonly limit: bigint
  /** What the transactions before it cost at most. They count too. */
  readonly before: bigint
  readonly symbol: string
}

/** The gas of a transaction can cost more than the limit. The transaction was not sent. */
export class GasTooExpensiveError extends PlugsError {
  readonly code = "GAS_TOO_EXPENSIVE"

  constructor({ gas, price, limit, before, symbol }: ExpensiveGas) {
    super("The gas of the transaction can cost more than the limit.", {
      facts: {
        cost: formatAmount(gas * price, 18, symbol),
        "at most": formatAmount(limit, 18, symbol),
        "transactions before": before === 0n ? undefined : formatAmount(before, 18, symbol),
        gas: String(gas),
        "gas price": `${formatAmount(price, 9)} gwei`,
      },
      next: text`Compare the gas price with another node of the chain, and look at what the contract does with so much gas. If it is right, raise ${argument("maxGasCost")}.`,
    })
  }
}

/**
 * Checks that gas costs no more than its limits.
 *
 * @param symbol of the native currency
 * @returns what is left of them for this gas, in wei
 * @throws {GasPriceTooHighError} one gas costs more than `maxGasPrice`
 * @throws {GasTooExpensiveError} all of it costs more than is left of `maxGasCost`
 */
export function requireWithin(
  { gas, price }: { readonly gas: bigint; readonly price: bigint },
  { maxGasPrice, maxGasCost, gasTally }: GasLimits,
  symbol: string,
): bigint {
  if (maxGasPrice !== undefined && price > maxGasPrice)
    throw new GasPriceTooHighError({ asked: price, most: maxGasPrice })
  const limit = maxGasCost ?? defaultGasCap(symbol)
  const before = gasTally?.spent ?? 0n
  if (before + gas * price > limit) throw new GasTooExpensiveError({ gas, price, limit, before, symbol })
  return limit - before
}

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
