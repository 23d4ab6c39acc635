import type { Abi } from "viem"

import type { GatewayClient } from "../createGatewayClient.js"
import type { Timeout } from "../types.js"
import { type GetTimeoutsParameters, requireOne, timeoutChecks } from "../wire/parameters.js"
import { createTimeoutTracker, type TimeoutStep } from "./trackers.js"
import { timeoutsLateError } from "./trackingErrors.js"
import { checkAll } from "#src/primitives/checks.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { follow, type WatchTiming } from "#src/tracking/follow.js"

/** Which timeouts to follow, and for how long. At least one of `txHash`, `timeoutId` and `target` is required. */
export type WatchTimeoutsParameters = WatchTiming &
  Omit<GetTimeoutsParameters, "signal"> & {
    /** ABIs of contracts that may revert, to decode their errors. */
    abis?: readonly Abi[] | undefined
    /** Milliseconds. Default: 87 000 000, which are 24 hours, the longest timeout, and 10 minutes. */
    timeout?: number | undefined
  }

const defaultTimeoutMs = (24 * 60 + 10) * 60_000

type TimeoutsUpdate = { readonly steps: readonly TimeoutStep[]; readonly timeouts: readonly Timeout[] }

/** Time between requests while nothing is due. Not longer: the gateway chain's time decides, and a test can set it forward. */
const intervalBeforeDueMs = 5_000

/** Follows all matching timeouts until each of them has run, for both functions below. */
async function* followTimeouts(
  client: GatewayClient,
  parameters: WatchTimeoutsParameters,
): AsyncGenerator<TimeoutsUpdate, void, undefined> {
  const { timeout: waited = defaultTimeoutMs, minInterval = 500, signal, onTrouble, abis } = parameters
  const { maxInterval = Math.max(minInterval, intervalBeforeDueMs) } = parameters
  const query = requireOne(checkAll(timeoutChecks, parameters))
  const tracker = createTimeoutTracker(abis)
  let dueBefore = 0

  const updates = follow(
    client,
    {
      key: `timeout ${JSON.stringify(query)}`,
      load: (stop) => client.getTimeouts({ ...query, signal: stop }),
      interpret(answer, at) {
        const wanted = query.timeoutId?.toLowerCase()
        const matching = answer.filter(({ timeoutId: id }) => id.toLowerCase() === (wanted ?? id.toLowerCase()))
        const steps = tracker.observe(matching, at)
        const timeouts = tracker.things()
        const left = timeouts.filter(({ isResolved }) => !isResolved).map(({ executeAt }) => executeAt * 1_000 - at)
        const due = left.filter((ms) => ms <= 0).length
        const changed = steps.length > 0 || due !== dueBefore
        dueBefore = due
        // While nothing is due, the next request can wait until a timeout is.
        const nextIn = due > 0 || left.length === 0 ? {} : { nextIn: Math.min(...left) }
        return { value: { steps, timeouts }, changed, ...nextIn }
      },
      deadlineError: (lastError) => timeoutsLateError({ query, waited, steps: tracker.history, lastError }),
    },
    { timeout: waited, minInterval, maxInterval, signal, onTrouble },
  )
  for await (const update of updates) {
    yield update
    if (tracker.isOver()) return
  }
}

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

/** Milliseconds by which a timeout ran late, in whole seconds; `null` if the API does not say when it ran. */
export function lateBy({ executedAt, executeAt }: Timeout): number | null {
  return executedAt === null ? null : (executedAt - executeAt) * 1_000
}

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
  parameters: WatchTimeoutsParameters,
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
