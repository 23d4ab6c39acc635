import type { Address, Hex } from "viem"

import { checkAll } from "../primitives/checks.js"
import { PlugsError } from "../primitives/PlugsError.js"
import { DeadlinePassedError } from "../tracking/DeadlinePassedError.js"
import { first, follow, type WatchTiming } from "../tracking/follow.js"
import { formatHistory } from "../tracking/formatHistory.js"
import { createJourney, type Journey, type Sighting } from "../tracking/journey.js"
import type { GatewayClient } from "./createGatewayClient.js"
import { requireOne, timeoutChecks } from "./parameters.js"
import type { Timeout } from "./records.js"
import { decodeRevertString } from "./reverts.js"
import { isFinal, timeoutStates } from "./states.js"

/** Which timeout to wait for, and for how long. One of the first three at least. */
export type WaitForTimeoutParameters = WatchTiming & {
  /** The gateway transaction that scheduled it. */
  txHash?: Hex | undefined
  timeoutId?: string | undefined
  /** The contract that it calls. */
  target?: Address | undefined
  /** Milliseconds. Default: {@link defaultTimeoutTimeout}. */
  timeout?: number | undefined
}

/** A timeout that ran. */
export type WaitForTimeoutReturnType = {
  readonly timeout: Timeout
  /** Milliseconds between when it was due and when it ran, to the second; `null` where the API doesn't say when it ran. */
  readonly lateBy: number | null
}

/** How long a wait lasts when it is given no `timeout`: the 24 hours of the longest timeout, and 10 minutes. */
export const defaultTimeoutTimeout: number = (24 * 60 + 10) * 60_000

/** One timeout was asked for, but several match. */
export class SeveralTimeoutsError extends PlugsError {
  readonly code = "SEVERAL_TIMEOUTS"
  readonly timeoutIds: readonly string[]

  constructor(timeoutIds: readonly string[]) {
    super(`${timeoutIds.length} timeouts match.`, {
      facts: { timeouts: timeoutIds.slice(0, idsShown).join(", ") },
      next: "Pass the timeoutId of one of them; getTimeouts tells more of each.",
    })
    this.timeoutIds = timeoutIds
  }
}

const idsShown = 10
const rareLooks = 60_000

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
  const { timeout: waited = defaultTimeoutTimeout, minInterval = 500, signal } = parameters
  const { maxInterval = Math.max(minInterval, rareLooks) } = parameters
  const query = requireOne(checkAll(timeoutChecks, parameters))
  const journey = createJourney<Timeout>({
    idOf: ({ timeoutId }) => timeoutId,
    marksOf: (timeout) => [{ at: stateOf(timeout), table: timeoutStates }],
    hasArrived: (timeout) => isFinal(stateOf(timeout), timeoutStates),
  })
  let wasDue = false

  const looks = follow(
    client,
    {
      key: `timeout ${JSON.stringify(query)}`,
      load: (stop) => client.getTimeouts({ ...query, signal: stop }),
      see(answer, at) {
        const steps = journey.observe(
          answer.filter((timeout) => isMeant(timeout, query.timeoutId)),
          at,
        )
        const left = Math.min(...journey.things().map(({ executeAt }) => executeAt * 1_000 - at))
        const isDue = left <= 0
        const changed = steps.length > 0 || isDue !== wasDue
        wasDue = isDue
        return { value: journey.things(), changed, ...(isDue || left === Infinity ? {} : { nextIn: left }) }
      },
      late: (trouble) => lateTimeoutError({ query, waited, journey, trouble }),
    },
    { timeout: waited, minInterval, maxInterval, signal },
  )
  return await first(looks, (timeouts) => {
    const [timeout, another] = timeouts
    if (another !== undefined) throw new SeveralTimeoutsError(timeouts.map(({ timeoutId }) => timeoutId))
    if (timeout === undefined || !journey.isOver()) return undefined
    const { executedAt, executeAt } = timeout
    return { timeout, lateBy: executedAt === null ? null : (executedAt - executeAt) * 1_000 }
  })
}

function stateOf({ status, isResolved }: Timeout): string {
  return isResolved ? "RESOLVED" : status
}

function isMeant({ timeoutId }: Timeout, wanted: string | undefined): boolean {
  return wanted === undefined || timeoutId.toLowerCase() === wanted.toLowerCase()
}

function lateTimeoutError({
  query,
  waited,
  journey,
  trouble,
}: {
  query: Readonly<Record<string, string | undefined>>
  waited: number
  journey: Journey<Timeout>
  trouble: unknown
}): DeadlinePassedError<Sighting<Timeout>> {
  const { history } = journey
  const [timeout] = journey.things()
  const revert = timeout?.revertString ?? ""
  return new DeadlinePassedError({
    api: "The gateway API",
    missing: timeout === undefined ? "No timeout was seen" : "The timeout has not run",
    waited,
    lastState: history.at(-1)?.state,
    history,
    subject: { "scheduled by": query["txHash"], timeout: query["timeoutId"], target: query["target"] },
    facts: {
      due: timeout === undefined ? undefined : dateOf(timeout.executeAt),
      reverts: revert === "" ? undefined : decodeRevertString(revert).reason,
      history: formatHistory(history),
    },
    next:
      timeout === undefined
        ? "Check that the transaction is one of the gateway chain, and that it scheduled something."
        : revert === ""
          ? "It may still run: wait again, beyond the time at which it is due."
          : "Find out why the call of its target reverts.",
    trouble,
  })
}

/** Whatever number the API gives; a date knows only so many. */
function dateOf(seconds: number): string {
  const date = new Date(seconds * 1_000)
  return Number.isNaN(date.getTime()) ? `${seconds} s` : date.toISOString()
}
