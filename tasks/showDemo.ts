import type { DemoOptions } from "../src/demo/DemoOptions.js"
import { type EventFormatters, formatEvent } from "../src/demo/EventFormatters.js"
import { toJson } from "../src/terminal/core/toJson.js"
import { type ExitCode, exitCodes } from "../src/plugin/run/runTask.js"
import type { TaskIo } from "../src/plugin/run/TaskIo.js"

export type ShowDemoOptions<Event> = {
  /** Prints one JSON line for each event, without pauses. */
  readonly json: boolean
  /** The fields of an event in JSON, if they are not its own. */
  readonly toJsonFields?: (event: Event) => object
  /** Milliseconds between two states. */
  readonly pace: number
  readonly io: TaskIo
}

/** Runs a demo and prints its events, formatted for a person or as JSON. */
export async function showDemo<Event extends { readonly event: string }>(
  run: (options: DemoOptions<Event>) => Promise<void>,
  formatters: EventFormatters<Event>,
  { json, toJsonFields = (event) => event, pace, io: { terminal, clock, signal } }: ShowDemoOptions<Event>,
): Promise<ExitCode> {
  const { out } = terminal
  await run({
    onEvent: (event) => {
      const text = json ? toJson(toJsonFields(event)) : formatEvent(formatters, event)
      if (text !== undefined) out.line(text)
    },
    delay: () => (json ? Promise.resolve() : clock.sleep(pace)),
    signal,
  })
  if (!json) out.line(`\nKeep such a world running with ${out.paint.cyan("npx hardhat devnet")}.`)
  return exitCodes.success
}
