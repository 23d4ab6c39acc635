import type { Clock } from "../../primitives/clock.js"
import type { Queue } from "./Queue.js"
import type { Stage } from "./stages.js"
import type { Worker } from "./Worker.js"

/** Says which items a worker may take up now, and wakes it when there may be more. */
export type Gate = {
  pause(...which: Stage[]): void
  resume(...which: Stage[]): void
  /** The items that are due at this worker's stage, oldest first. */
  due(worker: Worker): unknown[]
  /** Keeps items that could not be moved away from the worker for a moment, so that it does not spin on them. */
  postpone(worker: Worker, items: readonly unknown[]): void
  /** Counts everything that may have let an item through. */
  changes(): number
  /** Resolves once there were more changes than `seen`. */
  changedSince(seen: number): Promise<void>
  /** Lets go of the timer. It is set again when somebody asks what is due. */
  rest(): void
}

/** How long an item rests after a try that did not move it. */
const restAfterFailure = 250

export function createGate({ books, clock, pace }: { books: readonly Queue[]; clock: Clock; pace: number }): Gate {
  const paused = new Set<Stage>()
  const postponed = new WeakMap<Worker, Map<string, number>>()
  const sleepers = new Set<() => void>()
  for (const book of books) book.subscribe(wakeAll)
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

  function dueAt(worker: Worker, item: unknown): number {
    const { book } = worker
    return Math.max(book.sinceOf(item) + pace, book.readyAt(item), postponed.get(worker)?.get(book.idOf(item)) ?? 0)
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
      const due: unknown[] = []
      for (const item of worker.book.standing(worker.stage, worker.chainSlug)) {
        const time = dueAt(worker, item)
        if (time <= now) due.push(item)
        else wakeAt(time)
      }
      return due
    },
    postpone(worker, items) {
      const resting = postponed.get(worker) ?? new Map<string, number>()
      const now = clock.now()
      for (const [id, until] of resting) if (until <= now) resting.delete(id)
      for (const item of items) resting.set(worker.book.idOf(item), now + restAfterFailure)
      postponed.set(worker, resting)
    },
    changes: () => changes,
    async changedSince(seen) {
      if (changes === seen) await new Promise<void>((resolve) => sleepers.add(resolve))
    },
    rest,
  }
}
