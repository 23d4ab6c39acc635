import { randomInt } from "node:crypto"

import { type Snapshot, takeSnapshot } from "../fixtures/takeSnapshot.js"
import { chainOfSlug } from "../world/findInWorld.js"
import type { OpenWorld } from "../world/OpenWorld.js"
import { ExploreStuckError, ScenarioFailedError, ScenarioSetBackError, ScheduleFailedError } from "./exploreErrors.js"
import { generateSchedules } from "./generateSchedules.js"
import { type Run, type RunPart, runSchedule, waitingIn } from "./runSchedule.js"
import { plainSchedule, type Schedule, type ScheduledWorld } from "./Schedule.js"
import { type IdleOptions, untilIdle } from "./untilIdle.js"
import { checkExploration, defaultFaults, type Explored, type WorldExplore } from "./WorldExplore.js"

/**
 * @param movable the world, as tests control it
 * @param polls how often it is checked whether anything happens
 */
export function createExplore(
  opened: () => OpenWorld,
  movable: () => ScheduledWorld,
  polls: Pick<IdleOptions, "nextPoll"> = {},
): WorldExplore {
  const explored = new WeakSet<OpenWorld>()

  return async (options, scenario, invariant) => {
    const open = opened()
    checkExploration(options, scenario, invariant, { isUnderWay: explored.has(open) })
    const { runs = 100, seed = randomInt(2 ** 31), path, faults = true, everyStep = false, onRun } = options
    const { devnet, relay, requests } = open
    let current: { part: RunPart; lines: () => readonly string[] } = { part: "setting back", lines: () => [] }
    const experiment = {
      world: movable(),
      scenario,
      invariant,
      everyStep,
      open,
      onPart: (part: RunPart, lines: () => readonly string[]) => {
        current = { part, lines }
      },
    }
    explored.add(open)
    // What a schedule leaves undelivered is no failure: the invariant decides.
    const stopListening = devnet.onError(() => undefined)

    async function runFrom(before: Snapshot, schedule: Schedule): Promise<Run> {
      const done = await runSchedule(experiment, schedule)
      if (!before.isThere()) throw new ScenarioSetBackError()
      await before.goBack()
      return done
    }

    async function explore(): Promise<Explored> {
      const before = await takeSnapshot(open)
      const run = (schedule: Schedule) => runFrom(before, schedule)
      const plain = await run(plainSchedule)
      if (plain.failure !== undefined) throw new ScenarioFailedError({ failure: plain.failure })

      const { default: fc } = await import("fast-check")
      const schedules = generateSchedules(fc, {
        chains: Object.keys(devnet.chains),
        steps: plain.steps,
        faults: faults === true ? defaultFaults : faults === false ? [] : faults,
      })
      let found: Run | undefined
      let broken: { readonly error: unknown } | undefined
      const property = fc.asyncProperty(schedules, async (schedule) => {
        if (broken !== undefined) return false
        try {
          const done = await run(schedule)
          onRun?.(done.lines)
          // The last one that fails is the shortest: the others were shrunk to it.
          if (done.failure !== undefined) found = done
          return done.failure === undefined
        } catch (error) {
          broken = { error }
          return false
        }
      })
      const details = await fc.check(property, {
        numRuns: runs,
        seed,
        ...(path === undefined ? {} : { path, endOnFailure: true }),
      })
      if (broken !== undefined) throw broken.error
      if (found?.failure === undefined) return { runs: details.numRuns, seed }
      const { lines, failure } = found
      throw new ScheduleFailedError({
        failure,
        lines,
        seed,
        path: details.counterexamplePath ?? "",
        run: details.numRuns,
      })
    }

    const describeStuck = (): Error =>
      new ExploreStuckError({
        part: current.part,
        lines: current.lines(),
        atWork: relay
          .atWork()
          .map(({ stage, chainSlug }) => `${stage} on ${chainOfSlug(open, chainSlug)?.name ?? chainSlug}`),
        unanswered: requests.unanswered(),
        waiting: waitingIn(open).map(({ key }) => key),
        faults: movable().faults.active().map(String),
      })

    try {
      return await untilIdle(explore(), {
        changes: requests.changes,
        isAnswerDue: () => requests.unanswered().length > 0,
        describe: describeStuck,
        ...polls,
      })
    } finally {
      stopListening()
      explored.delete(open)
    }
  }
}
