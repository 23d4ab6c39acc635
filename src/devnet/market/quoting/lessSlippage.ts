import { parseAmount } from "../../../primitives/amount.js"

const decimals = 18
const hundredPercent = 100n * 10n ** BigInt(decimals)

/**
 * What is left of an amount at least, when it may shrink by so many percent. Exact, and a fraction of the smallest unit is the
 * receiver's.
 *
 * @param slippage a percentage as a decimal string
 * @example
 * lessSlippage(1_000_001n, "0.5") // 995_001n
 */
export function lessSlippage(amount: bigint, slippage: string): bigint {
  return amount - (amount * parseAmount(slippage, decimals)) / hundredPercent
}
