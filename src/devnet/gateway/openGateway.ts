import type { Address, Hex, LocalAccount } from "viem"
import { isHash } from "viem/utils"

import type { LocalChain } from "../chain/chains.js"
import { IdUsedBeforeError } from "../chain/setBackErrors.js"
import { createCostlyTurns } from "../relay/costlyCalls.js"
import { createBatchSender } from "../relay/createBatchSender.js"
import type { Protocol, ProtocolContext } from "../relay/Protocol.js"
import { createSenders } from "../relay/sender.js"
import type { Queue } from "../relay/Worker.js"
import type { GatewayWorkerContext, ServedWorkerContext } from "./actors/GatewayWorkerContext.js"
import { messenger } from "./actors/messenger.js"
import { resolver } from "./actors/resolver.js"
import { scheduler, timer } from "./actors/scheduler.js"
import { transmitter } from "./actors/transmitter.js"
import { watcher } from "./actors/watcher.js"
import {
  deployGateway,
  deployServed,
  type GatewayContracts,
  gatewayContracts,
  type ServedContracts,
  servedContracts,
} from "./deploy.js"
import { reportIgnoredSwitchboardTypes } from "./ignoredSwitchboardType.js"
import { attemptAtNext, isGivenUp, noAttempt } from "./ledger/attempt.js"
import type { GatewayJob } from "./ledger/jobs.js"
import { createGatewayLedger, type GatewayLedger } from "./ledger/ledger.js"
import type { PayloadRecord } from "./ledger/types.js"
import { observeGatewayChain } from "./observeGatewayChain.js"
import { observeServedChain } from "./observeServedChain.js"
import { type GatewayStage, type JobStage, jobStages, type PayloadStage, payloadStages } from "./stages.js"
import { isPayloadDone } from "#src/gateway/states.js"
import type { RetryOutcome } from "#src/primitives/reverts/RetryOutcome.js"

/** The gateway on a chain of its own and on the chains that it serves, and what is known of its requests. */
export type Gateway = Protocol<GatewayStage> & {
  readonly chain: LocalChain
  readonly contracts: GatewayContracts
  /** The same on every chain that it serves. */
  readonly servedContracts: ServedContracts
  readonly ledger: GatewayLedger
}

/** Deploys the gateway to its chain and to messaging chains. Apps' contracts connect through `switchboard`, the same on all. */
export async function openGateway(
  chain: LocalChain,
  served: readonly LocalChain[],
  { accounts, clock, retries, cleanup, report, switchboard }: ProtocolContext & { readonly switchboard: Address },
): Promise<Gateway> {
  const ledger = createGatewayLedger({ clock, slug: chain.slug })
  reportUsedIds(served, ledger, report)
  reportIgnoredSwitchboardTypes(chain, ledger, report)
  const { address: deployer } = accounts.deployer
  const deployed = { home: gatewayContracts(deployer), onServed: servedContracts(deployer), accounts }
  const openHome = async (): Promise<GatewayWorkerContext> => {
    const contracts = deployed.home
    await deployGateway(chain, served, deployed)
    const observer = await observeGatewayChain(chain, contracts, ledger, report)
    cleanup.defer(() => observer.stop())
    return { chain, contracts, ledger, observer, clock, retries, turns: createCostlyTurns(clock) }
  }
  const openServed = async (target: LocalChain): Promise<ServedWorkerContext> => {
    const contracts = deployed.onServed
    await deployServed(target, switchboard, deployed)
    const observer = await observeServedChain(target, contracts, ledger, report)
    cleanup.defer(() => observer.stop())
    return { chain: target, contracts, ledger, observer, clock, retries }
  }
  const [home, contexts] = await Promise.all([openHome(), Promise.all(served.map(openServed))])
  const observers = [home, ...contexts].map(({ observer }) => observer)
  const [payloads, jobs] = [payloadQueue(ledger), jobQueue(ledger)]
  return {
    chain,
    contracts: deployed.home,
    servedContracts: deployed.onServed,
    ledger,
    queues: [payloads, jobs],
    knows: (id) => ledger.payload(id) !== undefined || ledger.jobs.isOpen(id) || ledger.jobs.isDone(id),
    async sync() {
      await Promise.all(observers.map((observer) => observer.sync()))
    },
    async remember() {
      await Promise.all(observers.map((observer) => observer.remember()))
      return ledger.remember()
    },
    retry: (id) => (isHash(id) ? retryGatewayJob(ledger, id) : undefined),
    startWorkers(signal) {
      const { senderFor, settled } = createSenders(signal, [home, ...contexts])
      const batchSenderFor = (context: GatewayWorkerContext | ServedWorkerContext, account: LocalAccount) =>
        createBatchSender(context, context.contracts.actorBatcher, senderFor(context.chain, account))
      const { gatewayWatcher: account, gatewayTransmitter } = accounts
      const sockets = new Map(served.map(({ slug }) => [slug, deployed.onServed.gatewaySocket]))
      const batchSender = batchSenderFor(home, account)
      const payloadHandlers = [
        ...watcher(home, batchSender, { account, sockets }),
        ...contexts.flatMap((context) => transmitter(context, batchSenderFor(context, gatewayTransmitter))),
        ...timer(home),
        ...resolver(home, batchSender),
      ]
      const jobHandlers = [scheduler(home, batchSender), ...messenger(home, batchSender, report)]
      return {
        workers: [
          ...payloadHandlers.map((handler) => ({ ...handler, queue: payloads, batchSize })),
          ...jobHandlers.map((handler) => ({ ...handler, queue: jobs, batchSize })),
        ],
        settled,
      }
    },
  }
}

