import { EndlessWorkError } from "./failures.js"
import type { Gate, Rules } from "./gate.js"
import type { Worker, WorkerGroup } from "./Worker.js"
import { createListeners } from "#src/primitives/lifetime/createListeners.js"

/** Waits until the workers of a run have nothing left to do. The run reports to it what they do. */
export type IdleWait<Stage extends string> = {
  begun(worker: Worker<Stage>): void
  /** The worker is done with these items, moved or not. */
  ended(worker: Worker<Stage>, items: readonly unknown[]): void
  /** The worker found nothing to do when the gate had counted so many changes. */
  rests(worker: Worker<Stage>, changes: number): void
  /** Waits as the relay's `idle` does. Resolves early if the run is stopped meanwhile. */
  idle(): Promise<void>
  /** Ends every wait, now and later, with an error after which a worker never rests again. */
  fail(error: unknown): void
  /** Ends every wait, after the run was stopped. */
  stop(): void
}

/** @param signal fires when the run is stopped */
export function createIdleWait<Stage extends string>({
  group,
  gate,
  interceptor,
  signal,
}: Pick<Rules<Stage>, "interceptor"> & {
  group: WorkerGroup<Stage>
  gate: Gate<Stage>
  signal: AbortSignal
}): IdleWait<Stage> {
  /** The count of changes after which each worker found nothing to do. */
  const restingSince = new Map<Worker<Stage>, number>()
  const rests = createListeners()
  /** Another object each time that a worker has moved something on while a caller waited for all to be idle. */
  let lastMove = {}
  let begun = 0
  let idling = 0
  let failure: { readonly error: unknown } | undefined

  /** Asks again, because the signal may have fired while something was awaited. */
  function isStopped(): boolean {
    return signal.aborted
  }

  /** Resolves with the count of changes after which no worker found anything to do, of those that began after the first so many. */
  async function allRest(first: number): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    const check = () => {
      const changes = gate.changes()
      if (failure !== undefined) reject(failure.error)
      if (begun - first > maxBegun) reject(new EndlessWorkError({ begun: begun - first }))
      if (isStopped() || group.workers.every((worker) => restingSince.get(worker) === changes)) resolve(changes)
    }
    const unsubscribe = rests.subscribe(check)
    check()
    try {
      return await promise
    } finally {
      unsubscribe()
    }
  }

  /** Resolves once every worker rests, and nothing is mined that is not known. */
  async function allSettled(first: number): Promise<void> {
    let rested: number
    do {
      rested = await allRest(first)
      await interceptor?.rest?.()
      // What the workers and others have sent may not have been read yet.
      await readChains()
    } while (!isStopped() && gate.changes() !== rested)
  }

  async function readChains(): Promise<void> {
    try {
      await group.settled()
    } catch (error) {
      if (!isStopped()) throw error
    }
  }

  /** Something that moves can be what another item has waited for, so those that rest are tried again until nothing moves. */
  async function untilNothingMoves(): Promise<void> {
    const first = begun
    gate.tryResting(group.workers)
    for (;;) {
      const before = lastMove
      await allSettled(first)
      if (isStopped() || lastMove === before || !gate.tryResting(group.workers)) return
    }
  }

  return {
    begun(worker) {
      restingSince.delete(worker)
      begun += 1
      // Where workers take turns, none rests as long as any has something to do.
      rests.notify()
    },
    ended(worker, items) {
      // Looking asks for all that waits, so it is left out where it is not needed.
      if (idling > 0 && hasMoved(worker, items)) lastMove = {}
    },
    rests(worker, changes) {
      restingSince.set(worker, changes)
      rests.notify()
    },
    async idle() {
      idling += 1
      try {
        await untilNothingMoves()
      } finally {
        idling -= 1
      }
    },
    fail(error) {
      failure ??= { error }
      rests.notify()
    },
    stop() {
      rests.notify()
    },
  }
}

/** Whether some of these items do not wait for the worker any more. */
function hasMoved<Stage extends string>(
  { queue, stage, chainSlug }: Worker<Stage>,
  items: readonly unknown[],
): boolean {
  const waiting = new Set(queue.waiting(stage, chainSlug).map((item) => queue.idOf(item)))
  return items.some((item) => !waiting.has(queue.idOf(item)))
}

/** How often workers may begin with items before a wait for their end fails: some 400 messages in a row. */
const maxBegun = 2_500
