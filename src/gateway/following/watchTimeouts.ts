import type { GatewayClient } from "../createGatewayClient.js"
import { followTimeouts, type WatchTimeoutsParameters } from "./followTimeouts.js"
import type { TimeoutStep } from "./timeoutStep.js"

/**
 * Follows every timeout that matches until all of them have run, and yields every change once: when it is seen first, when its call
 * reverts, when it has run. Looks are rare until one is due.
 *
 * @throws {DeadlinePassedError} with the last state, why it reverts if it does, and the last error that was waited out
 * @throws {AbortedError} the signal was aborted
 * @throws {InvalidInputError} none of txHash, timeoutId and target, or a parameter that can't be right
 * @example
 * for await (const { timeout, state } of watchTimeouts(client, { txHash })) console.log(timeout.timeoutId, state)
 */
export async function* watchTimeouts(
  client: GatewayClient,
  parameters: WatchTimeoutsParameters,
): AsyncGenerator<TimeoutStep, void, undefined> {
  for await (const { steps } of followTimeouts(client, parameters)) yield* steps
}
