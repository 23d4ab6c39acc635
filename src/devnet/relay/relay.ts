import type { Clock } from "../../primitives/clock.js"
import { createGate } from "./gate.js"
import type { Protocol } from "./Protocol.js"
import { joinWorkerGroups, type Worker, type WorkerGroup } from "./Worker.js"

/**
 * Controls the actors that move messages, payloads and routes from state to state. Stopping them loses nothing, because they read
 * everything from the chains again.
 *
 * @example
 * await devnet.relay.stop() // messages wait where they are
 * devnet.relay.start() // they go on from there, and each is delivered once
 */
export type Relay<Stage extends string> = {
  readonly running: boolean
  /** Starts all actors. They continue from what is on the chains. Does nothing if they run already. */
  start(): void
  /** Stops every actor, and resolves once none is at work. Transactions that were sent may still be mined. */
  stop(): Promise<void>
  /** Pauses the named stages, or all of them. Items that wait for a paused stage stay in their state. */
  pause(...stages: Stage[]): void
  /** Resumes the named stages, or all of them. What waited for a stage continues. */
  resume(...stages: Stage[]): void
  /** Moves every unfinished item on by one state, whatever the pace, and leaves all stages paused. */
  step(): Promise<void>
}

/** The workers between one start and the next stop. */
type Run<Stage extends string> = {
  readonly group: WorkerGroup<Stage>
  /** Resolves when no worker is at work on anything. */
  readonly idle: () => Promise<void>
  readonly stop: () => Promise<void>
}

export function createRelay<Stage extends string>({
  protocols,
  stages,
  clock,
  pace,
  report,
}: {
  protocols: readonly Protocol<Stage>[]
  /** Every stage of these protocols. */
  stages: readonly Stage[]
  clock: Clock
  /** Milliseconds that an item stays in each state at least. */
  pace: number
  /** Reports what goes wrong in a worker, which tries again by itself. */
  report: (error: unknown) => void
}): Relay<Stage> {
  const gate = createGate({ queues: protocols.flatMap(({ queues }) => queues), clock, pace })
  let run: Run<Stage> | undefined
  /** Two runs at once would do everything twice, so each starts when the one before has ended. */
  let ended: Promise<void> = Promise.resolve()

  function startRun(): Run<Stage> {
    const stopping = new AbortController()
    const { signal } = stopping
    const group = joinWorkerGroups(protocols.map((protocol) => protocol.startWorkers(signal)))
    const busy = new Set<Promise<void>>()
    const ready = ended.then(() => group.settled())

    async function attempt(worker: Worker<Stage>, items: readonly unknown[]): Promise<void> {
      try {
        await worker.perform(items)
      } catch (error) {
        if (signal.aborted) return
        report(new Error(`the devnet's actor for "${worker.stage}" on ${worker.chainSlug} failed`, { cause: error }))
      }
      gate.postpone(
        worker,
        items.filter((item) => worker.queue.isUnmoved(item)),
      )
    }

    async function work(worker: Worker<Stage>): Promise<void> {
      while (!signal.aborted) {
        const seen = gate.changes()
        const items = gate.due(worker).slice(0, worker.batchSize)
        if (items.length === 0) {
          await gate.changedSince(seen)
          continue
        }
        const attempted = attempt(worker, items)
        busy.add(attempted)
        await attempted
        busy.delete(attempted)
      }
    }

    const loops = ready.then(
      () => Promise.all(group.workers.map(work)),
      (error: unknown) => {
        if (!signal.aborted) report(error)
      },
    )
    return {
      group,
      idle: async () => {
        await ready
        await Promise.all(busy)
        await group.settled()
      },
      stop: async () => {
        stopping.abort(new Error("the relay was stopped"))
        gate.dropTimer()
        // Wakes every worker, so that it sees the signal.
        gate.resume([])
        await loops
      },
    }
  }

  function pause(...which: Stage[]): void {
    gate.pause(which.length === 0 ? stages : which)
  }

  return {
    get running() {
      return run !== undefined
    },
    start() {
      run ??= startRun()
    },
    async stop() {
      if (run !== undefined) ended = run.stop()
      run = undefined
      await ended
    },
    pause,
    resume(...which) {
      gate.resume(which.length === 0 ? stages : which)
    },
    async step() {
      pause()
      const { group, idle } = (run ??= startRun())
      await idle()
      // Read before anything moves, so that nothing moves twice.
      const waiting = group.workers.map((worker) => ({
        worker,
        items: worker.queue.waiting(worker.stage, worker.chainSlug),
      }))
      for (const { worker, items } of waiting) {
        for (let done = 0; done < items.length; done += worker.batchSize) {
          await worker.perform(items.slice(done, done + worker.batchSize))
        }
      }
    },
  }
}
