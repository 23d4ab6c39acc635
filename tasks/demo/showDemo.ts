import { createDemoStage, type DemoStage } from "./DemoStage.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import { type ExitCode, exitCodes } from "#src/plugin/run/runTask.js"
import { printEvent } from "#src/terminal/printJson.js"

export type ShowDemoOptions = {
  /** Prints one JSON line for each event, without pauses. */
  readonly json: boolean
  /** Milliseconds between two states. */
  readonly pace: number
  readonly nameWidth?: number
  readonly io: TaskIo
}

/** Runs a demo, which shows what happens to a person or as JSON. */
export async function showDemo(
  run: (stage: DemoStage) => Promise<void>,
  { json, pace, nameWidth = 0, io: { terminal, clock, signal } }: ShowDemoOptions,
): Promise<ExitCode> {
  const { out } = terminal
  const delay = (): Promise<void> => (json ? Promise.resolve() : clock.sleep(pace))
  await run(createDemoStage({ out, json, nameWidth, delay, signal }))
  if (json) printEvent(out, "end", { outcome: "success" })
  else out.line(`\nKeep such a world running with ${out.paint.cyan("npx hardhat devnet")}.`)
  return exitCodes.success
}
