import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Address } from "viem"

import { wiringStepLine } from "../output/wiring.js"
import { applyOnForks } from "./applyOnForks.js"
import type { PlannedProject } from "./planProject.js"
import { applyWiring } from "#src/messaging/wiring/apply/applyWiring.js"
import type { AppliedChange } from "#src/messaging/wiring/apply/WiringStep.js"
import { describeForTask } from "#src/plugin/run/describeForTask.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"

type SendPlanOptions = {
  readonly isDryRun: boolean
  readonly allowedSwitchboards: readonly Address[]
  readonly io: Pick<TaskIo, "terminal" | "signal" | "clock">
}

/** Sends what a plan says is ready, to the chains or to their forks, with a line for each step. */
export async function sendPlan(
  hre: HardhatRuntimeEnvironment,
  { plan, chains, forks, errorAbis }: PlannedProject,
  { isDryRun, allowedSwitchboards, io: { terminal, signal, clock } }: SendPlanOptions,
): Promise<readonly AppliedChange[]> {
  const { err } = terminal
  const parameters: Parameters<typeof applyWiring>[0] = {
    ...{ plan, chains, errorAbis, allowedSwitchboards, signal, clock },
    onStep: (step) => {
      err.line(wiringStepLine(step, err.paint))
    },
  }
  const { results } = await (isDryRun ? applyOnForks(parameters, forks) : applyWiring(parameters))
  return await Promise.all(
    results.map(async (result) =>
      result.error === undefined ? result : { ...result, error: await describeForTask(result.error, hre) },
    ),
  )
}
