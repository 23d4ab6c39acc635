import type { Clock } from "../../primitives/clock.js"
import { createListeners } from "../../primitives/createListeners.js"
import { ActorFailedError } from "./failures/ActorFailedError.js"
import type { FailureLog } from "./failures/createFailureLog.js"
import { type Gate, restAfterFailure } from "./gate.js"
import type { Interceptor } from "./Interceptor.js"
import type { Protocol } from "./Protocol.js"
import { joinWorkerGroups, type Worker } from "./Worker.js"

/** The workers between one start of the relay and the next stop. */
export type Run = {
  /** Moves every item on by one state. Resolves early if the run is stopped meanwhile. */
  step(): Promise<void>
  /** Resolves once all chains are read, and every worker has found nothing to do. Resolves early if the run is stopped meanwhile. */
  idle(): Promise<void>
  /** Resolves once no worker is at work any more. */
  stop(): Promise<void>
}

/** @param after the workers start once this has resolved */
export function startRun<Stage extends string>({
  protocols,
  gate,
  clock,
  after,
  interceptor,
  failures: failureLog,
  report,
}: {
  protocols: readonly Protocol<Stage>[]
  gate: Gate<Stage>
  clock: Clock
  after: Promise<void>
  interceptor?: Interceptor<Stage> | undefined
  failures: FailureLog
  report: (error: unknown) => void
}): Run {
  const stopping = new AbortController()
  const { signal } = stopping
  const group = joinWorkerGroups(protocols.map((protocol) => protocol.startWorkers(signal)))
  const busy = new Set<Promise<unknown>>()
  const ready = after.then(look)
  /** The count of changes after which each worker found nothing to do. */
  const restingSince = new Map<Worker<Stage>, number>()
  const rests = createListeners()
  let steps = 0
  let lastStep: Promise<void> = Promise.resolve()

  /** Waits for what these accounts sent before, and reads every chain. A look that fails is repeated until the run is stopped. */
  async function look(): Promise<void> {
    for (let failures = 0; !signal.aborted; failures += 1) {
      try {
        await group.settled()
        return
      } catch (error) {
        if (isStopped()) return
        if (failures === 0) report(new Error("the relay could not read the chains, and tries again", { cause: error }))
        await clock.sleep(restAfterFailure, signal).catch(() => undefined)
      }
    }
  }

  /** Asks again, because the signal may have fired while something was awaited. */
  function isStopped(): boolean {
    return signal.aborted
  }

  /** @throws {ActorFailedError} the worker failed, and not because the run was stopped */
  async function attempt(worker: Worker<Stage>, items: readonly unknown[]): Promise<void> {
    const { stage, chainSlug, account } = worker
    try {
      const chosen = (await interceptor?.before?.(stage, chainSlug, items, account)) ?? items
      if (chosen.length > 0) await worker.perform(chosen)
    } catch (error) {
      if (isStopped()) return
      throw new ActorFailedError({ stage, chainSlug, cause: error })
    }
  }

  async function work(worker: Worker<Stage>): Promise<void> {
    await ready
    let failuresInARow = 0
    while (!signal.aborted) {
      const seen = gate.changes()
      // A step has taken everything that waits, so nothing else may move meanwhile.
      const items = steps > 0 ? [] : gate.due(worker).slice(0, worker.batchSize)
      if (items.length === 0) {
        restingSince.set(worker, seen)
        rests.notify()
        await gate.changedSince(seen)
        continue
      }
      restingSince.delete(worker)
      const attempted = attempt(worker, items).then(
        () => 0,
        (error: unknown) => {
          failureLog.failed(error as ActorFailedError, worker)
          return failuresInARow + 1
        },
      )
      busy.add(attempted)
      failuresInARow = await attempted
      busy.delete(attempted)
      const unmoved = items.filter((item) => worker.queue.isUnmoved(item))
      if (failuresInARow === 0 && unmoved.length < items.length) failureLog.worked(worker)
      gate.postpone(worker, unmoved, restAfter(failuresInARow))
    }
  }

  const loops = Promise.all(group.workers.map((worker) => work(worker).catch(report)))

  async function moveAll(): Promise<void> {
    await ready
    await Promise.all(busy)
    await look()
    if (isStopped()) return
    // Read before anything moves, so that nothing moves twice.
    const batches = group.workers.flatMap((worker) => {
      const items = worker.queue.waiting(worker.stage, worker.chainSlug)
      return inBatches(items, worker.batchSize).map((batch) => ({ worker, batch }))
    })
    const failures: unknown[] = []
    for (const { worker, batch } of batches) {
      if (isStopped()) return
      await attempt(worker, batch).catch((error: unknown) => failures.push(error))
    }
    if (failures.length > 0) throw failures[0]
  }

  /** Resolves with the count of changes after which no worker found anything to do. */
  async function allRest(): Promise<number> {
    const { promise, resolve } = Promise.withResolvers<number>()
    const check = () => {
      const changes = gate.changes()
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

  return {
    async idle() {
      await ready
      let rested: number
      do {
        rested = await allRest()
        await interceptor?.rest?.()
        // What the workers and others have sent may not have been read yet.
        await look()
        await Promise.all(protocols.map((protocol) => protocol.sync()))
      } while (!isStopped() && gate.changes() !== rested)
    },
    async step() {
      steps += 1
      const step = lastStep.then(moveAll)
      lastStep = step.catch(() => undefined)
      try {
        await step
      } finally {
        steps -= 1
        gate.wake()
      }
    },
    async stop() {
      stopping.abort(new Error("the relay was stopped"))
      gate.dropTimer()
      // Wakes every worker, so that it sees the signal.
      gate.wake()
      rests.notify()
      await Promise.all([ready, loops, lastStep])
    },
  }
}

/** Twice as long after each failure in a row, so that an actor that cannot send does not keep its chain busy. Milliseconds. */
function restAfter(failuresInARow: number): number {
  return Math.min(restAfterFailure * 2 ** Math.max(0, failuresInARow - 1), longestRest)
}

const longestRest = 4_000

function inBatches<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  const batches: (readonly Item[])[] = []
  for (let done = 0; done < items.length; done += size) batches.push(items.slice(done, done + size))
  return batches
}
