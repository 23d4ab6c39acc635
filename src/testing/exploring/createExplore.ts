import { setTimeout as wait } from "node:timers/promises"

import type { Snapshot } from "../fixtures/takeSnapshot.js"
import { chainOfSlug, everyChain } from "../world/findInWorld.js"
import type { OpenWorld } from "../world/OpenWorld.js"
import { ExploreStuckError, type StuckRun } from "./exploreErrors.js"
import { type RunPart, waitingIn } from "./runSchedule.js"
import type { ScheduledWorld } from "./Schedule.js"
import { createSearch } from "./searchFailure.js"
import { checkExploration, type WorldExplore } from "./WorldExplore.js"

/**
 * @param movable the world, as tests control it
 * @param polls how often it is checked whether anything happens
 */
export function createExplore(
  opened: () => OpenWorld,
  movable: () => ScheduledWorld,
  polls: Pick<IdleOptions, "nextPoll"> = {},
): WorldExplore {
  return async (options, scenario, invariant) => {
    const open = opened()
    checkExploration(options, scenario, invariant, { isUnderWay: open.exploration !== undefined })
    const { everyStep = false, timeout = 30 } = options
    const { devnet, relay, requests } = open
    const world = movable()
    const stopping = new AbortController()
    const { signal } = stopping
    let current: { part: RunPart; lines: () => readonly string[] } = { part: "setting back", lines: () => [] }
    const onPart = (part: RunPart, lines: () => readonly string[]): void => {
      current = { part, lines }
    }
    const runs = createSearch({ world, scenario, invariant, everyStep, open, signal, onPart }, options)

    const describeStuck = (why: StuckRun["why"]): Error =>
      new ExploreStuckError({
        why,
        timeout,
        part: current.part,
        lines: current.lines(),
        atWork: relay
          .atWork()
          .map(({ stage, chainSlug }) => `${stage} on ${chainOfSlug(open, chainSlug)?.name ?? chainSlug}`),
        unanswered: requests.unanswered(),
        waiting: waitingIn(open).map(({ key }) => key),
        faults: world.faults.active().map(String),
      })

    // What a schedule leaves undelivered is no failure: the invariant decides.
    const stopListening = devnet.onError(() => undefined)
    const { promise: freed, resolve } = Promise.withResolvers<undefined>()
    open.exploration = {
      async abandon() {
        if (!signal.aborted) stopping.abort(describeStuck("abandoned"))
        await freed
      },
    }
    try {
      return await untilIdle(requests.during(signal, runs.search), {
        changes: requests.changes,
        isAnswerDue: () => requests.unanswered().length > 0,
        isLate: () => performance.now() - runs.begunAt() > timeout * 1_000,
        describe: (why) => {
          const error = describeStuck(why)
          stopping.abort(error)
          return error
        },
        signal,
        ...polls,
      })
    } finally {
      if (signal.aborted) await free(open, await runs.before())
      stopListening()
      open.exploration = undefined
      resolve(undefined)
    }
  }
}

/** Brings a world back from a run that was given up, so that the next test can use it. */
async function free(open: OpenWorld, before: Snapshot | undefined): Promise<void> {
  if (!open.isOpen()) return
  // What a chain has been asked already, it still does, and nothing that comes later reaches it.
  for (let waits = 0; open.requests.unanswered().length > 0 && waits < 100; waits += 1) await wait(10)
  // No chain keeps this setting for a snapshot, and what waits for a block would wait for ever.
  const mine = { method: "evm_setAutomine", params: [true] }
  await Promise.all(everyChain(open).map(({ provider }) => provider.request(mine)))
  if (before?.isThere() !== true) return
  // What the run was reading as it was given up can fail the first time.
  await before.goBack().catch(() => before.goBack())
}

/** How idle work is recognized. */
export type IdleOptions = {
  /** A count that stays the same while nothing happens. */
  readonly changes: () => number
  /** Whether a request has no answer yet, which can take long. */
  readonly isAnswerDue: () => boolean
  /** Whether the work takes longer than it may, though something happens. */
  readonly isLate: () => boolean
  /** Makes the error, which lists what waits. */
  readonly describe: (why: "idle" | "late") => Error | Promise<Error>
  /** Ends the wait with its reason. */
  readonly signal: AbortSignal
  /** Resolves when it is time for the next poll. */
  readonly nextPoll?: ((signal: AbortSignal) => Promise<unknown>) | undefined
}

/** Rejects when nothing happened between so many polls, or when it takes too long. Slow work on a busy machine is not idle. */
export async function untilIdle<Result>(
  work: Promise<Result>,
  {
    changes,
    isAnswerDue,
    isLate,
    describe,
    signal,
    nextPoll = (signal) => wait(100, undefined, { signal }),
  }: IdleOptions,
): Promise<Result> {
  const done = new AbortController()
  const either = AbortSignal.any([done.signal, signal])

  async function watch(): Promise<never> {
    let [seen, polls] = [changes(), 0]
    while (polls < (isAnswerDue() ? maxIdlePollsBeforeAnswer : maxIdlePolls) && !isLate()) {
      await nextPoll(either).catch(() => undefined)
      either.throwIfAborted()
      polls = changes() === seen ? polls + 1 : 0
      seen = changes()
    }
    throw await describe(isLate() ? "late" : "idle")
  }

  const stuck = watch()
  stuck.catch(() => undefined)
  try {
    return await Promise.race([work, stuck])
  } finally {
    done.abort()
  }
}

/** Ten seconds in which no chain is asked for anything new. A run takes less than a tenth of one. */
const maxIdlePolls = 100
/** A chain can take long for a single answer, such as the trace of a large transaction. */
const maxIdlePollsBeforeAnswer = 600
