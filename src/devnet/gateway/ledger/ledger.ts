import type { Hex } from "viem"

import { type LogLedger, rememberEntries } from "../../chain/followLogs.js"
import { isGivenUp } from "./attempt.js"
import { isTakenBack } from "./derivePayload.js"
import { addGatewayFact, type FeesDeposit, type GatewayFact, GatewayIndex } from "./facts.js"
import { createGatewayViews } from "./gatewayViews.js"
import { createJobs, type Jobs } from "./jobs.js"
import { createPayloads, type Payloads } from "./payloads.js"
import type { GatewayViews, JobChange, JobRecord, PayloadRecord, RequestRecord } from "./types.js"
import type { Clock } from "#src/primitives/clock.js"
import { createListeners } from "#src/primitives/lifetime/createListeners.js"
import { getOrAdd } from "#src/primitives/lifetime/lazily.js"

/** All that is known about the gateway's requests. It outlives the relay's workers. Statuses are derived, never stored. */
export type GatewayLedger = GatewayViews &
  LogLedger<GatewayFact> &
  Pick<Payloads, "note" | "remember" | "inStatus" | "isReady"> & {
    /** A request; undefined until it is submitted. */
    request(requestCount: number): RequestRecord | undefined
    /** Whether a cancellation took a payload back, so that it is never finalized. */
    isTakenBack(payload: PayloadRecord): boolean
    /** Whether the watcher contract has marked a payload as reverted, so that it is no longer attempted. */
    isMarkedReverted(payloadId: Hex): boolean
    /** The gateway chain's time at which a schedule is due, in unix seconds; undefined until its batch begins. */
    executeAtOf(payloadId: Hex): number | undefined
    /** Timeouts, triggers and deposits that are still to be handled. */
    readonly jobs: Jobs
    /** See `onPayload` of the devnet's gateway. */
    subscribe(listener: (record: PayloadRecord) => void): () => void
    /** See `onJob` of the devnet's gateway. */
    onJob(listener: (change: JobChange) => void): () => void
    /** Calls the listener when a deposit that was open is credited. */
    onCredited(listener: (deposit: FeesDeposit) => void): () => void
    /** Calls the listener whenever anything changes, a chain's newest block included. */
    onChange(listener: () => void): () => void
  }

/** Observers of the chains write to it, actors take work from it through `payloadQueue` and `jobQueue`, the API reads it. */
export function createGatewayLedger({ clock, slug }: { clock: Pick<Clock, "now">; slug: number }): GatewayLedger {
  const indexes = new Map<number, GatewayIndex>()
  const home = () => indexOf(slug)
  const payloads = createPayloads({ clock, home, indexOf })
  const changes = createListeners()
  const credits = createListeners<[deposit: FeesDeposit]>()
  const jobs = createJobs({
    clock,
    onNote: (id) => {
      jobFeed.touch([id])
      changes.notify()
    },
    onCredited: (deposit) => {
      credits.notify(deposit)
    },
  })

  function indexOf(chainSlug: number): GatewayIndex {
    return getOrAdd(indexes, chainSlug, () => new GatewayIndex())
  }

  const { job, ...views } = createGatewayViews({ home, indexes: () => indexes.values(), payload: payloads.get, jobs })
  const jobFeed = createJobFeed(job, clock)

  return {
    ...views,
    record(chainSlug, facts, head) {
      const index = indexOf(chainSlug)
      for (const fact of facts) addGatewayFact(index, fact)
      if (chainSlug === slug) jobs.setTime(head.timestamp)
      jobs.record(facts)
      payloads.record(facts)
      jobFeed.touch(facts.flatMap(jobOf))
      changes.notify()
    },
    replace(chainSlug, facts, head) {
      const index = new GatewayIndex()
      indexes.set(chainSlug, index)
      for (const fact of facts) addGatewayFact(index, fact)
      if (chainSlug === slug) jobs.setTime(head.timestamp)
      jobs.rebuild(home(), indexes.values())
      payloads.rebuild()
      changes.notify()
    },
    note(payloadId, note) {
      payloads.note(payloadId, note)
      changes.notify()
    },
    remember() {
      const restores = [jobs.remember(), payloads.remember(), jobFeed.remember()]
      return () => {
        for (const restore of restores) restore()
        changes.notify()
      }
    },
    inStatus: payloads.inStatus,
    isReady: payloads.isReady,
    isTakenBack: (payload) => isTakenBack(payload, home()),
    isMarkedReverted: (payloadId) => home().markedReverted.has(payloadId),
    executeAtOf: (payloadId) => home().schedules.get(payloadId)?.executeAt,
    jobs,
    subscribe: payloads.subscribe,
    onJob: (listener) => jobFeed.subscribe(listener),
    onCredited: (listener) => credits.subscribe(listener),
    onChange: (listener) => changes.subscribe(listener),
  }
}

function jobOf(fact: GatewayFact): Hex[] {
  if (fact.kind === "scheduled") return [fact.timeout.timeoutId]
  if (fact.kind === "timeoutResolved") return [fact.timeoutId]
  return fact.kind === "triggered" || fact.kind === "triggerHandled" ? [fact.trigger.triggerId] : []
}

function createJobFeed(job: (id: Hex) => JobRecord | undefined, clock: Pick<Clock, "now">) {
  const listeners = createListeners<[change: JobChange]>()
  /** The last notification of each job. A further attempt that fails in the same way is no change, until the job is given up. */
  const notified = new Map<Hex, string>()

  return {
    touch(ids: readonly Hex[]): void {
      for (const id of ids) {
        const record = job(id)
        if (record === undefined) continue
        const { status, attempt } = record.kind === "timeout" ? record.timeout : record.trigger
        const now = [status, attempt.revertData, isGivenUp(attempt)].join(" ")
        if (notified.get(id) === now) continue
        notified.set(id, now)
        listeners.notify({ ...record, at: clock.now() })
      }
    },
    remember: () => rememberEntries(notified),
    subscribe: (listener: (change: JobChange) => void) => listeners.subscribe(listener),
  }
}
