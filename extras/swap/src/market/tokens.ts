import { parseEther } from "viem/utils"

export type TokenInfo = {
  readonly symbol: string
  readonly name: string
  readonly decimals: number
  /** Price of a whole token when the market opens, in 1e-18 dollars. */
  readonly price: bigint
}

/** An ERC-20 of the market, by its key in `MarketContracts`. */
export type MarketToken = "usdc" | "usdt" | "weth" | "spark"

/** The tokens that the market trades. The chain's native token is traded as WETH. */
export const marketTokens: Readonly<Record<MarketToken, TokenInfo>> = {
  usdc: { symbol: "USDC", name: "USD Coin", decimals: 6, price: parseEther("1") },
  /** Refuses to change an allowance that is not zero, as the real one does. */
  usdt: { symbol: "USDT", name: "Tether USD", decimals: 6, price: parseEther("1") },
  weth: { symbol: "WETH", name: "Wrapped Ether", decimals: 18, price: parseEther("2500") },
  /** No bridge carries it and no dex posts its price, so routes to it go through other tokens. */
  spark: { symbol: "SPARK", name: "Spark", decimals: 18, price: parseEther("0.05") },
}

export const nativeInfo: TokenInfo = { ...marketTokens.weth, symbol: "ETH", name: "Ether" }

/** Converts an amount to dollars, at the price that the market opened at. For display only: nothing is paid by it. */
export function valueInUsd({ decimals, price }: TokenInfo, amount: bigint): number {
  return Number((amount * price) / 10n ** BigInt(decimals)) / 1e18
}

/** The price of a whole token when the market opened, in dollars. */
export function priceInUsd({ price }: TokenInfo): number {
  return Number(price) / 1e18
}
