import type { Abi, Address, Hex } from "viem"

import { checkAll } from "../../primitives/checks.js"
import { follow, type WatchTiming } from "../../tracking/follow.js"
import type { GatewayClient } from "../createGatewayClient.js"
import type { Timeout } from "../types.js"
import { requireOne, timeoutChecks } from "../wire/parameters.js"
import { createTimeoutTracker, type TimeoutStep } from "./timeoutTracker.js"
import { timeoutsLateError } from "./trackingErrors.js"

/** Which timeouts to follow, and for how long. At least one of `txHash`, `timeoutId` and `target` is required. */
export type WatchTimeoutsParameters = WatchTiming & {
  /** The gateway transaction that scheduled the timeouts. */
  txHash?: Hex | undefined
  timeoutId?: string | undefined
  /** The contract that the timeouts call. */
  target?: Address | undefined
  /** ABIs of contracts that may revert, to decode their errors. */
  abis?: readonly Abi[] | undefined
  /** Milliseconds. Default: {@link defaultTimeoutTimeout}. */
  timeout?: number | undefined
}

/** How long a wait for timeouts without `timeout` lasts, in milliseconds: 24 hours, the longest timeout, and 10 minutes. */
export const defaultTimeoutTimeout: number = (24 * 60 + 10) * 60_000

/** What one answer of the API brought. */
type TimeoutsUpdate = { readonly steps: readonly TimeoutStep[]; readonly timeouts: readonly Timeout[] }

/**
 * Milliseconds between two requests while nothing is due. When something is due is a matter of the gateway chain's time, which a test may
 * have set forward, so the machine's clock cannot say how long to sleep.
 */
const intervalBeforeDue = 5_000

/** Follows all matching timeouts until each of them has run: what all watches and waits for timeouts run on. */
export async function* followTimeouts(
  client: GatewayClient,
  parameters: WatchTimeoutsParameters,
): AsyncGenerator<TimeoutsUpdate, void, undefined> {
  const { timeout: waited = defaultTimeoutTimeout, minInterval = 500, signal, onTrouble, abis } = parameters
  const { maxInterval = Math.max(minInterval, intervalBeforeDue) } = parameters
  const query = requireOne(checkAll(timeoutChecks, parameters))
  const tracker = createTimeoutTracker({ abis })
  let dueBefore = 0

  const updates = follow(
    client,
    {
      key: `timeout ${JSON.stringify(query)}`,
      load: (stop) => client.getTimeouts({ ...query, signal: stop }),
      interpret(answer, at) {
        const matching = answer.filter(({ timeoutId }) => isSameId(timeoutId, query.timeoutId ?? timeoutId))
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

function isSameId(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase()
}
