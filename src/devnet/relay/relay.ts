import type { Clock } from "../../primitives/clock.js"
import type { Ledger, MessageRecord } from "../ledger.js"
import { createGate, recordsAt } from "./gate.js"
import { type Stage, stages, type Worker } from "./stages.js"

/** A crew of actors: their work, and the wait until nothing they sent in an earlier life is still on its way. */
export type Crew = { readonly workers: readonly Worker[]; readonly settled: () => Promise<void> }

/**
 * Controls over the actors that carry messages. Stopping them loses nothing: all they know is read again from the chains.
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
  /** Holds the named stages, or all of them: messages queue up before a held stage. */
  pause(...which: Stage[]): void
  resume(...which: Stage[]): void
  /** Moves every unfinished message on by one state, whatever the pace, then holds all stages. */
  step(): Promise<void>
}

export function createRelay({
  ledger,
  clock,
  pace,
  hireCrew,
  report,
}: {
  ledger: Ledger
  clock: Clock
  /** Milliseconds that each state lasts at least. */
  pace: number
  hireCrew: (signal: AbortSignal) => Crew
  /** Told of whatever goes wrong in an actor, which tries again by itself. */
  report: (error: unknown) => void
}): Relay {
  const gate = createGate({ ledger, clock, pace })
  const everyStage = Object.keys(stages) as Stage[]
  let shift: { crew: Crew; stop: () => Promise<void>; idle: () => Promise<void> } | undefined
  /** Two shifts at once would do the same work twice, so each starts when the one before has ended. */
  let ended: Promise<void> = Promise.resolve()

  function startShift(): NonNullable<typeof shift> {
    const stopping = new AbortController()
    const { signal } = stopping
    const crew = hireCrew(signal)
    const busy = new Set<Promise<void>>()
    const ready = ended.then(() => crew.settled())

    async function attempt(worker: Worker, records: readonly MessageRecord[]): Promise<void> {
      try {
        await worker.perform(records)
      } catch (error) {
        if (signal.aborted) return
        report(new Error(`the devnet's actor for "${worker.stage}" on ${worker.chainSlug} failed`, { cause: error }))
      }
      gate.postpone(
        worker,
        records.filter((record) => ledger.get(record.outbound.messageId) === record),
      )
    }

    async function work(worker: Worker): Promise<void> {
      while (!signal.aborted) {
        const seen = gate.changes()
        const records = gate.due(worker).slice(0, largestBatch)
        if (records.length === 0) {
          await gate.changedSince(seen)
          continue
        }
        const attempted = attempt(worker, records)
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
      // Taken before anything moves, so that no message moves twice.
      const standing = crew.workers.map((worker) => ({ worker, records: recordsAt(ledger, worker) }))
      for (const { worker, records } of standing) {
        for (let done = 0; done < records.length; done += largestBatch) {
          await worker.perform(records.slice(done, done + largestBatch))
        }
      }
    },
  }
}

/** What one actor puts in one transaction, within what a block's gas allows for the dearest stage. */
const largestBatch = 50
