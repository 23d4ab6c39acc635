import type { DemoOptions } from "./DemoOptions.js"
import { type EventFormatters, formatEvent } from "./EventFormatters.js"
import { printEvent } from "../../src/terminal/json/printJson.js"
import type { Printer } from "../../src/terminal/terminal.js"
import { type ExitCode, exitCodes } from "../../src/plugin/run/runTask.js"
import type { TaskIo } from "../../src/plugin/run/TaskIo.js"

type DemoEvent = { readonly event: string }

export type ShowDemoOptions<Event extends DemoEvent> = {
  /** Prints one JSON line for each event, without pauses. */
  readonly json: boolean
  /** Prints one event in JSON: a step as the task that follows such a thing does, and any other with {@link printDemoEvent}. */
  readonly printJson: (out: Printer, event: Event) => void
  /** Milliseconds between two states. */
  readonly pace: number
  readonly io: TaskIo
}

/** Runs a demo and prints its events, formatted for a person or as JSON. */
export async function showDemo<Event extends DemoEvent>(
  run: (options: DemoOptions<Event>) => Promise<void>,
  formatters: EventFormatters<Event>,
  { json, printJson, pace, io: { terminal, clock, signal } }: ShowDemoOptions<Event>,
): Promise<ExitCode> {
  const { out } = terminal
  await run({
    onEvent: (event) => {
      if (json) {
        printJson(out, event)
        return
      }
      const text = formatEvent(formatters, event)
      if (text !== undefined) out.line(text)
    },
    delay: () => (json ? Promise.resolve() : clock.sleep(pace)),
    signal,
  })
  if (json) printEvent(out, "end", { outcome: "success" })
  else out.line(`\nKeep such a world running with ${out.paint.cyan("npx hardhat devnet")}.`)
  return exitCodes.success
}

/** Prints an event of a demo with its own fields. */
export function printDemoEvent(
  out: Printer,
  { event, ...fields }: DemoEvent & Readonly<Record<string, unknown>>,
): void {
  printEvent(out, event, fields)
}
