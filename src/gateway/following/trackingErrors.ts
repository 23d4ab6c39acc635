import type { Hex } from "viem"

import { formatDuration } from "../../primitives/duration.js"
import { PlugsError } from "../../primitives/PlugsError.js"
import { DeadlinePassedError } from "../../tracking/DeadlinePassedError.js"
import { formatHistory } from "../../tracking/formatHistory.js"
import type { GatewayRequest, Payload } from "../gatewayRequest.js"
import type { Revert } from "../reverts.js"
import type { PayloadStatus } from "../states.js"
import type { TransactionTracker } from "./transactionTracker.js"
import type { TransactionStep } from "./transactionStep.js"

/** Something reverts, and nothing more is waited for. It may still recover, because the gateway goes on trying. */
export class TransactionRevertingError extends PlugsError {
  readonly code = "TRANSACTION_REVERTING"
  /** What reverts, decoded; empty when the API gives no reason. */
  readonly reverts: readonly Revert[]
  /** The requests as they were last seen. */
  readonly requests: readonly GatewayRequest[]
  /** Every step of every request and payload. */
  readonly history: readonly TransactionStep[]

  /** @param details.waited milliseconds, when it is a deadline that passed */
  constructor({ txHash, journey, waited }: { txHash: Hex; journey: TransactionTracker; waited?: number }) {
    const reverts = journey.reverts()
    const reverting = payloadsOf(journey).filter(({ payloadId }) => reverts.some((one) => one.payloadId === payloadId))
    const who = reverting.length > 1 ? `${reverting.length} payloads revert` : "A payload reverts"
    super(`${who}${waited === undefined ? "" : `, and nothing changed that within ${formatDuration(waited)}`}.`, {
      facts: {
        transaction: txHash,
        "last state": lastStateOf(journey),
        ...revertFacts(journey),
        ...historyFacts(reverting, journey),
      },
      next: reverts.some(({ stage }) => stage === "callback")
        ? "Mend the app gateway's callback: its payload is executed, and the callback is tried again."
        : "Find out why the call reverts, for example by simulating it on the chain of its target; it is tried again.",
    })
    this.reverts = reverts
    this.requests = journey.requests()
    this.history = journey.history
  }

  get lastState(): string | undefined {
    return this.requests.at(-1)?.status
  }
}

/**
 * The error of a watch whose time is over. What still reverts then is taken for the outcome, unless the API was away at the end and
 * nobody knows.
 */
export function lateTransactionError({
  txHash,
  until,
  waited,
  journey,
  trouble,
}: {
  txHash: Hex
  until: PayloadStatus | undefined
  waited: number
  journey: TransactionTracker
  trouble: unknown
}): TransactionRevertingError | DeadlinePassedError<TransactionStep> {
  if (trouble === undefined && journey.isReverting()) return new TransactionRevertingError({ txHash, journey, waited })
  const isKnown = journey.requests().length > 0
  const goal = until === undefined ? "The transaction has not completed" : `Not every payload has reached ${until}`
  return new DeadlinePassedError({
    api: "The gateway API",
    missing: isKnown ? goal : "No request was seen",
    waited,
    lastState: lastStateOf(journey),
    history: journey.history,
    subject: { transaction: txHash },
    facts: { ...revertFacts(journey), ...historyFacts(journey.laggards(), journey) },
    next: isKnown
      ? "It may still arrive: wait again, with a longer timeout."
      : "Check that the transaction is one of the gateway chain, and that it called an async function of an app gateway.",
    trouble,
  })
}

const shown = 5

function payloadsOf(journey: TransactionTracker): readonly Payload[] {
  return journey.requests().flatMap(({ payloads }) => payloads)
}

function lastStateOf(journey: TransactionTracker): string | undefined {
  const statuses = new Set(journey.requests().map(({ status }) => status))
  return statuses.size === 0 ? journey.history.at(-1)?.state : [...statuses].join(", ")
}

function revertFacts(journey: TransactionTracker): Record<string, string> {
  const reverts = journey.reverts()
  if (reverts.length === 0) return journey.isReverting() ? { reason: "the API gives none" } : {}
  const payloads = new Map(payloadsOf(journey).map((payload) => [payload.payloadId, payload]))
  const facts = reverts.slice(0, shown).map(({ payloadId, stage, reason }): [string, string] => {
    const payload = payloads.get(payloadId)
    const call = payload === undefined ? "" : `${payload.callType} on chain ${payload.chainSlug}: `
    return [`${stage === "callback" ? "callback of" : "payload"} ${payloadId}`, `${call}${reason}`]
  })
  return { ...Object.fromEntries(facts), ...others(reverts.length, "reverts") }
}

function historyFacts(payloads: readonly Payload[], { history }: TransactionTracker): Record<string, string> {
  const facts = payloads.slice(0, shown).map(({ payloadId }): [string, string] => {
    const steps = history.filter((step) => step.subject === "payload" && step.payload.payloadId === payloadId)
    return [`history of ${payloadId}`, formatHistory(steps)]
  })
  return { ...Object.fromEntries(facts), ...others(payloads.length, "payloads") }
}

function others(count: number, called: string): Record<string, string> {
  return count > shown ? { [`other ${called}`]: String(count - shown) } : {}
}
