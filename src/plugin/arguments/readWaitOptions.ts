import { parseDuration } from "../../primitives/duration.js"

/** How far and for how long a task follows something. */
export type WaitOptions<State> = {
  readonly until?: State
  /** Milliseconds. */
  readonly timeout?: number
}

/**
 * Reads `--until` and `--timeout`.
 *
 * @param checkState knows the states that `--until` can name
 * @throws {InvalidInputError} one of them is wrong; the error names it
 */
export function readWaitOptions<State = never>(
  { until, timeout }: { until?: string | undefined; timeout: string | undefined },
  checkState?: (state: string, argument: string) => State,
): WaitOptions<State> {
  return {
    ...(until === undefined || checkState === undefined ? {} : { until: checkState(until.toUpperCase(), "--until") }),
    ...(timeout === undefined ? {} : { timeout: parseDuration(timeout, "--timeout") }),
  }
}
