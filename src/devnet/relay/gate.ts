import type { Interceptor, Queue, Worker } from "./Worker.js"
import type { Clock } from "#src/primitives/clock.js"
import { getOrAdd } from "#src/primitives/lifetime/lazily.js"

/** Decides which items a worker may take now, and wakes workers when there may be more. */
export type Gate<Stage extends string> = {
  pause(stages: readonly Stage[]): void
  resume(stages: readonly Stage[]): void
  isPaused(stage: Stage): boolean
  /** The items that this worker may take now, oldest first. */
  due(worker: Worker<Stage>): unknown[]
  /** The items that this worker could take now if no interceptor chose, those that rest too, oldest first. */
  possible(worker: Worker<Stage>): unknown[]
  /** Lets every item that rests be tried once more by each worker, although its time has not come. Returns whether there is any. */
  tryResting(workers: readonly Worker<Stage>[]): boolean
  /** The worker begins with items: they were tried. */
  begin(worker: Worker<Stage>, items: readonly unknown[]): void
  /** Keeps items that could not be moved away from the worker for some milliseconds, so that it does not spin on them. */
  postpone(worker: Worker<Stage>, items: readonly unknown[], rest: number): void
  /** A count of everything that may have made an item due. */
  changes(): number
  /** Resolves once the count is above `seen`. */
  changedSince(seen: number): Promise<void>
  wake(): void
  /** Drops the timer. It is set again by the next call of `due`. */
  dropTimer(): void
}

/** How long an item that could not be moved is kept away from its worker, at first. Milliseconds. */
export const restAfterFailureMs = 250

/** How the actors work. */
export type Rules<Stage extends string> = {
  readonly clock: Clock
  /** Milliseconds that an item stays in each state at least. */
  readonly pace: number
  readonly interceptor?: Interceptor<Stage> | undefined
  /** Whether the actors work one at a time and in an order that does not depend on the machine. Default: false. */
  readonly inTurns?: boolean | undefined
}

export function createGate<Stage extends string>({
  queues,
  clock,
  pace,
  interceptor = {},
  inTurns = false,
}: Rules<Stage> & { readonly queues: readonly Queue<Stage>[] }): Gate<Stage> {
  const paused = new Set<Stage>()
  const postponed = new WeakMap<Worker<Stage>, Map<string, number>>()
  /** The items that rest and may be tried once more. */
  const onceMore = new WeakMap<Worker<Stage>, Set<string>>()
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
    const set = timer
    set.at = time
    void clock.sleep(Math.max(0, time - clock.now()), set.off.signal).then(
      () => {
        set.at = Infinity
        wakeAll()
      },
      () => undefined,
    )
  }

  function dropTimer(): void {
    // An abort makes an error with a stack, at each change of every item.
    if (timer.at === Infinity) return
    timer.off.abort()
    timer = { at: Infinity, off: new AbortController() }
  }

  /** What became due in one moment comes by its id, which counts up. Which of two chains was read first depends on the machine. */
  function waitingFor({ queue, stage, chainSlug }: Worker<Stage>): readonly unknown[] {
    const waiting = queue.waiting(stage, chainSlug)
    if (!inTurns || waiting.length < 2) return waiting
    return waiting.toSorted((one, other) => {
      const later = queue.sinceOf(one) - queue.sinceOf(other)
      if (later !== 0) return later
      return queue.idOf(one) < queue.idOf(other) ? -1 : 1
    })
  }

  /** When the worker may take an item that does not rest. */
  function readyAt({ queue, stage, chainSlug, account }: Worker<Stage>, item: unknown): number {
    const delay = interceptor.delay?.(stage, chainSlug, item, account) ?? 0
    return Math.max(queue.sinceOf(item) + pace + delay, queue.readyAt(item))
  }

  function dueAt(worker: Worker<Stage>, item: unknown): number {
    const isTriedNow = onceMore.get(worker)?.has(worker.queue.idOf(item)) === true
    return Math.max(readyAt(worker, item), isTriedNow ? 0 : restsUntil(worker, item))
  }

  function restsUntil(worker: Worker<Stage>, item: unknown): number {
    const { queue } = worker
    return Math.max(queue.restsUntil?.(item) ?? 0, postponed.get(worker)?.get(queue.idOf(item)) ?? 0)
  }

  return {
    pause(stages) {
      for (const stage of stages) paused.add(stage)
    },
    resume(stages) {
      for (const stage of stages) paused.delete(stage)
      wakeAll()
    },
    isPaused: (stage) => paused.has(stage),
    due(worker) {
      if (paused.has(worker.stage)) return []
      const now = clock.now()
      const due: unknown[] = []
      for (const item of waitingFor(worker)) {
        const time = dueAt(worker, item)
        if (time <= now) due.push(item)
        else wakeAt(time)
      }
      if (due.length === 0 || interceptor.choose === undefined) return due
      return [...interceptor.choose(worker.stage, worker.chainSlug, due, worker.account)]
    },
    possible(worker) {
      if (paused.has(worker.stage)) return []
      const now = clock.now()
      return waitingFor(worker).filter(
        (item) => worker.queue.restsUntil?.(item) !== Infinity && readyAt(worker, item) <= now,
      )
    },
    tryResting(workers) {
      const now = clock.now()
      let isAny = false
      for (const worker of workers) {
        const resting = worker.queue.waiting(worker.stage, worker.chainSlug).filter((item) => {
          const until = restsUntil(worker, item)
          return until > now && until < Infinity
        })
        onceMore.set(worker, new Set(resting.map((item) => worker.queue.idOf(item))))
        isAny ||= resting.length > 0
      }
      if (isAny) wakeAll()
      return isAny
    },
    begin(worker, items) {
      const once = onceMore.get(worker)
      for (const item of items) once?.delete(worker.queue.idOf(item))
    },
    postpone(worker, items, rest) {
      const resting = getOrAdd(postponed, worker, () => new Map<string, number>())
      const now = clock.now()
      for (const [id, until] of resting) if (until <= now) resting.delete(id)
      for (const item of items) resting.set(worker.queue.idOf(item), now + rest)
    },
    changes: () => changes,
    async changedSince(seen) {
      if (changes === seen) await new Promise<void>((resolve) => sleepers.add(resolve))
    },
    wake: wakeAll,
    dropTimer,
  }
}
