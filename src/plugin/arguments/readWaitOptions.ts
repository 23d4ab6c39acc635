import { parseDuration } from "../../primitives/duration.js"

/**
 * How far and how long a task follows something.
 *
 * @param checkState knows the states that can be waited for
 * @throws {InvalidInputError} named after the option that is wrong
 */
export function readWaitOptions<State>(
  { until, timeout }: { until: string | undefined; timeout: string | undefined },
  checkState: (state: string, argument: string) => State,
): { until?: State; timeout?: number } {
  return {
    ...(until === undefined ? {} : { until: checkState(until.toUpperCase(), "--until") }),
    ...(timeout === undefined ? {} : { timeout: parseDuration(timeout, "--timeout") }),
  }
}
