import { PlugsError } from "../../primitives/PlugsError.js"
import type { GatewayClient } from "../createGatewayClient.js"
import { followTimeouts, type WatchTimeoutsParameters } from "./followTimeouts.js"
import { lateBy } from "./lateBy.js"
import type { Timeout } from "../types.js"

/** Which timeout to wait for, and for how long. One of txHash, timeoutId and target at least. */
export type WaitForTimeoutParameters = WatchTimeoutsParameters

/** A timeout that ran. */
export type WaitForTimeoutReturnType = {
  readonly timeout: Timeout
  /** Milliseconds between when it was due and when it ran, to the second; `null` where the API doesn't say when it ran. */
  readonly lateBy: number | null
}

/** One timeout was asked for, but several match. */
export class SeveralTimeoutsError extends PlugsError {
  readonly code = "SEVERAL_TIMEOUTS"
  readonly timeoutIds: readonly string[]

  constructor(timeoutIds: readonly string[]) {
    super(`${timeoutIds.length} timeouts match.`, {
      facts: { timeouts: timeoutIds.slice(0, idsShown).join(", ") },
      next: "Pass the timeoutId of one of them; getTimeouts tells more of each, and watchTimeouts follows all.",
    })
    this.timeoutIds = timeoutIds
  }
}

const idsShown = 10

/**
 * Waits until a timeout has run, and tells how late it ran. Looks are rare until it is due.
 *
 * @throws {SeveralTimeoutsError} several match, and `timeoutId` doesn't tell which one is meant
 * @throws {DeadlinePassedError} with the last state, why it reverts if it does, and the last error that was waited out
 * @throws {AbortedError} the signal was aborted
 * @throws {InvalidInputError} none of txHash, timeoutId and target, or a parameter that can't be right
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
  if (latest === undefined) throw new Error("Timeouts are followed until one has run, or there is an error.")
  return { timeout: latest, lateBy: lateBy(latest) }
}
