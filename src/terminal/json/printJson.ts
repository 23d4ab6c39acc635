import { isPlugsError, type PlugsError } from "../../primitives/PlugsError.js"
import { outcomeOf } from "../outcomes.js"
import type { Printer } from "../terminal.js"
import { toJson } from "../toJson.js"
import { UnexpectedError } from "./UnexpectedError.js"

// A task prints either one document, or a stream of events, one a line. docs/json.md says what readers can rely on.

/** The version of the fields that tasks print with `--json`. It goes up when a field is renamed, removed or means something else. */
export const schemaVersion = 1

/** How far a task's output is: `open` after an event, `ended` after a document or the last event. Nothing printed has no entry. */
const progress = new WeakMap<Printer, "open" | "ended">()

/**
 * Prints the one document of a task.
 *
 * @param error what is wrong with what it shows, for a task that ends with an exit code above 0
 * @example
 * printDocument(terminal.out, { txHash, requests })
 */
export function printDocument(out: Printer, fields: object, error?: PlugsError): void {
  progress.set(out, "ended")
  out.line(toJson({ schemaVersion, ...fields, error }, { indent: 2 }))
}

/**
 * Prints one event of a task as a line. The event `end` is the last one.
 *
 * @example
 * printEvent(terminal.out, "waiting", { milliseconds: 5_000 })
 */
export function printEvent(out: Printer, event: string, fields: object): void {
  progress.set(out, event === "end" ? "ended" : "open")
  out.line(toJson({ schemaVersion, event, ...fields }))
}

/** Prints the last event of a task that an error ends. */
export function printFailedEnd(out: Printer, error: unknown): void {
  printEvent(out, "end", { outcome: outcomeOf(error), error: isPlugsError(error) ? error : new UnexpectedError() })
}

/**
 * Prints the error that ends a task: as the only document, or as the last event if there were others. It prints nothing if the task has
 * ended its output already. It takes one line in any case, because a reader of events reads lines.
 */
export function printFailure(out: Printer, error: unknown): void {
  if (progress.get(out) === "ended") return
  if (progress.get(out) === "open") printFailedEnd(out, error)
  else {
    progress.set(out, "ended")
    out.line(toJson({ schemaVersion, error: isPlugsError(error) ? error : new UnexpectedError() }))
  }
}
