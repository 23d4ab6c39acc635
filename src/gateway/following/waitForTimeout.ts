import { PlugsError } from "../../primitives/PlugsError.js"
import type { GatewayClient } from "../createGatewayClient.js"
import type { Timeout } from "../types.js"
import { followTimeouts, type WatchTimeoutsParameters } from "./followTimeouts.js"
import { lateBy } from "./lateBy.js"

/** Which timeout to wait for, and for how long. At least one of `txHash`, `timeoutId` and `target` is required. */
export type WaitForTimeoutParameters = WatchTimeoutsParameters

/** A timeout that has run. */
export type WaitForTimeoutReturnType = {
  readonly timeout: Timeout
  /** Milliseconds by which it ran late, in whole seconds; `null` if the API does not say when it ran. */
  readonly lateBy: number | null
}

/** The caller waits for one timeout, but several match. */
export class SeveralTimeoutsError extends PlugsError {
  readonly code = "SEVERAL_TIMEOUTS"
  readonly timeoutIds: readonly string[]

  constructor(timeoutIds: readonly string[]) {
    super(`${timeoutIds.length} timeouts match.`, {
      facts: { timeouts: timeoutIds.slice(0, idsShown).join(", ") },
      next: "Pass the timeoutId of one of them. getTimeouts shows their details, and watchTimeouts follows all of them.",
    })
    this.timeoutIds = timeoutIds
  }
}

const idsShown = 10

/**
 * Waits until a timeout has run, and returns it with how late it ran. Until it is due, the API is polled about every five seconds.
 *
 * @throws {SeveralTimeoutsError} several timeouts match and `timeoutId` was not given
 * @throws {DeadlinePassedError} with the last state, why the timeout reverts if it does, and the last error of the API, if any
 * @throws {AbortedError} the signal was aborted
 * @throws {InvalidInputError} none of `txHash`, `timeoutId` and `target` was given, or a parameter is invalid
 * @example
 * const { timeout, lateBy } = await waitForTimeout(client, { txHash })
 * console.log(timeout.resolveTxHash, lateBy === null ? "" : `${lateBy} ms late`)
 */
export async function waitForTimeout(
  client: GatewayClient,
  parameters: WaitForTimeoutParameters,
): Promise<WaitForTimeoutReturnType> {
  let latest: Timeout | undefined
  for await (const { timeouts } of followTimeouts(client, parameters)) {
    const [timeout, another] = timeouts
    if (another !== undefined) throw new SeveralTimeoutsError(timeouts.map(({ timeoutId }) => timeoutId))
    latest = timeout
  }
  if (latest === undefined) throw new Error("A watch that ends without an error has seen the timeout run.")
  return { timeout: latest, lateBy: lateBy(latest) }
}
