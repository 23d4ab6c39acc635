import type { LocalChain } from "../chain/chains.js"
import { deployMarket } from "./deploy.js"
import { type MarketContracts, marketContracts } from "./contracts.js"
import { createMarketLedger, type MarketLedger } from "./ledger/ledger.js"
import { observeMarket } from "./observing/observer.js"
import { createQuotes, type Quotes } from "./quoting/quotes.js"
import { jobQueue } from "./jobQueue.js"
import { startMarketWorkers } from "./actors/startWorkers.js"
import type { System, SystemContext } from "../System.js"

/** A market on every chain, and what is known of its routes. */
export type Market = System & {
  readonly chains: readonly LocalChain[]
  /** The same on every chain. */
  readonly contracts: MarketContracts
  readonly quotes: Quotes
  readonly ledger: MarketLedger
  /** Reads all that the chains have mined until now into the ledger. */
  sync(): Promise<void>
}

/** Puts a market on chains that have the messaging protocol, and follows it. */
export async function openMarket(
  chains: readonly LocalChain[],
  { staff, clock, retries, cleanup, report }: SystemContext,
): Promise<Market> {
  const quotes = createQuotes({ most: 10_000, mostDeposits: 500 })
  const ledger = createMarketLedger({ clock, quotes })
  const desks = await Promise.all(
    chains.map(async (chain) => {
      const siblings = chains.filter((sibling) => sibling !== chain)
      const contracts = await deployMarket(chain, siblings, staff)
      const observer = await observeMarket(chain, contracts, { ledger, quotes }, report)
      cleanup.defer(() => observer.stop())
      return { chain, contracts, observer }
    }),
  )
  return {
    chains,
    contracts: marketContracts(staff.deployer.address),
    quotes,
    ledger,
    async sync() {
      await Promise.all(desks.map(({ observer }) => observer.sync()))
    },
    books: [jobQueue(ledger)],
    hireCrew: (signal) => startMarketWorkers({ ledger, desks, account: staff.keeper, clock, retries, signal }),
  }
}
