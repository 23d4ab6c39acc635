import { parseAmount } from "../../../primitives/numbers/amount.js"
import type { Plan } from "./plans.js"

/** Suggests how far prices may move until a plan's trades are done, in percent. Only the curve's prices move. */
export function suggestedSlippage({ originDex, destinationDex }: Plan): string {
  return originDex === "curve" || destinationDex === "curve" ? "0.5" : "0.1"
}

/**
 * Computes the smallest amount that a slippage allows. The result is exact: a fraction of the smallest unit is rounded up, in favor of
 * the receiver.
 *
 * @param slippage a percentage as a decimal string
 * @example
 * lessSlippage(1_000_001n, "0.5") // 995_001n
 */
export function lessSlippage(amount: bigint, slippage: string): bigint {
  return amount - (amount * parseAmount(slippage, decimals)) / hundredPercent
}

const decimals = 18
const hundredPercent = 100n * 10n ** BigInt(decimals)
