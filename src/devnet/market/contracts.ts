import type { Address } from "viem"

import { addressesInOrder } from "../chain/addressesInOrder.js"

/** The market's contracts on one chain. */
export type MarketContracts = {
  /** Owns all others, and makes the calls of the market's keeper. */
  readonly operator: Address
  readonly usdc: Address
  readonly usdt: Address
  readonly weth: Address
  readonly spark: Address
  /** A dex whose price moves with every trade. */
  readonly curve: Address
  /** A dex that sells from stock at posted prices. */
  readonly desk: Address
  readonly router: Address
  readonly deposits: Address
  /** A bridge that pays from a pool, at once. */
  readonly pool: Address
  /** A bridge that burns and mints, some time later. */
  readonly press: Address
}

/** The router has to be there before what refers to it. */
export const marketOrder: readonly (keyof MarketContracts)[] = [
  "operator",
  "usdc",
  "usdt",
  "weth",
  "spark",
  "curve",
  "desk",
  "router",
  "deposits",
  "pool",
  "press",
]

/** Apart from everything else that the same account deploys, so that no address depends on what else is on the chain. */
export const firstMarketNonce = 2000

/** The same on every chain of every devnet. */
export function marketContracts(deployer: Address): MarketContracts {
  return addressesInOrder(deployer, marketOrder, firstMarketNonce)
}
