import type { LocalAccount } from "viem"

import { createBatchSender } from "../../relay/batching/createBatchSender.js"
import type { Queue } from "../../relay/Queue.js"
import { createSender } from "../../relay/sender.js"
import type { WorkerGroup } from "../../relay/Worker.js"
import type { MarketJob } from "../ledger/ledger.js"
import type { MarketStage } from "../stages.js"
import { keeper } from "./keeper.js"
import type { MarketWorkerContext } from "./MarketWorkerContext.js"

/** Starts a keeper on every chain that has a market. */
export function startMarketWorkers({
  queue,
  contexts,
  account,
  signal,
}: {
  queue: Queue<MarketStage, MarketJob>
  contexts: readonly MarketWorkerContext[]
  /** Owner of the chains' market operators. Nothing else may send from it there, because a sender counts its nonces. */
  account: LocalAccount
  signal: AbortSignal
}): WorkerGroup<MarketStage> {
  const keepers = contexts.map((context) => {
    const { chain, contracts, observer } = context
    const sender = createSender(chain, account, signal)
    const batchSender = createBatchSender({ chain, batcher: contracts.operator, sender, observer })
    return { sender, observer, handlers: keeper(context, batchSender) }
  })
  return {
    workers: keepers.flatMap(({ handlers }) => handlers.map((handler) => ({ ...handler, queue, batchSize }))),
    async settled() {
      await Promise.all(keepers.map(({ sender }) => sender.settled()))
      await Promise.all(keepers.map(({ observer }) => observer.sync()))
    },
  }
}

/** Jobs that the keeper takes at once. Its batch sender splits them by gas. */
const batchSize = 50
