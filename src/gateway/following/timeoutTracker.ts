import type { Abi } from "viem"

import type { DecodedRevert } from "../../primitives/reverts/decodeRevertData.js"
import { isFinal } from "../../tracking/states.js"
import { createTracker, type Step, type Tracker } from "../../tracking/tracker.js"
import { revertOfTimeout } from "../reverts.js"
import { type TimeoutStatus, timeoutStates } from "../states.js"
import type { Timeout } from "../types.js"

/** One change of a timeout: of its status, or of whether and why it reverts. Every change is reported once. */
export type TimeoutStep = Step<
  TimeoutStatus,
  {
    /** Why the call reverts now; absent if it does not. */
    readonly revert?: { readonly reason: string; readonly decoded?: DecodedRevert }
    /** The timeout as it is now, or as it was last seen before it vanished. */
    readonly timeout: Timeout
  }
>

/** Turns the API's repeated answers about timeouts into steps. */
export type TimeoutTracker = Tracker<Timeout, TimeoutStep>

/** Creates a tracker for timeouts. A timeout has arrived when it has run. */
export function createTimeoutTracker({ abis = [] }: { abis?: readonly Abi[] | undefined }): TimeoutTracker {
  return createTracker<Timeout, TimeoutStep>({
    idOf: ({ timeoutId }) => timeoutId,
    aspectsOf: (timeout) => [
      { value: stateOf(timeout), table: timeoutStates },
      { value: revertOfTimeout(timeout, abis)?.reason ?? "" },
    ],
    hasArrived: (timeout) => isFinal(stateOf(timeout), timeoutStates),
    toStep(change, timeout) {
      const revert = revertOfTimeout(timeout, abis)
      return { ...change, ...(revert === undefined ? {} : { revert }), timeout }
    },
  })
}

function stateOf({ status, isResolved }: Timeout): string {
  return isResolved ? "RESOLVED" : status
}
