import type { Clock } from "../../primitives/clock.js"
import type { Ledger, MessageRecord } from "../ledger.js"
import { chainOfStage, type Stage, stages, type Worker } from "./stages.js"

/** Says which messages a worker may take up now, and wakes it when there may be more. */
export type Gate = {
  pause(...which: Stage[]): void
  resume(...which: Stage[]): void
  /** The messages that are due at this worker's stage, oldest first. */
  due(worker: Worker): MessageRecord[]
  /** Keeps messages that could not be moved away from the worker for a moment, so that it does not spin on them. */
  postpone(worker: Worker, records: readonly MessageRecord[]): void
  /** Counts everything that may have let a message through. */
  changes(): number
  /** Resolves once there were more changes than `seen`. */
  changedSince(seen: number): Promise<void>
  /** Lets go of the timer. It is set again when somebody asks what is due. */
  rest(): void
}

/** How long a message rests after a try that did not move it. */
const restAfterFailure = 250

export function createGate({ ledger, clock, pace }: { ledger: Ledger; clock: Clock; pace: number }): Gate {
  const paused = new Set<Stage>()
  const postponed = new WeakMap<Worker, Map<string, number>>()
  const sleepers = new Set<() => void>()
  ledger.subscribe(wakeAll)
  let changes = 0
  let alarm = { at: Infinity, off: new AbortController() }

  function wakeAll(): void {
    changes += 1
    for (const wake of sleepers) wake()
    sleepers.clear()
  }

  function wakeAt(time: number): void {
    if (time >= alarm.at) return
    rest()
    alarm.at = time
    void clock.sleep(Math.max(0, time - clock.now()), alarm.off.signal).then(
      () => {
        alarm.at = Infinity
        wakeAll()
      },
      () => undefined,
    )
  }

  function rest(): void {
    alarm.off.abort()
    alarm = { at: Infinity, off: new AbortController() }
  }

  function dueAt(worker: Worker, { outbound, note, since }: MessageRecord): number {
    const retryAt = note !== undefined && "retryAt" in note ? note.retryAt : 0
    return Math.max(since + pace, retryAt, postponed.get(worker)?.get(outbound.messageId) ?? 0)
  }

  return {
    pause(...which) {
      for (const stage of which) paused.add(stage)
    },
    resume(...which) {
      for (const stage of which) paused.delete(stage)
      wakeAll()
    },
    due(worker) {
      if (paused.has(worker.stage)) return []
      const now = clock.now()
      const due: MessageRecord[] = []
      for (const record of recordsAt(ledger, worker)) {
        const time = dueAt(worker, record)
        if (time <= now) due.push(record)
        else wakeAt(time)
      }
      return due
    },
    postpone(worker, records) {
      const resting = postponed.get(worker) ?? new Map<string, number>()
      const now = clock.now()
      for (const [messageId, until] of resting) if (until <= now) resting.delete(messageId)
      for (const { outbound } of records) resting.set(outbound.messageId, now + restAfterFailure)
      postponed.set(worker, resting)
    },
    changes: () => changes,
    async changedSince(seen) {
      if (changes === seen) await new Promise<void>((resolve) => sleepers.add(resolve))
    },
    rest,
  }
}

/** Every message that stands before this worker, due or not. */
export function recordsAt(ledger: Ledger, worker: Worker): MessageRecord[] {
  return stages[worker.stage].takes.flatMap((status) =>
    [...ledger.inStatus(status)].filter((record) => chainOfStage(worker.stage, record) === worker.chainSlug),
  )
}
