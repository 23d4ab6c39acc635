import { randomInt } from "node:crypto"

import type { OpenWorld } from "../OpenWorld.js"
import { readChains } from "../delivery/deliverSome.js"
import { type Snapshot, takeSnapshot } from "../fixtures/takeSnapshot.js"
import { checkExploration } from "./checkExploration.js"
import { ScenarioFailedError, ScenarioSetBackError, ScheduleFailedError } from "./exploreErrors.js"
import { defaultFaults } from "./generateFaults.js"
import { generateSchedules } from "./generateSchedules.js"
import type { Movable } from "./Move.js"
import { type Run, runSchedule } from "./runSchedule.js"
import { plainSchedule, type Schedule } from "./Schedule.js"
import { waitingIn } from "./waitingIn.js"
import type { WorldExplore } from "./WorldExplore.js"

/** @param movable the world, as tests control it */
export function createExplore(opened: () => OpenWorld, movable: () => Movable): WorldExplore {
  const explored = new WeakSet<OpenWorld>()

  return async (options, scenario, invariant) => {
    const open = opened()
    checkExploration(options, scenario, invariant, { isUnderWay: explored.has(open) })
    const { runs = 100, seed = randomInt(2 ** 31), path, faults = true, everyStep = false, onRun } = options
    const { devnet } = open
    const experiment = {
      world: movable(),
      scenario,
      invariant,
      everyStep,
      waiting: () => waitingIn(open),
      canMove: () => open.relay.possible().length > 0,
      readChains: () => readChains(open),
    }
    explored.add(open)
    // What stays undelivered under a schedule is none of the test's concern: the invariant says what is wrong.
    const stopListening = devnet.onError(() => undefined)

    async function runFrom(before: Snapshot, schedule: Schedule): Promise<Run> {
      const done = await runSchedule(experiment, schedule)
      if (!before.isThere()) throw new ScenarioSetBackError()
      await before.goBack()
      return done
    }

    try {
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
    } finally {
      stopListening()
      explored.delete(open)
    }
  }
}
