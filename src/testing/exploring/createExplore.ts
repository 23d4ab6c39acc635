import { randomInt } from "node:crypto"
import { setTimeout as wait } from "node:timers/promises"

import { describeMessages } from "../assertions/messages/describeMessages.js"
import { type Snapshot, takeSnapshot } from "../fixtures/takeSnapshot.js"
import { chainOfSlug, everyChain } from "../world/findInWorld.js"
import type { OpenWorld } from "../world/OpenWorld.js"
import { createGenerator } from "./createGenerator.js"
import {
  ExploreStuckError,
  ScenarioFailedError,
  ScenarioSetBackError,
  ScheduleFailedError,
  type StuckRun,
} from "./exploreErrors.js"
import { followGrowth } from "./followGrowth.js"
import { keptSchedules } from "./keptSchedules.js"
import { type Run, type RunPart, runSchedule, waitingIn } from "./runSchedule.js"
import { pathOf, plainSchedule, type Schedule, type ScheduledWorld, scheduleOf } from "./Schedule.js"
import { simplerSchedules } from "./simplerSchedules.js"
import { type IdleOptions, untilIdle } from "./untilIdle.js"
import { checkExploration, defaultFaults, type Explored, type MoveCount, type WorldExplore } from "./WorldExplore.js"

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
    const { seconds, seed = randomInt(2 ** 31), path, faults = true, everyStep = false, onRun, keep = true } = options
    const { runs = seconds === undefined ? 100 : Infinity, timeout = 30 } = options
    const { devnet, relay, requests } = open
    const kept = keptSchedules(open, { scenario, invariant })
    const growth = followGrowth(open)
    const moves = new Map<string, MoveCount>()
    const stopping = new AbortController()
    let current: { part: RunPart; lines: () => readonly string[] } = { part: "setting back", lines: () => [] }
    let begunAt = performance.now()
    let before: Snapshot | undefined
    let unbroken: Promise<void> = Promise.resolve()
    const experiment = {
      world: movable(),
      scenario,
      invariant,
      everyStep,
      open,
      signal: stopping.signal,
      onPart: (part: RunPart, lines: () => readonly string[]) => {
        current = { part, lines }
      },
    }

    /** Begins what must not be given up halfway: where a world goes back to. */
    async function whole(work: () => Promise<void> | undefined): Promise<void> {
      stopping.signal.throwIfAborted()
      await (unbroken = requests.during(undefined, async () => await work()))
    }

    /** @param look at what came of it, before the world goes back */
    async function run(schedule: Schedule, look?: (done: Run) => Promise<void>): Promise<Run> {
      begunAt = performance.now()
      const done = await runSchedule(experiment, schedule)
      stopping.signal.throwIfAborted()
      if (before?.isThere() !== true) throw new ScenarioSetBackError()
      await look?.(done)
      await whole(() => before?.goBack())
      return done
    }

    /** Leaves out and lessens what the failure does not need, until nothing is left that could be. */
    async function shrink(schedule: Schedule, { failure }: Run): Promise<Schedule> {
      const until = performance.now() + maxShrinkingMs
      const tried = new Set<string>()
      for (const simpler of simplerSchedules(schedule)) {
        const key = JSON.stringify(simpler)
        if (tried.has(key) || performance.now() > until) continue
        tried.add(key)
        const done = await run(simpler)
        if (done.failure?.in === failure?.in) return await shrink(simpler, done)
      }
      return schedule
    }

    async function fail(schedule: Schedule, number: number | undefined): Promise<never> {
      let places = ""
      const { failure, lines } = await run(schedule, async () => {
        places = await describeMessages(open, growth.messages())
      })
      const written = pathOf(schedule)
      // It failed before: only what depends on more than the world can have changed that.
      if (failure === undefined) throw new Error(`The schedule ${written} fails in one run, and not in the next`)
      if (keep && path === undefined) await kept.write(written)
      throw new ScheduleFailedError({ failure, lines, seed, path: written, run: number, places })
    }

    async function explore(): Promise<Explored> {
      await whole(async () => {
        before = await takeSnapshot(open)
      })
      growth.begin()
      const plain = await run(plainSchedule, () => growth.look())
      if (plain.failure !== undefined) throw new ScenarioFailedError({ failure: plain.failure })

      const known = path ?? (keep ? await kept.read() : undefined)
      const again = known === undefined ? undefined : scheduleOf(known)
      if (again !== undefined) {
        const done = await run(again)
        if (path !== undefined) onRun?.(done.lines)
        if (done.failure !== undefined) return await fail(again, undefined)
        if (path !== undefined) return { runs: 1, seed, moves: {}, growth: [] }
        await kept.remove()
      }
      const generator = createGenerator({
        chains: Object.keys(devnet.chains),
        steps: plain.steps,
        faults: faults === true ? defaultFaults : faults === false ? [] : faults,
        seed,
      })
      const until = seconds === undefined ? Infinity : performance.now() + seconds * 1_000
      let count = 0
      while (count < runs && performance.now() < until) {
        count += 1
        const schedule = generator.next()
        // Measuring costs more than the run: the first of each doubling is enough to see a trend.
        const done = await run(schedule, Number.isInteger(Math.log2(count)) ? () => growth.look() : undefined)
        generator.learn(schedule, done.outcome)
        for (const { name, happened } of done.outcome.moves) {
          const { tried, happened: sum } = moves.get(name) ?? { tried: 0, happened: 0 }
          moves.set(name, { tried: tried + 1, happened: sum + Number(happened) })
        }
        onRun?.(done.lines)
        if (done.failure !== undefined) return await fail(await shrink(schedule, done), count)
      }
      return { runs: count, seed, moves: Object.fromEntries(moves), growth: growth.tell() }
    }

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
        faults: movable().faults.active().map(String),
      })

    // What a schedule leaves undelivered is no failure: the invariant decides.
    const stopListening = devnet.onError(() => undefined)
    const { promise: freed, resolve } = Promise.withResolvers<undefined>()
    open.exploration = {
      async abandon() {
        if (!stopping.signal.aborted) stopping.abort(describeStuck("abandoned"))
        await freed
      },
    }
    try {
      return await untilIdle(requests.during(stopping.signal, explore), {
        changes: requests.changes,
        isAnswerDue: () => requests.unanswered().length > 0,
        isLate: () => performance.now() - begunAt > timeout * 1_000,
        describe: (why) => {
          const error = describeStuck(why)
          stopping.abort(error)
          return error
        },
        signal: stopping.signal,
        ...polls,
      })
    } finally {
      if (stopping.signal.aborted) {
        await unbroken.catch(() => undefined)
        await free(open, before)
      }
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

/** How long a failure may be shrunk. */
const maxShrinkingMs = 20_000
