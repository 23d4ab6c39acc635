import type { Hex } from "viem"

import { rememberEntries } from "../../chain/followLogs.js"
import type { Job } from "../../relay/Worker.js"
import type { JobStage } from "../stages.js"
import { noAttempt } from "./attempt.js"
import type { FeesDeposit, GatewayFact, GatewayIndex, ScheduledTimeout } from "./facts.js"
import { type Attempt, isSameTrigger, type Trigger } from "./types.js"
import type { Clock } from "#src/primitives/clock.js"

/** Something that has to be done once on the gateway chain, and the latest attempt at it. */
export type GatewayJob<Subject = unknown> = Job<Subject> & { readonly id: Hex; readonly attempt: Attempt }

/** What has to be done on the gateway chain besides payloads. */
export type Jobs = {
  /** What is open, by who does it. */
  readonly waiting: Readonly<Record<JobStage, () => readonly GatewayJob[]>>
  isOpen(id: Hex): boolean
  isDone(id: Hex): boolean
  note(id: Hex, attempt: Attempt): void
  attemptOf(id: Hex): Attempt
  record(facts: readonly GatewayFact[]): void
  /** Reads every job again from the indexes of all chains, because the history of one has changed. Attempts are forgotten. */
  rebuild(home: GatewayIndex, indexes: Iterable<GatewayIndex>): void
  /** Remembers the latest attempts, and when each job was first seen. Returns a function that goes back to them. */
  remember(): () => void
  /** Sets the gateway chain's time, in unix seconds. From there it is assumed to run with the clock. */
  setTime(timestamp: number): void
  /** Estimates the clock time, in milliseconds, at which the gateway chain's time is `timestamp`, in unix seconds. */
  clockTimeOf(timestamp: number): number
}

/**
 * @param onNote called with the id of a job when there was an attempt at it
 * @param onCredited called when a deposit that was open is credited
 */
export function createJobs({
  clock,
  onNote,
  onCredited,
}: {
  clock: Pick<Clock, "now">
  onNote: (id: Hex) => void
  onCredited: (deposit: FeesDeposit) => void
}): Jobs {
  const timeouts = new Map<Hex, ScheduledTimeout>()
  const triggers = new Map<Hex, Trigger>()
  const deposits = new Map<Hex, FeesDeposit>()
  /** Ids of jobs that are done. The chain that requests a job may be read after the one on which it was done. */
  const done = new Set<Hex>()
  const handled = new Map<Hex, Trigger>()
  const firstSeen = new Map<Hex, number>()
  const attempts = new Map<Hex, Attempt>()
  let chainTime = { timestamp: 0, at: 0 }

  const attemptOf = (id: Hex) => attempts.get(id) ?? noAttempt
  const isOpen = (id: Hex) => timeouts.has(id) || triggers.has(id) || deposits.has(id)

  function open<Subject>(subjects: Map<Hex, Subject>, id: Hex, subject: Subject): void {
    if (done.has(id)) return
    subjects.set(id, subject)
    if (!firstSeen.has(id)) firstSeen.set(id, clock.now())
  }

  function close(id: Hex): void {
    const deposit = deposits.get(id)
    done.add(id)
    for (const subjects of [timeouts, triggers, deposits]) subjects.delete(id)
    if (deposit !== undefined) onCredited(deposit)
  }

  /** A trigger with the id of another that was handled is still open: to drop it would be to lose it without a word. */
  function openTrigger(trigger: Trigger): void {
    const { triggerId } = trigger
    if (isSameTrigger(handled.get(triggerId), trigger)) return
    open(triggers, triggerId, trigger)
  }

  function closeTrigger(trigger: Trigger): void {
    const { triggerId } = trigger
    handled.set(triggerId, trigger)
    if (isSameTrigger(triggers.get(triggerId), trigger)) triggers.delete(triggerId)
  }

  const clockTimeOf = (timestamp: number) => chainTime.at + (timestamp - chainTime.timestamp) * 1000

  function jobsFor<Subject>(subjects: Map<Hex, Subject>, dueAt: (subject: Subject) => number = () => 0) {
    return [...subjects].map(([id, subject]): GatewayJob<Subject> => {
      const attempt = attemptOf(id)
      const readyAt = Math.max(dueAt(subject), attempt.retryAt ?? 0)
      return { id, subject, since: firstSeen.get(id) ?? 0, readyAt, attempt }
    })
  }

  return {
    waiting: {
      // An estimate: the scheduler reads the chain's own time.
      timeout: () => jobsFor(timeouts, ({ executeAt }) => clockTimeOf(executeAt)),
      trigger: () => jobsFor(triggers),
      deposit: () => jobsFor(deposits),
    },
    isOpen,
    isDone: (id) => !isOpen(id) && (done.has(id) || handled.has(id)),
    note(id, attempt) {
      attempts.set(id, attempt)
      onNote(id)
    },
    attemptOf,
    record(facts) {
      for (const fact of facts) {
        if (fact.kind === "scheduled") open(timeouts, fact.timeout.timeoutId, fact.timeout)
        else if (fact.kind === "triggered") openTrigger(fact.trigger)
        else if (fact.kind === "deposited") open(deposits, fact.deposit.depositId, fact.deposit)
        else if (fact.kind === "timeoutResolved") close(fact.timeoutId)
        else if (fact.kind === "triggerHandled") closeTrigger(fact.trigger)
        else if (fact.kind === "credited") close(fact.depositId)
      }
    },
    rebuild(home, indexes) {
      const before = [...deposits.values()]
      for (const known of [timeouts, triggers, deposits, done, handled, attempts]) known.clear()
      for (const id of [...home.timeoutsResolved.keys(), ...home.credited]) done.add(id)
      for (const { trigger } of home.triggersHandled.values()) closeTrigger(trigger)
      for (const index of indexes) {
        for (const [id, timeout] of index.scheduled) open(timeouts, id, timeout)
        for (const { trigger } of index.triggers.values()) openTrigger(trigger)
        for (const [id, deposit] of index.deposits) open(deposits, id, deposit)
      }
      for (const deposit of before) if (done.has(deposit.depositId)) onCredited(deposit)
    },
    remember: () => rememberEntries(attempts, firstSeen),
    clockTimeOf,
    setTime(timestamp) {
      chainTime = { timestamp, at: clock.now() }
    },
  }
}
