import type { LocalAccount } from "viem"

import type { Accounts } from "../../chain/accounts.js"
import { type BatchSender, createBatchSender } from "../../relay/createBatchSender.js"
import { createSenders } from "../../relay/sender.js"
import type { Queue, WorkerGroup } from "../../relay/Worker.js"
import type { GatewayJob } from "../ledger/jobs.js"
import type { PayloadRecord } from "../ledger/types.js"
import type { GatewayStage, JobStage, PayloadStage } from "../stages.js"
import { messenger } from "./messenger.js"
import { resolver } from "./resolver.js"
import { scheduler, timer } from "./scheduler.js"
import { transmitter } from "./transmitter.js"
import type { GatewayWorkerContext, ServedWorkerContext } from "./types.js"
import { watcher } from "./watcher.js"

/**
 * Starts the gateway's actors: the watcher, the timer, the resolver, the scheduler and the messenger on the gateway chain, and a transmitter
 * on each chain that it serves.
 *
 * @param accounts owners of the chains' actor batchers. Nothing else may send from them there, because a sender counts its nonces.
 */
export function startGatewayWorkers({
  payloads,
  jobs,
  gateway,
  served,
  accounts,
  report,
  signal,
}: {
  payloads: Queue<PayloadStage, PayloadRecord>
  jobs: Queue<JobStage, GatewayJob>
  gateway: GatewayWorkerContext
  served: readonly ServedWorkerContext[]
  accounts: Pick<Accounts, "gatewayWatcher" | "gatewayTransmitter">
  report: (error: unknown) => void
  signal: AbortSignal
}): WorkerGroup<GatewayStage> {
  const { senderFor, settled } = createSenders(
    signal,
    [gateway, ...served].map(({ observer }) => observer),
  )
  const batchSenderFor = (
    { chain, contracts, observer }: GatewayWorkerContext | ServedWorkerContext,
    account: LocalAccount,
  ): BatchSender =>
    createBatchSender({ chain, batcher: contracts.actorBatcher, sender: senderFor(chain, account), observer })
  const sockets = new Map(served.map(({ chain, contracts }) => [chain.slug, contracts.gatewaySocket]))
  const batchSender = batchSenderFor(gateway, accounts.gatewayWatcher)

  const payloadHandlers = [
    ...watcher(gateway, batchSender, { account: accounts.gatewayWatcher, sockets }),
    ...served.flatMap((context) => transmitter(context, batchSenderFor(context, accounts.gatewayTransmitter))),
    ...timer(gateway),
    ...resolver(gateway, batchSender),
  ]
  const jobHandlers = [scheduler(gateway, batchSender), ...messenger(gateway, batchSender, report)]
  return {
    workers: [
      ...payloadHandlers.map((handler) => ({ ...handler, queue: payloads, batchSize })),
      ...jobHandlers.map((handler) => ({ ...handler, queue: jobs, batchSize })),
    ],
    settled,
  }
}

/** Items that one actor takes at once. Its batch sender splits them by gas. */
const batchSize = 250
