import { outcomeOf } from "./outcomes.js"
import type { Printer } from "./terminal.js"
import { isPlugsError, PlugsError } from "#src/primitives/PlugsError.js"
import { escapeHidden } from "#src/primitives/text.js"

/**
 * Writes a value as JSON for machines: a `bigint` becomes a decimal string, because a JSON number would lose digits. Characters that a
 * terminal obeys instead of showing them are escaped, so that the text is safe to print, and its value stays the same.
 *
 * @example
 * toJson({ fee: 10n ** 20n }) // '{"fee":"100000000000000000000"}'
 * toJson({ fee: 1n }, { indent: 2 }) // the same, indented, for a document that people read too
 */
export function toJson(value: unknown, { indent = 0 }: { indent?: number } = {}): string {
  const withText = (_key: string, inner: unknown): unknown => (typeof inner === "bigint" ? inner.toString() : inner)
  // Line feeds are only between the lines of an indented document: JSON escapes those in texts.
  return escapeHidden(JSON.stringify(value, withText, indent), { keepsLines: true })
}

// A task prints either one document, or a stream of events, one a line. docs/reference/json.md says what readers can rely on.

/** The version of the fields that tasks print with `--json`. It goes up when a field is renamed, removed or means something else. */
export const schemaVersion = 1

/** How far a task's output is: `open` after an event, `ended` after a document or the last event. Nothing printed has no entry. */
const progress = new WeakMap<Printer, "open" | "ended">()

/** Prints the one document of a task, with the error of what it shows if the exit code is above 0. */
export function printDocument(out: Printer, fields: object, error?: PlugsError): void {
  progress.set(out, "ended")
  out.line(toJson({ schemaVersion, ...fields, error }, { indent: 2 }))
}

/** Prints one event of a task as a line. The event `end` is the last one. */
export function printEvent(out: Printer, event: string, fields: object): void {
  progress.set(out, event === "end" ? "ended" : "open")
  out.line(toJson({ schemaVersion, event, ...fields }))
}

/** Prints the last event of a task that an error ends. */
export function printFailedEnd(out: Printer, error: unknown): void {
  printEvent(out, "end", { outcome: outcomeOf(error), error: isPlugsError(error) ? error : new UnexpectedError() })
}

/** Prints the error that ends a task, as the only document or the last event, on one line. Prints nothing after the end of output. */
export function printFailure(out: Printer, error: unknown): void {
  if (progress.get(out) === "ended") return
  if (progress.get(out) === "open") printFailedEnd(out, error)
  else {
    progress.set(out, "ended")
    out.line(toJson({ schemaVersion, error: isPlugsError(error) ? error : new UnexpectedError() }))
  }
}

/**
 * A task ended with an error of a library or with a bug. Tasks print this in its place with `--json`, because its own text can contain
 * the URL of a node, and with it a key. Standard error has that text.
 */
export class UnexpectedError extends PlugsError {
  readonly code = "UNEXPECTED"

  constructor() {
    super("The task ended with an error that is not from hardhat-plugs.", {
      next: "Read standard error, which shows it.",
    })
  }
}

/** One change of whatever is followed. */
export type ShownStep = {
  readonly kind: "state" | "reorg"
  readonly state: string
  readonly previousState?: string
  readonly at: number
}

/** A step with the fields that its line in JSON has. */
export type StepFields = ShownStep & Readonly<Record<string, unknown>>

/**
 * Prints a step as the event `status` or `reorg`. What the helpers call a state is `status` in JSON, as it is in all three APIs:
 * `previousStatus` is absent when the thing is first seen, and `inStatus` counts the milliseconds since the change before.
 */
export function printStep(out: Printer, { kind, state, previousState, inState, ...fields }: StepFields): void {
  const event = kind === "state" ? "status" : kind
  printEvent(out, event, { status: state, previousStatus: previousState, inStatus: inState, ...fields })
}
