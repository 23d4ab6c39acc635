import type { Hex } from "viem"

import { isGivenUp, noAttempt } from "./ledger/attempt.js"
import type { GatewayLedger } from "./ledger/ledger.js"
import { isPayloadDone } from "#src/gateway/states.js"
import type { RetryOutcome } from "#src/primitives/reverts/RetryOutcome.js"

/** Tries again what the actors gave up, and what depends on it. `undefined` if the ledger knows nothing with this id. */
export function retryGatewayJob(ledger: GatewayLedger, id: Hex): RetryOutcome | undefined {
  const payload = ledger.payload(id)
  if (payload !== undefined) {
    if (isPayloadDone(payload.status)) return "done"
    if (ledger.isTakenBack(payload)) return "cancelled"
    if (!payload.isGivenUp) return "not given up"
    const fresh = { finalizationAttempt: noAttempt, executionAttempt: noAttempt, callbackAttempt: noAttempt }
    ledger.note(id, { ...fresh, isReopened: true })
    return "retried"
  }
  const { jobs } = ledger
  if (jobs.isOpen(id)) {
    if (!isGivenUp(jobs.attemptOf(id))) return "not given up"
    jobs.note(id, noAttempt)
    return "retried"
  }
  return jobs.isDone(id) ? "done" : undefined
}
