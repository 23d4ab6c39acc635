import type { Hex } from "viem"

import type { Clock } from "../../primitives/clock.js"
import type { Deposit, GatewayPage, ScheduledTimeout, Trigger } from "./facts.js"
import type { TimeoutRecord, Trial } from "./records.js"
import { untried } from "./trial.js"

/** Something that is to be done on the gateway chain once, and how trying it goes. */
export type Errand<Subject> = {
  readonly id: Hex
  readonly subject: Subject
  /** Clock time at which it was first heard of. */
  readonly since: number
  /** Clock time before which it is not due. */
  readonly readyAt: number
  readonly trial: Trial
}

export type Errands = {
  timeouts(): Errand<ScheduledTimeout>[]
  triggers(): Errand<Trigger>[]
  deposits(): Errand<Deposit>[]
  note(id: Hex, trial: Trial): void
  trialOf(id: Hex): Trial
  isOpen(id: Hex): boolean
  /** Every timeout, open or not, in the order in which they were scheduled. */
  timeoutRecords(): TimeoutRecord[]
  /** Says what time it is on the gateway chain, in seconds. From there it goes on with the clock. */
  setTime(timestamp: number): void
  /** Forgets how trying went, because a chain's history changed. */
  forget(): void
}

export function createErrands({
  clock,
  home,
  pages,
  onChange,
}: {
  clock: Pick<Clock, "now">
  home: () => GatewayPage
  pages: ReadonlyMap<number, GatewayPage>
  onChange: () => void
}): Errands {
  const trials = new Map<Hex, Trial>()
  const firstHeard = new Map<Hex, number>()
  let chainTime = { timestamp: 0, at: 0 }

  const trialOf = (id: Hex) => trials.get(id) ?? untried

  function errand<Subject>(id: Hex, subject: Subject, readyAt = 0): Errand<Subject> {
    const since = firstHeard.get(id) ?? clock.now()
    firstHeard.set(id, since)
    const trial = trialOf(id)
    return { id, subject, since, readyAt: Math.max(readyAt, trial.retryAt ?? 0), trial }
  }

  /** Clock time at which the gateway chain's own time comes to so many seconds. */
  function clockTimeOf(timestamp: number): number {
    return chainTime.at + (timestamp - chainTime.timestamp) * 1000
  }

  const away = <Value>(pick: (page: GatewayPage) => ReadonlyMap<Hex, Value>) =>
    [...pages.values()].flatMap((page) => [...pick(page).entries()])

  return {
    timeouts: () =>
      [...home().scheduled]
        .filter(([id]) => !home().timeoutsResolved.has(id))
        .map(([id, timeout]) => errand(id, timeout, clockTimeOf(timeout.executeAt))),
    triggers: () =>
      away(({ triggers }) => triggers)
        .filter(([id]) => !home().triggersHandled.has(id))
        .map(([id, trigger]) => errand(id, trigger)),
    deposits: () =>
      away(({ deposits }) => deposits)
        .filter(([id]) => !home().credited.has(id))
        .map(([id, deposit]) => errand(id, deposit)),
    note(id, trial) {
      trials.set(id, trial)
      onChange()
    },
    trialOf,
    isOpen: (id) => !home().timeoutsResolved.has(id) && !home().triggersHandled.has(id) && !home().credited.has(id),
    timeoutRecords: () =>
      [...home().scheduled.values()].map((timeout) => {
        const resolved = home().timeoutsResolved.get(timeout.timeoutId)
        const trial = trialOf(timeout.timeoutId)
        return { ...timeout, resolved, status: resolved === undefined ? "ADDED_TO_QUEUE" : "RESOLVED", trial }
      }),
    setTime(timestamp) {
      chainTime = { timestamp, at: clock.now() }
    },
    forget() {
      trials.clear()
    },
  }
}
