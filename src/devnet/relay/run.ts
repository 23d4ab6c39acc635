import { createIdleWait } from "./createIdleWait.js"
import { ActorFailedError, type FailureLog } from "./failures.js"
import { type Gate, restAfterFailureMs, type Rules } from "./gate.js"
import type { Protocol } from "./Protocol.js"
import type { Worker, WorkerGroup } from "./Worker.js"
import { createListeners } from "#src/primitives/lifetime/createListeners.js"

/** The workers between one start of the relay and the next stop. */
export type Run<Stage extends string> = {
  /** Moves every item on by one state. Resolves early if the run is stopped meanwhile. */
  step(): Promise<readonly StepTaken<Stage>[]>
  /** Waits as the relay's `idle` does. Resolves early if the run is stopped meanwhile. */
  idle(): Promise<void>
  /** Lets every worker look again, also for what rests. */
  wake(): void
  atWork(): readonly Pick<Worker<Stage>, "stage" | "chainSlug">[]
  /** What workers could take now: oldest first, and in the order of the workers. */
  possible(): readonly PossibleStep<Stage>[]
  /** Resolves once no worker is at work any more. */
  stop(): Promise<void>
}

/** What the actors of one stage did on a chain, in one step of the relay. */
export type StepTaken<Stage extends string = string> = {
  readonly stage: Stage
  readonly chainSlug: number
  /** How many messages, payloads, timeouts or routes they took up. Those that cannot move have stayed where they were. */
  readonly items: number
}

export type PossibleStep<Stage extends string = string> = {
  readonly stage: Stage
  readonly chainSlug: number
  readonly item: unknown
  readonly id: string
  /** Clock time at which the item reached its state. */
  readonly since: number
}

