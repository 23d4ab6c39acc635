import type { LocalChain } from "../../chains.js"
import type { Observer } from "../../followLogs.js"
import type { MarketContracts } from "../../market/contracts.js"

/** What the keeper works with on one chain. */
export type MarketDesk = {
  readonly chain: LocalChain
  readonly contracts: MarketContracts
  /** From `observeMarket`. */
  readonly observer: Observer
}
