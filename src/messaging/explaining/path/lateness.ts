import { findWait } from "../progress/findWait.js"
import type { Stage } from "../stageTimes.js"
import type { MessageCase } from "../types.js"

/**
 * Measures how long a message has waited for a stage.
 *
 * @returns seconds; `undefined` if it does not wait for this stage, or for no longer than messages do, or that is not known
 */
export function lateness(subject: MessageCase, stage: Stage): number | undefined {
  const wait = findWait(subject)
  return wait?.stage === stage && wait.isLate && wait.since !== null ? wait.now - wait.since : undefined
}
