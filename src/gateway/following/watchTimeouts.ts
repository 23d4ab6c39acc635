import type { GatewayClient } from "../createGatewayClient.js"
import { followTimeouts, type WatchTimeoutsParameters } from "./followTimeouts.js"
import type { TimeoutStep } from "./timeoutTracker.js"

/**
 * Follows all matching timeouts until each of them has run, and yields every change once: when a timeout is first seen, when its
 * call starts or stops reverting, and when it has run. Until one is due, the API is polled about every five seconds.
 *
 * @throws {DeadlinePassedError} with the last state, why the timeout reverts if it does, and the last error of the API, if any
 * @throws {AbortedError} the signal was aborted
 * @throws {InvalidInputError} none of `txHash`, `timeoutId` and `target` was given, or a parameter is invalid
 * @example
 * for await (const { timeout, state } of watchTimeouts(client, { txHash })) console.log(timeout.timeoutId, state)
 */
export async function* watchTimeouts(
  client: GatewayClient,
  parameters: WatchTimeoutsParameters,
): AsyncGenerator<TimeoutStep, void, undefined> {
  for await (const { steps } of followTimeouts(client, parameters)) yield* steps
}
