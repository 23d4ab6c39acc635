import type { PlugsError } from "../../primitives/PlugsError.js"
import { outcomeOf } from "../../terminal/outcomes.js"
import type { Printer } from "../../terminal/terminal.js"

/**
 * Throws the most severe error and prints the rest. Does nothing when there is none.
 *
 * @param errors the most severe one first
 */
export function throwMostSevere([severest, ...others]: readonly PlugsError[], err: Printer): void {
  if (severest === undefined) return
  // After Ctrl-C every wait ends with the same error, and one line is enough.
  if (outcomeOf(severest) !== "interrupted") for (const { message } of others) err.line(err.paint.red(message))
  throw severest
}
