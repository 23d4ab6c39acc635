import { AsyncLocalStorage } from "node:async_hooks"

import { type ActorFailure, createFailureLog } from "./failures.js"
import { createGate, type Rules } from "./gate.js"
import type { Protocol } from "./Protocol.js"
import { type PossibleStep, type Run, startRun, type StepTaken } from "./run.js"

/**
 * Controls the actors that move messages, payloads and routes from state to state. Stopping them loses nothing, because they read
 * everything from the chains again. All of these can be called at any time, also while an earlier call is under way.
 *
 * @example
 * await devnet.relay.stop() // messages wait where they are
 * devnet.relay.start() // they go on from there, and each is delivered once
 */
export type Relay<Stage extends string> = {
  readonly running: boolean
  /** Starts all actors. They continue from the state of the chains. Does nothing if they run already. */
  start(): void
  /** Stops every actor, and resolves once none is at work. Transactions that were sent may still be mined. */
  stop(): Promise<void>
  /** Pauses the named stages, or all of them. Items that wait for a paused stage stay in their state. */
  pause(...stages: Stage[]): void
  /** Resumes the named stages, or all of them. What waited for a stage continues, after the steps that are under way. */
  resume(...stages: Stage[]): void
  /**
   * Moves every unfinished item on by one state, whatever the pace, and leaves all stages paused. Several calls at once are several
   * steps, one after the other. Resolves early if the relay is stopped meanwhile.
   */
  step(): Promise<void>
}

/** A relay that can be held still from inside the devnet. */
export type HoldableRelay<Stage extends string> = Relay<Stage> & {
  /** Does what `step` does, and says what that was; nothing if nothing waited. */
  takeStep(): Promise<readonly StepTaken<Stage>[]>
  /** Does something while no actor is at work, and lets the actors go on afterwards if they ran. */
  hold<Result>(work: () => Promise<Result>): Promise<Result>
  /**
   * Resolves once everything that the chains have mined is known, no actor is at work, and nothing is left that an actor could move now.
   * What could not be moved before is tried again, until nothing moves. What is paused or due later is left where it is.
   *
   * @throws {ActorFailedError} an actor fails again and again, so that what waits for it is left
   * @throws {EndlessWorkError} the actors find something to do again and again
   * @throws {Error} the relay does not run
   */
  idle(): Promise<void>
  failures(): readonly ActorFailure[]
  isPaused(stage: Stage): boolean
  atWork(): ReturnType<Run<Stage>["atWork"]>
  /** What the actors could do now, oldest first. Empty if the relay does not run. */
  possible(): readonly PossibleStep<Stage>[]
  /** Makes the actors look again for what is due, because the clock or an interceptor has changed. */
  wake(): void
}

export function createRelay<Stage extends string>({
  protocols,
  stages,
  report,
  ...rules
}: Rules<Stage> & {
  protocols: readonly Protocol<Stage>[]
  /** Every stage of these protocols. */
  stages: readonly Stage[]
  /** Reports what goes wrong in a worker, which tries again by itself. */
  report: (error: unknown) => void
}): HoldableRelay<Stage> {
  const gate = createGate({ ...rules, queues: protocols.flatMap(({ queues }) => queues) })
  const failures = createFailureLog(report)
  let run: Run<Stage> | undefined
  /** Two runs at once would do everything twice, so each starts when the one before has ended. Never rejects. */
  let ended: Promise<void> = Promise.resolve()

  /** Actors do not belong to the caller who happens to start them: a chain lets requests pass that are made within another one. */
  const inOwnContext = AsyncLocalStorage.snapshot()

  const start = (): Run<Stage> =>
    (run ??= inOwnContext(() => startRun({ ...rules, protocols, gate, after: ended, failures, report })))

  async function stop(): Promise<void> {
    if (run !== undefined) ended = run.stop()
    run = undefined
    await ended
  }

  /** Asks again, because it may have been stopped while something was awaited. */
  function isRunning(): boolean {
    return run !== undefined
  }

  function pause(...which: Stage[]): void {
    gate.pause(which.length === 0 ? stages : which)
  }

  async function takeStep(): Promise<readonly StepTaken<Stage>[]> {
    pause()
    return await start().step()
  }

  return {
    get running() {
      return run !== undefined
    },
    start() {
      start()
    },
    stop,
    pause,
    resume(...which) {
      gate.resume(which.length === 0 ? stages : which)
    },
    async step() {
      await takeStep()
    },
    takeStep,
    async hold(work) {
      const wasRunning = run !== undefined
      const done = stop().then(work)
      ended = done.then(
        () => undefined,
        () => undefined,
      )
      if (wasRunning) start()
      return await done
    },
    async idle() {
      if (run === undefined) throw new Error("the relay does not run, so it cannot become idle; start it first")
      let idle: Run<Stage>
      do {
        idle = run
        await idle.idle()
        // A snapshot stops the actors for a moment.
      } while (isRunning() && run !== idle)
    },
    failures: () => failures.current(),
    isPaused: (stage) => gate.isPaused(stage),
    atWork: () => run?.atWork() ?? [],
    possible: () => run?.possible() ?? [],
    wake() {
      gate.dropTimer()
      run?.wake()
    },
  }
}
