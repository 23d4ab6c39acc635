import type { Hex } from "viem"

import type { Revert } from "../reverts.js"
import type { PayloadStatus } from "../states.js"
import type { GatewayRequest, Payload } from "../types.js"
import type { TimeoutStep, TransactionStep, TransactionTracker } from "./trackers.js"
import { whyGateway } from "#src/primitives/commands/explainCommands.js"
import { formatDuration } from "#src/primitives/duration.js"
import { argument, chain, type ErrorText, text } from "#src/primitives/errorText.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { DeadlinePassedError, formatHistory } from "#src/tracking/DeadlinePassedError.js"
import { vanished } from "#src/tracking/tracker.js"

/** A payload or its callback reverts, and the watch has stopped waiting. The gateway goes on retrying, so it can still recover. */
export class TransactionRevertingError extends PlugsError {
  readonly code = "TRANSACTION_REVERTING"
  /** What reverts, decoded; empty if the API gives no reason. */
  readonly reverts: readonly Revert[]
  /** The requests as last seen. */
  readonly requests: readonly GatewayRequest[]
  /** Every step of every request and payload. */
  readonly history: readonly TransactionStep[]

  /** @param details.waited milliseconds; only if the deadline has passed */
  constructor({ txHash, tracker, waited }: { txHash: Hex; tracker: TransactionTracker; waited?: number }) {
    const reverts = tracker.reverts()
    const reverting = payloadsOf(tracker).filter(({ payloadId }) => reverts.some((one) => one.payloadId === payloadId))
    const who = reverting.length > 1 ? `${reverting.length} payloads revert` : "A payload reverts"
    const outcome = tracker.isGivenUp()
      ? `, and ${reverting.length > 1 ? "their" : "its"} tries are over`
      : waited === undefined
        ? ""
        : ` and did not recover within ${formatDuration(waited)}`
    super(`${who}${outcome}.`, {
      facts: {
        transaction: txHash,
        "last state": lastStateOf(tracker),
        ...revertFacts(tracker),
        ...historyFacts(reverting, tracker),
      },
      next: text`${
        tracker.isGivenUp()
          ? "It is tried no more. Fix what reverts, or raise its fees, and send the transaction again."
          : reverts.some(({ stage }) => stage === "callback")
            ? "Fix the app gateway's callback. The payload itself is executed, and the callback is retried."
            : "The call to its target reverts, and is retried."
      } ${whyGateway(txHash)}`,
    })
    this.reverts = reverts
    this.requests = tracker.requests()
    this.history = tracker.history
  }

  get lastState(): string | undefined {
    return this.requests.at(-1)?.status
  }
}

type LateTransaction = {
  txHash: Hex
  until: PayloadStatus | undefined
  waited: number
  tracker: TransactionTracker
  lastError: unknown
}

/** A revert is the error at the deadline, unless the API was silent at the end, so that the state is unknown. */
export function transactionLateError(
  late: LateTransaction,
): TransactionRevertingError | DeadlinePassedError<TransactionStep> {
  const { txHash, until, waited, tracker, lastError } = late
  if (lastError === undefined && tracker.isReverting())
    return new TransactionRevertingError({ txHash, tracker, waited })
  const isKnown = tracker.requests().length > 0
  const wasSeen = tracker.history.length > 0
  const goal = until === undefined ? "The transaction has not completed" : `Not every payload has reached ${until}`
  return new DeadlinePassedError({
    source: "The gateway API",
    missing: isKnown ? goal : wasSeen ? "The request vanished and did not come back" : "No request was seen",
    waited,
    lastState: lastStateOf(tracker),
    history: tracker.history,
    subject: { transaction: txHash },
    facts: { ...revertFacts(tracker), ...historyFacts(tracker.pending(), tracker) },
    next: text`${
      isKnown
        ? text`It may still complete. Wait again, with a longer ${argument("timeout")}.`
        : wasSeen
          ? vanishedAdvice
          : "Check that the transaction is on the gateway chain and that it called an async function of an app gateway."
    } ${whyGateway(txHash)}`,
    lastError,
  })
}

