import { checkState } from "../../messaging/parameters.js"
import type { MessageStatus } from "../../messaging/states.js"
import { parseDuration } from "../../primitives/duration.js"

/**
 * How far and how long a task follows messages.
 *
 * @throws {InvalidInputError} named after the option that is wrong
 */
export function readPatience({ until, timeout }: { until: string | undefined; timeout: string | undefined }): {
  until?: MessageStatus
  timeout?: number
} {
  return {
    ...(until === undefined ? {} : { until: checkState(until.toUpperCase(), "--until") }),
    ...(timeout === undefined ? {} : { timeout: parseDuration(timeout, "--timeout") }),
  }
}