/** @param after the workers start once this has resolved */
export function startRun<Stage extends string>({
  protocols,
  gate,
  clock,
  after,
  interceptor,
  inTurns = false,
  failures: failureLog,
  report,
}: Rules<Stage> & {
  protocols: readonly Protocol<Stage>[]
  gate: Gate<Stage>
  after: Promise<void>
  failures: FailureLog
  report: (error: unknown) => void
}): Run<Stage> {
  const stopping = new AbortController()
  const { signal } = stopping
  const groups = protocols.map((protocol) => protocol.startWorkers(signal))
  const group: WorkerGroup<Stage> = {
    workers: groups.flatMap(({ workers }) => workers),
    async settled() {
      await Promise.all(groups.map(({ settled }) => settled()))
    },
  }
  const idleWait = createIdleWait({ group, gate, interceptor, signal })
  const busy = new Map<Promise<unknown>, Worker<Stage>>()
  const lookFailed = createListeners<[error: unknown]>()
  let isReady = false
  const ready = after.then(look).then(() => {
    isReady = true
  })
  /** Why workers have failed that have not worked since. */
  const failing = new Map<Worker<Stage>, ActorFailedError>()
  let steps = 0
  let lastStep: Promise<unknown> = Promise.resolve()

  /** Waits for what these accounts sent before, and reads every chain. A look that fails is repeated until the run is stopped. */
  async function look(): Promise<void> {
    for (let failures = 0; !signal.aborted; failures += 1) {
      const seen = gate.changes()
      try {
        await group.settled()
        return
      } catch (error) {
        if (isStopped()) return
        if (failures === 0) report(new Error("the relay could not read the chains, and tries again", { cause: error }))
        lookFailed.notify(error)
        // The clock of a test may stand still.
        const rest = new AbortController()
        const rested = clock.sleep(restAfterFailureMs, AbortSignal.any([signal, rest.signal])).catch(() => undefined)
        await Promise.race([rested, gate.changedSince(seen)])
        rest.abort()
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

  function fail(worker: Worker<Stage>, error: ActorFailedError): void {
    failing.set(worker, error)
    failureLog.failed(error, worker)
  }

  /** What the worker may take now. Nothing if an interceptor fails: a worker that ended would never be idle. */
  function dueOf(worker: Worker<Stage>): readonly unknown[] {
    try {
      return gate.due(worker)
    } catch (cause) {
      const { stage, chainSlug } = worker
      fail(worker, new ActorFailedError({ stage, chainSlug, cause }))
      return []
    }
  }

  const failuresInARow = new Map<Worker<Stage>, number>()

  async function perform(worker: Worker<Stage>, items: readonly unknown[]): Promise<void> {
    gate.begin(worker, items)
    idleWait.begun(worker)
    const attempted = attempt(worker, items).then(
      () => {
        failing.delete(worker)
        return 0
      },
      (error: unknown) => {
        fail(worker, error as ActorFailedError)
        return (failuresInARow.get(worker) ?? 0) + 1
      },
    )
    busy.set(attempted, worker)
    const failures = await attempted
    failuresInARow.set(worker, failures)
    busy.delete(attempted)
    const unmoved = items.filter((item) => worker.queue.isUnmoved(item))
    idleWait.ended(worker, items)
    if (failures === 0 && unmoved.length < items.length) failureLog.worked(worker)
    gate.postpone(worker, unmoved, restAfter(failures))
  }

  /** The first of these workers that has something to do, counted from one of them. */
  function nextAtWork(workers: readonly Worker<Stage>[], first: number) {
    // A step has taken everything that waits, so nothing else may move meanwhile.
    if (steps > 0) return undefined
    for (const offset of workers.keys()) {
      const index = (first + offset) % workers.length
      const worker = workers[index] as Worker<Stage>
      const items = dueOf(worker).slice(0, worker.batchSize)
      if (items.length > 0) return { worker, items, next: (index + 1) % workers.length }
    }
    return undefined
  }

  /** Lets workers work for as long as the run lasts, one at a time. */
  async function work(workers: readonly Worker<Stage>[]): Promise<void> {
    await ready
    let first = 0
    while (!signal.aborted) {
      // Otherwise the machine would decide what is known by now. A failure to read is told to who waits for the workers.
      if (inTurns) await group.settled().catch(() => undefined)
      if (isStopped()) return
      const seen = gate.changes()
      const found = nextAtWork(workers, first)
      if (found === undefined) {
        // Whatever was done before, the same begins with the same.
        first = 0
        for (const worker of workers) idleWait.rests(worker, seen)
        await gate.changedSince(seen)
        continue
      }
      first = found.next
      await perform(found.worker, found.items)
    }
  }

  /** A worker whose loop ends before the run does never rests again, so waits for it must fail. */
  function onEnded(error: unknown): void {
    report(error)
    idleWait.fail(error)
  }

  const teams = inTurns ? [group.workers] : group.workers.map((worker) => [worker])
  const loops = Promise.all(teams.map((workers) => work(workers).catch(onEnded)))

  /** Resolves after the first look. A failed one is repeated at once, a few times: where time stands still, nothing else changes. */
  async function untilReady(): Promise<void> {
    const { promise: failed, reject } = Promise.withResolvers<never>()
    let failures = 0
    const unsubscribe = lookFailed.subscribe((error) => {
      failures += 1
      if (failures > 1) reject(error)
      else gate.wake()
    })
    if (!isReady) gate.wake()
    try {
      await Promise.race([ready, failed])
    } finally {
      unsubscribe()
    }
  }

  async function moveAll(): Promise<readonly StepTaken<Stage>[]> {
    await ready
    await Promise.all(busy.keys())
    await look()
    // Read before anything moves, so that nothing moves twice.
    const waiting = group.workers.map((worker) => ({
      worker,
      items: worker.queue.waiting(worker.stage, worker.chainSlug),
    }))
    /** Watchers share a stage, and the items of it. */
    const taken = new Map<string, StepTaken<Stage>>()
    const failures: unknown[] = []
    for (const { worker, items } of waiting) {
      const { stage, chainSlug, batchSize } = worker
      for (const batch of inBatches(items, batchSize)) {
        if (isStopped()) return [...taken.values()]
        taken.set(`${stage} ${chainSlug}`, { stage, chainSlug, items: items.length })
        await attempt(worker, batch).catch((error: unknown) => failures.push(error))
      }
    }
    if (failures.length > 0) throw failures[0]
    return [...taken.values()]
  }

  return {
    async idle() {
      await untilReady()
      // Workers that still fail will do so again.
      failing.clear()
      await idleWait.idle()
      const [failure] = failing.values()
      if (failure !== undefined && !isStopped()) throw failure
    },
    atWork: () => [...busy.values()],
    possible() {
      return group.workers
        .flatMap((worker) => {
          const { stage, chainSlug, queue } = worker
          return gate
            .possible(worker)
            .map((item) => ({ stage, chainSlug, item, id: queue.idOf(item), since: queue.sinceOf(item) }))
        })
        .sort((one, other) => one.since - other.since)
    },
    wake() {
      gate.tryResting(group.workers)
      gate.wake()
    },
    async step() {
      steps += 1
      const step = lastStep.then(moveAll)
      lastStep = step.catch(() => undefined)
      try {
        return await step
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
      idleWait.stop()
      await Promise.all([ready, loops, lastStep])
    },
  }
}

/** Twice as long after each failure in a row, so that an actor that cannot send does not keep its chain busy. Milliseconds. */
function restAfter(failuresInARow: number): number {
  return Math.min(restAfterFailureMs * 2 ** Math.max(0, failuresInARow - 1), maxRestMs)
}

const maxRestMs = 4_000

function inBatches<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  const batches: (readonly Item[])[] = []
  for (let done = 0; done < items.length; done += size) batches.push(items.slice(done, done + size))
  return batches
}
