import type { Queue } from "../relay/Queue.js"
import type { MarketJob, MarketLedger } from "./ledger/ledger.js"
import type { MarketStage } from "./stages.js"

/** What the keeper can do for routes, as a queue for the relay's workers. */
export function jobQueue(ledger: MarketLedger): Queue<MarketStage, MarketJob> {
  return {
    waiting: (stage, chainSlug) => ledger.jobs(stage, chainSlug),
    idOf: ({ id }) => id,
    sinceOf: ({ since }) => since,
    readyAt: ({ readyAt }) => readyAt,
    restsUntil: ({ restsUntil = 0 }) => restsUntil,
    isUnmoved: (job) => ledger.isOpen(job),
    subscribe: (listener) => ledger.onChange(listener),
  }
}
