import type { Hex } from "viem"

import type { Clock } from "../../../primitives/clock.js"
import type { RetryPolicy } from "../../relay/RetryPolicy.js"
import type { Attempt } from "./records.js"

export const untried: Attempt = { outcome: "NO", attempts: 0, revertData: undefined, retryAt: undefined }

/** A try that went well; earlier ones that did not still count. */
export function succeeded({ attempts }: Attempt): Attempt {
  return { outcome: "SIMULATION_SUCCESS", attempts, revertData: undefined, retryAt: undefined }
}

/** A try that reverted, and when the next one is, if there is one. */
export function failed(
  { attempts: before }: Attempt,
  revertData: Hex,
  { clock, retries }: { clock: Pick<Clock, "now">; retries: RetryPolicy },
): Attempt {
  const attempts = before + 1
  const retryAt = attempts >= retries.attempts ? undefined : clock.now() + retries.delay
  return { outcome: "SIMULATION_FAILED", attempts, revertData, retryAt }
}

export function isFailing({ outcome }: Attempt): boolean {
  return outcome === "SIMULATION_FAILED"
}

/** Whether it failed for the last time. */
export function isGivenUp(trial: Attempt): boolean {
  return isFailing(trial) && trial.retryAt === undefined
}
