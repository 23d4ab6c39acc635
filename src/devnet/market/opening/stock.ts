import { parseUnits } from "viem/utils"

import { marketTokens, type MarketToken } from "../tokens.js"

/** Amounts of some tokens, in smallest units. */
export type Stock = Readonly<Partial<Record<MarketToken, bigint>>>

/** @param whole amounts in whole tokens, as a person writes them */
function stock<Token extends MarketToken>(whole: Readonly<Record<Token, string>>): Readonly<Record<Token, bigint>> {
  const entries = Object.entries(whole) as [Token, string][]
  const amounts = entries.map(([token, text]) => [token, parseUnits(text, marketTokens[token].decimals)])
  return Object.fromEntries(amounts) as Record<Token, bigint>
}

/**
 * What each pool of the curve opens with: two tokens of equal value. Some are small, so that a person can move their price.
 */
export const curvePools: readonly Stock[] = [
  stock({ usdc: "1000000", usdt: "1000000" }),
  stock({ usdc: "1000000", weth: "400" }),
  stock({ usdt: "1000000", weth: "400" }),
  stock({ usdc: "250000", spark: "5000000" }),
  stock({ usdt: "100000", spark: "2000000" }),
  stock({ weth: "40", spark: "2000000" }),
]

/** What the desk can sell. */
export const deskStock: Stock = stock({ usdc: "500000", usdt: "500000", weth: "200" })

/** What the pool can pay out. */
export const poolStock: Stock = stock({ usdc: "500000", usdt: "500000", weth: "200" })

/** What each of the chain's funded accounts begins with. */
export const allowance: Readonly<Record<MarketToken, bigint>> = stock({
  usdc: "100000",
  usdt: "100000",
  weth: "10",
  spark: "100000",
})

/** The supply of a token that the market itself needs. What the accounts begin with comes on top. */
export function supplyOf(token: MarketToken): bigint {
  return [...curvePools, deskStock, poolStock].reduce((total, part) => total + (part[token] ?? 0n), 0n)
}
