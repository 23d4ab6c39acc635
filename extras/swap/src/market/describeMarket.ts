import type { Address } from "viem"

import type { MarketContracts } from "./contracts.js"
import { type Bridge, bridges, type Dex, dexes } from "./providers.js"
import { type MarketToken, marketTokens } from "./tokens.js"
import type { KnownRouters } from "#extras/swap/src/checks/KnownRouter.js"

/** A token of the market. */
export type DevnetToken = {
  readonly address: Address
  readonly symbol: string
  readonly decimals: number
}

/** The market of one chain. The keys of `dexes` and `bridges` are the swap API's provider ids. */
export type DevnetMarket = MarketContractsByRole & {
  /** The router with the calldata that it takes, as `executeRoute` wants it. */
  readonly routers: KnownRouters
}

/** The contracts of a market by what they are for. */
export type MarketContractsByRole = {
  /** Owns the other contracts, and makes the calls of the devnet's keeper. */
  readonly operator: Address
  readonly router: Address
  /** Creates the address of every deposit route. */
  readonly deposits: Address
  readonly tokens: Readonly<Record<MarketToken, DevnetToken>>
  readonly dexes: Readonly<Record<Dex, Address>>
  readonly bridges: Readonly<Record<Bridge, Address>>
}

export function describeMarket(contracts: MarketContracts): MarketContractsByRole {
  const { operator, router, deposits } = contracts
  return {
    operator,
    router,
    deposits,
    tokens: mapKeys(marketTokens, (token, { symbol, decimals }) => ({ address: contracts[token], symbol, decimals })),
    dexes: mapKeys(dexes, (dex) => contracts[dex]),
    bridges: mapKeys(bridges, (bridge) => contracts[bridge]),
  }
}

function mapKeys<Key extends string, Value, Result>(
  table: Readonly<Record<Key, Value>>,
  change: (key: Key, value: Value) => Result,
): Readonly<Record<Key, Result>> {
  const entries = (Object.entries(table) as [Key, Value][]).map(([key, value]) => [key, change(key, value)])
  return Object.fromEntries(entries) as Record<Key, Result>
}
