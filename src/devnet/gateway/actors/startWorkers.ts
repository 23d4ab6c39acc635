import type { LocalAccount } from "viem"

import type { Clock } from "../../../primitives/clock.js"
import type { GatewayLedger } from "../ledger/ledger.js"
import type { Queue } from "../../relay/Queue.js"
import type { Workers } from "../../relay/workers.js"
import type { RetryPolicy } from "../../relay/RetryPolicy.js"
import { createSender, type Sender } from "../../relay/sender.js"
import { createBatchSender } from "../../relay/batchSender.js"
import type { GatewayWorkerContext, ServedWorkerContext } from "./WorkerContext.js"
import { jobQueue } from "../jobQueue.js"
import { messenger } from "./messenger.js"
import { payloadQueue } from "../payloadQueue.js"
import { resolver } from "./resolver.js"
import { scheduler } from "./scheduler.js"
import { transmitter } from "./transmitter.js"
import { watcher } from "./watcher.js"

/** What `createRelay` must know of the gateway's ledger, besides messaging's. */
export function gatewayQueues(ledger: GatewayLedger): readonly Queue[] {
  return [payloadQueue(ledger), jobQueue(ledger)]
}

/**
 * Puts the gateway's actors at work: the watcher, the resolver and the scheduler on the gateway chain, a transmitter on each
 * chain that it serves. `joinCrews` lets them work beside messaging's under one relay.
 *
 * @param staff owners of the chains' actor batchers. Nobody else may send with their keys there, because each counts its nonces.
 */
export function startGatewayWorkers({
  ledger,
  gateway,
  served,
  staff,
  clock,
  retries,
  report,
  signal,
}: {
  ledger: GatewayLedger
  gateway: GatewayWorkerContext
  served: readonly ServedWorkerContext[]
  staff: { readonly gatewayWatcher: LocalAccount; readonly gatewayTransmitter: LocalAccount }
  clock: Clock
  retries: RetryPolicy
  report: (error: unknown) => void
  signal: AbortSignal
}): Workers {
  const patience = { clock, retries }
  const senders: Sender[] = []
  const carrierAt = (
    { chain, contracts, observer }: GatewayWorkerContext | ServedWorkerContext,
    account: LocalAccount,
  ) => {
    const sender = createSender(chain, account, signal)
    senders.push(sender)
    return createBatchSender({ chain, batcher: contracts.actorBatcher, sender, observer })
  }
  const sockets = new Map(served.map(({ chain, contracts }) => [chain.slug, contracts.gatewaySocket]))
  const carrier = carrierAt(gateway, staff.gatewayWatcher)

  const payloadParts = [
    ...watcher(gateway, ledger, staff.gatewayWatcher, carrier, { sockets, patience }),
    ...served.flatMap((desk) => transmitter(desk, ledger, carrierAt(desk, staff.gatewayTransmitter), patience)),
    ...resolver(gateway, ledger, carrier, patience),
  ]
  const errandParts = [
    scheduler(gateway, ledger, carrier, patience),
    ...messenger(gateway, ledger, carrier, { patience, report }),
  ]
  const [payloads, errands] = [payloadQueue(ledger), jobQueue(ledger)]
  return {
    workers: [
      ...payloadParts.map((part) => ({ ...part, book: payloads, most: largestBatch })),
      ...errandParts.map((part) => ({ ...part, book: errands, most: largestBatch })),
    ],
    async settled() {
      await Promise.all(senders.map((sender) => sender.settled()))
      await Promise.all([gateway, ...served].map(({ observer }) => observer.sync()))
    },
  }
}

/** What one actor takes up at once. Its carrier splits it by gas. */
const largestBatch = 250
