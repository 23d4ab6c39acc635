import { printEvent } from "./printJson.js"
import type { StepFields } from "./ShownStep.js"
import type { Printer } from "../terminal.js"

/**
 * Prints a step as the event `status` or `reorg`. What the helpers call a state is `status` in JSON, as it is in all three APIs:
 * `previousStatus` is absent when the thing is first seen, and `inStatus` counts the milliseconds since the change before.
 */
export function printStep(out: Printer, { kind, state, previousState, inState, ...fields }: StepFields): void {
  const event = kind === "state" ? "status" : kind
  printEvent(out, event, { status: state, previousStatus: previousState, inStatus: inState, ...fields })
}
