import type { Address } from "viem"

import { addressesInOrder } from "../chain/deployInOrder.js"

/** The market's contracts on one chain. */
export type MarketContracts = {
  /** Owns the others, and makes the calls of the keeper. */
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
  /** Reads many views of the others in one call. */
  readonly reader: Address
}

/** In the order in which they are deployed: the router comes before the contracts that refer to it. */
const marketContractNames: readonly (keyof MarketContracts)[] = [
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
  "reader",
]

/** Above every nonce that the account uses for other contracts, so that no address depends on what else is on the chain. */
export const firstMarketNonce = 2000

/** Computes the market's addresses. They are the same on every chain of every devnet. */
export function marketContracts(deployer: Address): MarketContracts {
  return addressesInOrder(deployer, marketContractNames, firstMarketNonce)
}
