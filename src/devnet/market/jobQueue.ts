import type { MarketJob, MarketLedger } from "./ledger/ledger.js"
import type { Queue } from "../relay/Queue.js"
import { type MarketStage, marketStages } from "./stages.js"

/** What there is to do for routes, as the relay works through it. */
export function jobQueue(ledger: MarketLedger): Queue<MarketJob> {
  return {
    standing: (stage, chainSlug) => (isMarketStage(stage) ? ledger.chores(stage, chainSlug) : []),
    idOf: ({ id }) => id,
    sinceOf: ({ since }) => since,
    readyAt: ({ readyAt }) => readyAt,
    isUnmoved: (chore) => ledger.isOpen(chore),
    subscribe: (listener) => ledger.onChange(listener),
  }
}

function isMarketStage(stage: string): stage is MarketStage {
  return stage in marketStages
}
