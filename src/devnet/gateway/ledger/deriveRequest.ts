import type { TransactionStatus } from "../../../gateway/states.js"
import { isTakenBack } from "./derivePayload.js"
import type { GatewayIndex } from "./facts.js"
import type { PayloadRecord, RequestRecord } from "./types.js"
import { isFailing } from "./attempt.js"

/**
 * Derives a request's record from the gateway chain's facts.
 *
 * @param payloads those of the request, in the order in which they were queued
 */
export function deriveRequest(
  requestCount: number,
  home: GatewayIndex,
  payloads: readonly PayloadRecord[],
): RequestRecord | undefined {
  const submitted = home.submitted.get(requestCount)
  if (submitted === undefined) return undefined
  return {
    ...submitted,
    ...home.increases.get(requestCount),
    status: statusOf(payloads, home),
    payloads,
    fee: payloads.reduce((total, { resolved }) => total + (resolved?.fee ?? 0n), 0n),
    isCancelled: home.cancelled.has(requestCount),
    isSettled: home.settled.has(requestCount),
  }
}

/** A payload that a cancellation took back is never executed, so its request never completes. */
function statusOf(payloads: readonly PayloadRecord[], home: GatewayIndex): TransactionStatus {
  if (payloads.every(({ status }) => status === "PROMISE_RESOLVED")) return "COMPLETED"
  return payloads.some((payload) => isReverting(payload, home)) ? "REVERTING" : "IN_PROGRESS"
}

function isReverting(payload: PayloadRecord, home: GatewayIndex): boolean {
  const { status, executed, executionAttempt, callbackAttempt, isGivenUp } = payload
  if (status === "PROMISE_RESOLVED" || isTakenBack(payload, home)) return false
  return isFailing(executed === undefined ? executionAttempt : callbackAttempt) || isGivenUp
}
