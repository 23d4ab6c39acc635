import type { Abi, Address, Hex } from "viem"

import { checkAll } from "../../primitives/checks.js"
import { DeadlinePassedError } from "../../tracking/DeadlinePassedError.js"
import { follow, type WatchTiming } from "../../tracking/follow.js"
import { formatHistory } from "../../tracking/formatHistory.js"
import { createTracker, type Change } from "../../tracking/tracker.js"
import type { GatewayClient } from "../createGatewayClient.js"
import { requireOne, timeoutChecks } from "../parameters.js"
import type { Timeout } from "../types.js"
import { revertOfTimeout } from "../reverts.js"
import { isFinal, timeoutStates } from "../states.js"
import type { TimeoutStep } from "./timeoutStep.js"

/** Which timeouts to follow, and for how long. One of the first three at least. */
export type WatchTimeoutsParameters = WatchTiming & {
  /** The gateway transaction that scheduled them. */
  txHash?: Hex | undefined
  timeoutId?: string | undefined
  /** The contract that they call. */
  target?: Address | undefined
  /** ABIs of the contracts that may revert, for their own errors. */
  abis?: readonly Abi[] | undefined
  /** Milliseconds. Default: {@link defaultTimeoutTimeout}. */
  timeout?: number | undefined
}

/** How long a wait lasts when it is given no `timeout`: the 24 hours of the longest timeout, and 10 minutes. */
export const defaultTimeoutTimeout: number = (24 * 60 + 10) * 60_000

/** What one look at timeouts brought. */
type TimeoutsLook = { readonly steps: readonly TimeoutStep[]; readonly timeouts: readonly Timeout[] }

const rareLooks = 60_000

/** What every watch of and wait for timeouts is made of. It ends when all that were seen have run. */
export async function* followTimeouts(
  client: GatewayClient,
  parameters: WatchTimeoutsParameters,
): AsyncGenerator<TimeoutsLook, void, undefined> {
  const { timeout: waited = defaultTimeoutTimeout, minInterval = 500, signal, onTrouble, abis = [] } = parameters
  const { maxInterval = Math.max(minInterval, rareLooks) } = parameters
  const query = requireOne(checkAll(timeoutChecks, parameters))
  const journey = createTracker<Timeout>({
    idOf: ({ timeoutId }) => timeoutId,
    marksOf: (timeout) => [
      { at: stateOf(timeout), table: timeoutStates },
      { at: revertOfTimeout(timeout, abis)?.reason ?? "", table: {} },
    ],
    hasArrived: (timeout) => isFinal(stateOf(timeout), timeoutStates),
  })
  let dueBefore = 0

  const stepOf = ({ thing, kind, state, previousState, at, inState }: Change<Timeout>): TimeoutStep => {
    const revert = revertOfTimeout(thing, abis)
    return {
      kind,
      state,
      ...(previousState === undefined ? {} : { previousState }),
      ...(revert === undefined ? {} : { revert }),
      at,
      inState,
      timeout: thing,
    }
  }

  const looks = follow(
    client,
    {
      key: `timeout ${JSON.stringify(query)}`,
      load: (stop) => client.getTimeouts({ ...query, signal: stop }),
      see(answer, at) {
        const steps = journey
          .observe(
            answer.filter((timeout) => isMeant(timeout, query.timeoutId)),
            at,
          )
          .map(stepOf)
        const timeouts = journey.things()
        const left = timeouts.filter((timeout) => !timeout.isResolved).map(({ executeAt }) => executeAt * 1_000 - at)
        const due = left.filter((ms) => ms <= 0).length
        const changed = steps.length > 0 || due !== dueBefore
        dueBefore = due
        return { value: { steps, timeouts }, changed, ...(due > 0 || left.length === 0 ? {} : { nextIn: min(left) }) }
      },
      late: (trouble) => lateTimeoutError({ query, waited, steps: journey.history.map(stepOf), trouble }),
    },
    { timeout: waited, minInterval, maxInterval, signal, onTrouble },
  )
  for await (const look of looks) {
    yield look
    if (journey.isOver()) return
  }
}

function min(numbers: readonly number[]): number {
  return Math.min(...numbers)
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
  steps,
  trouble,
}: {
  query: Readonly<Record<string, string | undefined>>
  waited: number
  steps: readonly TimeoutStep[]
  trouble: unknown
}): DeadlinePassedError<TimeoutStep> {
  const last = steps.findLast(({ timeout, state }) => !timeout.isResolved && state !== "VANISHED") ?? steps.at(-1)
  const isKnown = last !== undefined && last.state !== "VANISHED"
  return new DeadlinePassedError({
    api: "The gateway API",
    missing: isKnown ? "The timeout has not run" : "No timeout was seen",
    waited,
    lastState: last?.state,
    history: steps,
    subject: { "scheduled by": query["txHash"], timeout: query["timeoutId"], target: query["target"] },
    facts: {
      due: isKnown ? dateOf(last.timeout.executeAt) : undefined,
      reverts: last?.revert?.reason,
      history: formatHistory(steps.filter(({ timeout }) => timeout.timeoutId === last?.timeout.timeoutId)),
    },
    next: !isKnown
      ? "Check that the transaction is one of the gateway chain, and that it scheduled something."
      : last.revert === undefined
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
