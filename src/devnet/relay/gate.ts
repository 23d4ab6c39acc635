import type { Clock } from "../../primitives/clock.js"
import type { Interceptor } from "./Interceptor.js"
import type { Queue } from "./Queue.js"
import type { Worker } from "./Worker.js"

/** Decides which items a worker may take now, and wakes workers when there may be more. */
export type Gate<Stage extends string> = {
  pause(stages: readonly Stage[]): void
  resume(stages: readonly Stage[]): void
  /** The items that this worker may take now, oldest first. */
  due(worker: Worker<Stage>): unknown[]
  /** Keeps items that could not be moved away from the worker for some milliseconds, so that it does not spin on them. */
  postpone(worker: Worker<Stage>, items: readonly unknown[], rest: number): void
  /** Forgets what was postponed, because it may be possible to move it now. */
  forgetPostponed(): void
  /** A count of everything that may have made an item due. */
  changes(): number
  /** Resolves once the count is above `seen`. */
  changedSince(seen: number): Promise<void>
  /** Wakes every worker, so that it looks again. */
  wake(): void
  /** Drops the timer. It is set again by the next call of `due`. */
  dropTimer(): void
}

/** How long an item that could not be moved is kept away from its worker, at first. Milliseconds. */
export const restAfterFailure = 250

export function createGate<Stage extends string>({
  queues,
  clock,
  pace,
  interceptor = {},
}: {
  queues: readonly Queue<Stage>[]
  clock: Clock
  pace: number
  interceptor?: Interceptor<Stage> | undefined
}): Gate<Stage> {
  const paused = new Set<Stage>()
  let postponed = new WeakMap<Worker<Stage>, Map<string, number>>()
  const sleepers = new Set<() => void>()
  for (const queue of queues) queue.subscribe(wakeAll)
  let changes = 0
  let timer = { at: Infinity, off: new AbortController() }

  function wakeAll(): void {
    changes += 1
    for (const wake of sleepers) wake()
    sleepers.clear()
  }

  function wakeAt(time: number): void {
    if (time >= timer.at) return
    dropTimer()
    timer.at = time
    void clock.sleep(Math.max(0, time - clock.now()), timer.off.signal).then(
      () => {
        timer.at = Infinity
        wakeAll()
      },
      () => undefined,
    )
  }

  function dropTimer(): void {
    timer.off.abort()
    timer = { at: Infinity, off: new AbortController() }
  }

  function dueAt(worker: Worker<Stage>, item: unknown): number {
    const { queue } = worker
    const postponedUntil = postponed.get(worker)?.get(queue.idOf(item)) ?? 0
    const delay = interceptor.delay?.(worker.stage, worker.chainSlug, item, worker.account) ?? 0
    return Math.max(queue.sinceOf(item) + pace + delay, queue.readyAt(item), postponedUntil)
  }

  return {
    pause(stages) {
      for (const stage of stages) paused.add(stage)
    },
    resume(stages) {
      for (const stage of stages) paused.delete(stage)
      wakeAll()
    },
    due(worker) {
      if (paused.has(worker.stage)) return []
      const now = clock.now()
      const due: unknown[] = []
      for (const item of worker.queue.waiting(worker.stage, worker.chainSlug)) {
        const time = dueAt(worker, item)
        if (time <= now) due.push(item)
        else wakeAt(time)
      }
      if (due.length === 0 || interceptor.choose === undefined) return due
      return [...interceptor.choose(worker.stage, worker.chainSlug, due, worker.account)]
    },
    postpone(worker, items, rest) {
      const resting = postponed.get(worker) ?? new Map<string, number>()
      const now = clock.now()
      for (const [id, until] of resting) if (until <= now) resting.delete(id)
      for (const item of items) resting.set(worker.queue.idOf(item), now + rest)
      postponed.set(worker, resting)
    },
    forgetPostponed() {
      postponed = new WeakMap()
    },
    changes: () => changes,
    async changedSince(seen) {
      if (changes === seen) await new Promise<void>((resolve) => sleepers.add(resolve))
    },
    wake: wakeAll,
    dropTimer,
  }
}
