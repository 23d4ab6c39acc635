import type { Clock } from "../../primitives/clock.js"
import type { Queue } from "./Queue.js"
import type { Workers } from "./workers.js"
import { createGate } from "./gate.js"
import { everyStage, type Stage } from "./stages.js"
import type { Worker } from "./Worker.js"

/**
 * Controls over the actors that carry messages, and those that do the gateway's work. Stopping them loses nothing: all they know is read again from the chains.
 *
 * @example
 * await devnet.relay.stop() // messages wait where they are
 * devnet.relay.start() // and go on from there, each delivered once
 */
export type Relay = {
  readonly running: boolean
  start(): void
  /** Resolves when no actor does anything any more. What was already sent may still be mined. */
  stop(): Promise<void>
  /** Holds the named stages, or all of them: what stands before a held stage waits. */
  pause(...which: Stage[]): void
  resume(...which: Stage[]): void
  /** Moves everything that is unfinished on by one state, whatever the pace, then holds all stages. */
  step(): Promise<void>
}

export function createRelay({
  books,
  clock,
  pace,
  hireCrew,
  report,
}: {
  /** All that the crew's workers work through. */
  books: readonly Queue[]
  clock: Clock
  /** Milliseconds that each state lasts at least. */
  pace: number
  hireCrew: (signal: AbortSignal) => Workers
  /** Told of whatever goes wrong in an actor, which tries again by itself. */
  report: (error: unknown) => void
}): Relay {
  const gate = createGate({ books, clock, pace })
  let shift: { crew: Workers; stop: () => Promise<void>; idle: () => Promise<void> } | undefined
  /** Two shifts at once would do the same work twice, so each starts when the one before has ended. */
  let ended: Promise<void> = Promise.resolve()

  function startShift(): NonNullable<typeof shift> {
    const stopping = new AbortController()
    const { signal } = stopping
    const crew = hireCrew(signal)
    const busy = new Set<Promise<void>>()
    const ready = ended.then(() => crew.settled())

    async function attempt(worker: Worker, items: readonly unknown[]): Promise<void> {
      try {
        await worker.perform(items)
      } catch (error) {
        if (signal.aborted) return
        report(new Error(`the devnet's actor for "${worker.stage}" on ${worker.chainSlug} failed`, { cause: error }))
      }
      gate.postpone(
        worker,
        items.filter((item) => worker.book.isUnmoved(item)),
      )
    }

    async function work(worker: Worker): Promise<void> {
      while (!signal.aborted) {
        const seen = gate.changes()
        const items = gate.due(worker).slice(0, worker.most)
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
      () => Promise.all(crew.workers.map(work)),
      (error: unknown) => {
        if (!signal.aborted) report(error)
      },
    )
    return {
      crew,
      idle: async () => {
        await ready
        await Promise.all(busy)
        await crew.settled()
      },
      stop: async () => {
        stopping.abort(new Error("the relay was stopped"))
        gate.rest()
        gate.resume()
        await loops
      },
    }
  }

  function pause(...which: Stage[]): void {
    gate.pause(...(which.length === 0 ? everyStage : which))
  }

  return {
    get running() {
      return shift !== undefined
    },
    start() {
      shift ??= startShift()
    },
    async stop() {
      if (shift !== undefined) ended = shift.stop()
      shift = undefined
      await ended
    },
    pause,
    resume(...which) {
      gate.resume(...(which.length === 0 ? everyStage : which))
    },
    async step() {
      pause()
      const { crew, idle } = (shift ??= startShift())
      await idle()
      // Taken before anything moves, so that nothing moves twice.
      const standing = crew.workers.map((worker) => ({
        worker,
        items: worker.book.standing(worker.stage, worker.chainSlug),
      }))
      for (const { worker, items } of standing) {
        for (let done = 0; done < items.length; done += worker.most) {
          await worker.perform(items.slice(done, done + worker.most))
        }
      }
    },
  }
}
