import type { Clock } from "../../../primitives/clock.js"
import type { LocalChain } from "../../chain/chains.js"
import type { Observer } from "../../chain/followLogs.js"
import type { RetryPolicy } from "../../relay/RetryPolicy.js"
import type { MarketContracts } from "../contracts.js"
import type { MarketLedger } from "../ledger/ledger.js"

/** What the keeper works with on one chain. */
export type MarketWorkerContext = {
  readonly chain: LocalChain
  readonly contracts: MarketContracts
  readonly ledger: MarketLedger
  /** From `observeMarket`. */
  readonly observer: Observer
  readonly clock: Clock
  readonly retries: RetryPolicy
}