/** Items that one actor takes at once. Its batch sender splits them by gas. */
const batchSize = 250

/** Reports each payload that can never be executed because another one with its id was, when it fails for the first time. */
export function reportUsedIds(
  served: readonly Pick<LocalChain, "slug" | "name">[],
  ledger: Pick<GatewayLedger, "subscribe">,
  report: (error: unknown) => void,
): void {
  ledger.subscribe(({ payloadId, chainSlug, idUsedIn, executionAttempt }) => {
    if (idUsedIn === undefined || executionAttempt.attempts !== 1) return
    const chain = served.find(({ slug }) => slug === chainSlug)?.name ?? String(chainSlug)
    report(new IdUsedBeforeError({ what: "payload", id: payloadId, chain, txHash: idUsedIn }))
  })
}

/** Tries again what the actors gave up, and what depends on it. `undefined` if the ledger knows nothing with this id. */
export function retryGatewayJob(ledger: GatewayLedger, id: Hex): RetryOutcome | undefined {
  const payload = ledger.payload(id)
  if (payload !== undefined) {
    if (isPayloadDone(payload.status)) return "done"
    if (ledger.isTakenBack(payload)) return "cancelled"
    if (!payload.isGivenUp) return "not given up"
    const fresh = { finalizationAttempt: noAttempt, executionAttempt: noAttempt, callbackAttempt: noAttempt }
    ledger.note(id, { ...fresh, isReopened: true })
    return "retried"
  }
  const { jobs } = ledger
  if (jobs.isOpen(id)) {
    if (!isGivenUp(jobs.attemptOf(id))) return "not given up"
    jobs.note(id, noAttempt)
    return "retried"
  }
  return jobs.isDone(id) ? "done" : undefined
}

export function payloadQueue(ledger: GatewayLedger): Queue<PayloadStage, PayloadRecord> {
  const isOpen = (payload: PayloadRecord) => !payload.isGivenUp && !ledger.isTakenBack(payload)

  const inStatus = (status: PayloadRecord["status"]) => [...ledger.inStatus(status)]

  /** An estimate: the timer reads the chain's own time. */
  function dueAt({ payloadId, status }: PayloadRecord): number {
    const executeAt = status === "FINALIZED" ? ledger.executeAtOf(payloadId) : undefined
    return executeAt === undefined ? 0 : ledger.jobs.clockTimeOf(executeAt)
  }

  const waitingFor: Readonly<Record<PayloadStage, () => PayloadRecord[]>> = {
    accept: () => inStatus("NO").filter((payload) => isOpen(payload) && ledger.isReady(payload)),
    finalize: () => inStatus("FINALIZING").filter(isOpen),
    simulatePayload: () => inStatus("FINALIZED").filter(isOpen),
    executePayload: () => inStatus("EXECUTING"),
    simulateCallback: () => inStatus("EXECUTED").filter(isOpen),
    resolve: () => inStatus("PROMISE_RESOLVING"),
    markRevert: () =>
      [...inStatus("FINALIZED"), ...inStatus("EXECUTED")].filter(
        (payload) => isGivenUp(attemptAtNext(payload)) && !ledger.isMarkedReverted(payload.payloadId),
      ),
  }

  return {
    stages: Object.keys(payloadStages) as PayloadStage[],
    waiting(stage, chainSlug) {
      const payloads = waitingFor[stage]()
      // The payload's own chain, which is the gateway chain for a schedule. All other stages work there.
      const isOnServedChain = stage === "simulatePayload" || stage === "executePayload"
      return isOnServedChain ? payloads.filter((payload) => payload.chainSlug === chainSlug) : payloads
    },
    idOf: ({ payloadId }) => payloadId,
    sinceOf: ({ since }) => since,
    readyAt: (payload) => Math.max(attemptAtNext(payload).retryAt ?? 0, dueAt(payload)),
    isUnmoved: (payload) => ledger.payload(payload.payloadId) === payload,
    subscribe: (listener) => ledger.onChange(listener),
  }
}

export function jobQueue(ledger: GatewayLedger): Queue<JobStage, GatewayJob> {
  const { jobs } = ledger

  return {
    stages: Object.keys(jobStages) as JobStage[],
    waiting: (stage) => jobs.waiting[stage]().filter(({ attempt }) => !isGivenUp(attempt)),
    idOf: ({ id }) => id,
    sinceOf: ({ since }) => since,
    readyAt: ({ readyAt }) => readyAt,
    isUnmoved: ({ id, attempt }) => jobs.isOpen(id) && jobs.attemptOf(id) === attempt,
    subscribe: (listener) => ledger.onChange(listener),
  }
}