type LateTimeouts = {
  query: Readonly<Record<string, string | undefined>>
  waited: number
  steps: readonly TimeoutStep[]
  lastError: unknown
}

export function timeoutsLateError({ query, waited, steps, lastError }: LateTimeouts): DeadlinePassedError<TimeoutStep> {
  const latest = [...new Map(steps.map((step) => [step.timeout.timeoutId, step])).values()]
  const pending = latest.filter(({ timeout }) => !timeout.isResolved).sort((a, b) => a.at - b.at)
  const last = pending.findLast(({ state }) => state !== vanished) ?? pending.at(-1)
  const isKnown = last !== undefined && last.state !== vanished
  return new DeadlinePassedError({
    source: "The gateway API",
    missing: isKnown
      ? "The timeout has not run"
      : last === undefined
        ? "No timeout was seen"
        : "The timeout vanished and did not come back",
    waited,
    lastState: last?.state,
    history: steps,
    subject: { "scheduled by": query["txHash"], timeout: query["timeoutId"], target: query["target"] },
    facts: {
      due: isKnown ? formatSeconds(last.timeout.executeAt) : undefined,
      reverts: last?.revert?.reason,
      history: formatHistory(steps.filter(({ timeout }) => timeout.timeoutId === last?.timeout.timeoutId)),
    },
    next: text`${
      !isKnown
        ? last === undefined
          ? "Check that the transaction is on the gateway chain and that it scheduled something."
          : vanishedAdvice
        : last.revert === undefined
          ? "It may still run. Wait again, until after the time at which it is due."
          : "The call to its target reverts."
    } ${whyGateway(query["timeoutId"] ?? query["txHash"])}`,
    lastError,
  })
}

const vanishedAdvice =
  "The chain may have dropped the transaction. Check that it is still mined, and send it again if it is not."

const shown = 5

function payloadsOf(tracker: TransactionTracker): readonly Payload[] {
  return tracker.requests().flatMap(({ payloads }) => payloads)
}

function lastStateOf(tracker: TransactionTracker): string | undefined {
  const statuses = new Set(tracker.requests().map(({ status }) => status))
  return statuses.size === 0 ? tracker.history.at(-1)?.state : [...statuses].join(", ")
}

function revertFacts(tracker: TransactionTracker): Record<string, ErrorText> {
  const reverts = tracker.reverts()
  if (reverts.length === 0) return tracker.isReverting() ? { reason: "the API gives none" } : {}
  const payloads = new Map(payloadsOf(tracker).map((payload) => [payload.payloadId, payload]))
  const facts = reverts.slice(0, shown).map(({ payloadId, stage, reason }): [string, ErrorText] => {
    const payload = payloads.get(payloadId)
    const call = payload === undefined ? "" : text`${payload.callType} on ${chain(payload.chainSlug)}: `
    return [`${stage === "callback" ? "callback of" : "payload"} ${payloadId}`, text`${call}${reason}`]
  })
  return { ...Object.fromEntries(facts), ...countOfOthers(reverts.length, "reverts") }
}

function historyFacts(payloads: readonly Payload[], { history }: TransactionTracker): Record<string, string> {
  const facts = payloads.slice(0, shown).map(({ payloadId }): [string, string] => {
    const steps = history.filter((step) => step.subject === "payload" && step.payload.payloadId === payloadId)
    return [`history of ${payloadId}`, formatHistory(steps)]
  })
  return { ...Object.fromEntries(facts), ...countOfOthers(payloads.length, "payloads") }
}

function countOfOthers(count: number, things: string): Record<string, string> {
  return count > shown ? { [`other ${things}`]: String(count - shown) } : {}
}

/** ISO 8601, or the number itself if it is beyond what a date can hold. */
export function formatSeconds(seconds: number): string {
  const date = new Date(seconds * 1_000)
  return Number.isNaN(date.getTime()) ? `${seconds} s` : date.toISOString()
}
