import type { Hex } from "viem"

import type { Clock } from "../../../primitives/clock.js"
import type { Deposit, GatewayFact, GatewayIndex, ScheduledTimeout, Trigger } from "./facts.js"
import type { Attempt } from "./records.js"
import { untried } from "./attempt.js"

/** Something that is to be done on the gateway chain once, and how trying it goes. */
export type Job<Subject = unknown> = {
  readonly id: Hex
  readonly subject: Subject
  /** Clock time at which it was first heard of. */
  readonly since: number
  /** Clock time before which it is not due. */
  readonly readyAt: number
  readonly trial: Attempt
}

/** What is still to be done, besides payloads. */
export type Jobs = {
  timeouts(): Job<ScheduledTimeout>[]
  triggers(): Job<Trigger>[]
  deposits(): Job<Deposit>[]
  isOpen(id: Hex): boolean
  note(id: Hex, trial: Attempt): void
  trialOf(id: Hex): Attempt
  learn(facts: readonly GatewayFact[]): void
  /** Takes everything in anew, because a chain's history changed. How trying went is forgotten. */
  relearn(home: GatewayIndex, pages: Iterable<GatewayIndex>): void
  /** Says what time it is on the gateway chain, in seconds. From there it goes on with the clock. */
  setTime(timestamp: number): void
}

export function createJobs({ clock, onChange }: { clock: Pick<Clock, "now">; onChange: () => void }): Jobs {
  const timeouts = new Map<Hex, ScheduledTimeout>()
  const triggers = new Map<Hex, Trigger>()
  const deposits = new Map<Hex, Deposit>()
  /** A chain may be read after the one that answers it. */
  const done = new Set<Hex>()
  const firstHeard = new Map<Hex, number>()
  const trials = new Map<Hex, Attempt>()
  let chainTime = { timestamp: 0, at: 0 }

  const trialOf = (id: Hex) => trials.get(id) ?? untried
  const isOpen = (id: Hex) => timeouts.has(id) || triggers.has(id) || deposits.has(id)

  function open<Subject>(errands: Map<Hex, Subject>, id: Hex, subject: Subject): void {
    if (done.has(id)) return
    errands.set(id, subject)
    if (!firstHeard.has(id)) firstHeard.set(id, clock.now())
  }

  function close(id: Hex): void {
    done.add(id)
    for (const errands of [timeouts, triggers, deposits]) errands.delete(id)
  }

  function errandsIn<Subject>(errands: Map<Hex, Subject>, dueAt: (subject: Subject) => number = () => 0) {
    return [...errands].map(([id, subject]): Job<Subject> => {
      const trial = trialOf(id)
      const readyAt = Math.max(dueAt(subject), trial.retryAt ?? 0)
      return { id, subject, since: firstHeard.get(id) ?? 0, readyAt, trial }
    })
  }

  return {
    // The chain's own time comes to its moment when the clock has gone on for as long.
    timeouts: () => errandsIn(timeouts, ({ executeAt }) => chainTime.at + (executeAt - chainTime.timestamp) * 1000),
    triggers: () => errandsIn(triggers),
    deposits: () => errandsIn(deposits),
    isOpen,
    note(id, trial) {
      trials.set(id, trial)
      onChange()
    },
    trialOf,
    learn(facts) {
      for (const fact of facts) {
        if (fact.kind === "scheduled") open(timeouts, fact.timeout.timeoutId, fact.timeout)
        else if (fact.kind === "triggered") open(triggers, fact.trigger.triggerId, fact.trigger)
        else if (fact.kind === "deposited") open(deposits, fact.deposit.depositId, fact.deposit)
        else if (fact.kind === "timeoutResolved") close(fact.timeoutId)
        else if (fact.kind === "triggerHandled") close(fact.triggerId)
        else if (fact.kind === "credited") close(fact.depositId)
      }
    },
    relearn(home, pages) {
      for (const known of [timeouts, triggers, deposits, done, trials]) known.clear()
      for (const id of [...home.timeoutsResolved.keys(), ...home.triggersHandled, ...home.credited]) done.add(id)
      for (const page of pages) {
        for (const [id, timeout] of page.scheduled) open(timeouts, id, timeout)
        for (const [id, trigger] of page.triggers) open(triggers, id, trigger)
        for (const [id, deposit] of page.deposits) open(deposits, id, deposit)
      }
    },
    setTime(timestamp) {
      chainTime = { timestamp, at: clock.now() }
    },
  }
}
