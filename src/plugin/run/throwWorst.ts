import type { PlugsError } from "../../primitives/PlugsError.js"
import { outcomeOf } from "../../terminal/core/outcomes.js"
import type { Printer } from "../../terminal/core/terminal.js"

/**
 * Ends a task with the error that decides of those that things side by side have ended with, and prints the others before.
 *
 * @param errors the worst one first; nothing happens without any
 */
export function throwWorst([worst, ...others]: readonly PlugsError[], err: Printer): void {
  if (worst === undefined) return
  // After Ctrl-C everything ends alike, and nobody wants to read it once for each.
  if (outcomeOf(worst) !== "interrupted") for (const { message } of others) err.line(err.paint.red(message))
  throw worst
}
