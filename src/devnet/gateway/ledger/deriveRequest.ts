import type { TransactionStatus } from "../../../gateway/states.js"
import { isTakenBack } from "./derivePayload.js"
import type { GatewayIndex } from "./facts.js"
import type { PayloadRecord, RequestRecord } from "./records.js"
import { isFailing } from "./attempt.js"

/** Puts together what is known of a request, whose payloads are given in the order in which they were queued. */
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

/** What was taken back by a cancellation is never executed, so such a request does not become complete. */
function statusOf(payloads: readonly PayloadRecord[], home: GatewayIndex): TransactionStatus {
  if (payloads.every(({ resolved }) => resolved !== undefined)) return "COMPLETED"
  return payloads.some((payload) => isReverting(payload, home)) ? "REVERTING" : "IN_PROGRESS"
}

function isReverting(payload: PayloadRecord, home: GatewayIndex): boolean {
  const { payloadId, resolved, executed, execution, promise } = payload
  if (resolved !== undefined || isTakenBack(payload, home)) return false
  return isFailing(executed === undefined ? execution : promise) || home.markedReverted.has(payloadId)
}
