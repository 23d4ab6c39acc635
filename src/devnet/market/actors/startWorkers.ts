import type { LocalAccount } from "viem"

import type { Clock } from "../../../primitives/clock.js"
import type { MarketLedger } from "../ledger/ledger.js"
import type { Workers } from "../../relay/workers.js"
import type { RetryPolicy } from "../../relay/RetryPolicy.js"
import { createBatchSender } from "../../relay/batchSender.js"
import { createSender } from "../../relay/sender.js"
import { jobQueue } from "../jobQueue.js"
import type { MarketWorkerContext } from "./WorkerContext.js"
import { keeper } from "./keeper.js"

/** Puts a keeper at work on every chain that has a market. */
export function startMarketWorkers({
  ledger,
  desks,
  account,
  clock,
  retries,
  signal,
}: {
  ledger: MarketLedger
  desks: readonly MarketWorkerContext[]
  /** Owner of the chains' market operators. Nobody else may send with its key there. */
  account: LocalAccount
  clock: Clock
  retries: RetryPolicy
  signal: AbortSignal
}): Workers {
  const book = jobQueue(ledger)
  const keepers = desks.map((desk) => {
    const { chain, contracts, observer } = desk
    const sender = createSender(chain, account, signal)
    const carrier = createBatchSender({ chain, batcher: contracts.operator, sender, observer })
    return { sender, observer, parts: keeper(desk, ledger, carrier, { clock, retries }) }
  })
  return {
    workers: keepers.flatMap(({ parts }) => parts.map((part) => ({ ...part, book, most: largestBatch }))),
    async settled() {
      await Promise.all(keepers.map(({ sender }) => sender.settled()))
      await Promise.all(keepers.map(({ observer }) => observer.sync()))
    },
  }
}

/** What the keeper takes up at once. Its carrier splits it by gas. */
const largestBatch = 50
