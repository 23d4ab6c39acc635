import type { LocalChain } from "../../chain/chains.js"
import type { Observer } from "../../chain/followLogs.js"
import type { MarketContracts } from "../contracts.js"

/** What the keeper works with on one chain. */
export type MarketWorkerContext = {
  readonly chain: LocalChain
  readonly contracts: MarketContracts
  /** From `observeMarket`. */
  readonly observer: Observer
}
