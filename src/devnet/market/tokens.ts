import { parseEther } from "viem"

/** A token as its chain's market has it. */
export type TokenInfo = {
  readonly symbol: string
  readonly name: string
  readonly decimals: number
  /** Of a whole token, in 1e-18 dollars: what the market opens at. */
  readonly price: bigint
}

/** An ERC-20 of the market, by the name of its contract. */
export type MarketToken = "usdc" | "usdt" | "weth" | "spark"

/** What the market trades. The chain's own currency is traded as its wrapper. */
export const marketTokens: Readonly<Record<MarketToken, TokenInfo>> = {
  usdc: { symbol: "USDC", name: "USD Coin", decimals: 6, price: parseEther("1") },
  /** Awkward about approvals, as its model is. */
  usdt: { symbol: "USDT", name: "Tether USD", decimals: 6, price: parseEther("1") },
  weth: { symbol: "WETH", name: "Wrapped Ether", decimals: 18, price: parseEther("2500") },
  /** Carried by no bridge, and sold at no posted price: it is reached through others. */
  spark: { symbol: "SPARK", name: "Spark", decimals: 18, price: parseEther("0.05") },
}

/** The chain's own currency. */
export const nativeInfo: TokenInfo = { ...marketTokens.weth, symbol: "ETH", name: "Ether" }

/**
 * Dollars that an amount is worth at the price that the market opened at. For people to look at: nothing is paid by it.
 *
 * @example
 * valueInUsd(marketTokens.usdc, 12_500_000n) // 12.5
 */
export function valueInUsd({ decimals, price }: TokenInfo, amount: bigint): number {
  return Number((amount * price) / 10n ** BigInt(decimals)) / 1e18
}

/** Dollars that a whole token was worth when the market opened. */
export function priceInUsd({ price }: TokenInfo): number {
  return Number(price) / 1e18
}
