import type { Hex } from "viem"

import type { RetryPolicy } from "../../relay/Protocol.js"
import type { Attempt, PayloadRecord } from "./types.js"
import type { Clock } from "#src/primitives/clock.js"

export const noAttempt: Attempt = { outcome: "NO", attempts: 0, revertData: undefined, retryAt: undefined }

/** Adds an attempt that worked. Earlier ones that failed still count. */
export function succeeded({ attempts }: Attempt): Attempt {
  return { outcome: "SIMULATION_SUCCESS", attempts, revertData: undefined, retryAt: undefined }
}

/** Adds an attempt that reverted, with the time of the next one if any is left: later if this one `took` many milliseconds. */
export function failed(
  { attempts: before }: Attempt,
  revertData: Hex,
  { clock, retries }: { clock: Pick<Clock, "now">; retries: RetryPolicy },
  took = 0,
): Attempt {
  const attempts = before + 1
  const retryAt =
    attempts >= retries.attempts ? undefined : clock.now() + Math.max(retries.delay, took * restPerAttempt)
  return { outcome: "SIMULATION_FAILED", attempts, revertData, retryAt }
}

export function isFailing({ outcome }: Attempt): boolean {
  return outcome === "SIMULATION_FAILED"
}

/** Checks whether the last attempt failed and none is left. */
export function isGivenUp(attempt: Attempt): boolean {
  return isFailing(attempt) && attempt.retryAt === undefined
}

/** The attempt at a payload's next step: its execution, and after that its callback. */
export function attemptAtNext({ executed, executionAttempt, callbackAttempt }: PayloadRecord): Attempt {
  return executed === undefined ? executionAttempt : callbackAttempt
}

/** An item waits this many times as long as its last attempt took. */
const restPerAttempt = 10
