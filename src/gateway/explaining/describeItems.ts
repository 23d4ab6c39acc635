import type { ExplainedItem } from "../../explaining/Explanation.js"
import { hasReached, payloadStates, type PayloadStatus, timeoutStates, triggerStates } from "../states.js"
import type { Mined, PayloadFacts } from "../reading/types.js"
import type { GatewayCase } from "./types.js"

/** What was asked about, part by part, and the ids of the parts that have come to their end. */
export type DescribedItems = { readonly items: readonly ExplainedItem[]; readonly arrived: ReadonlySet<string> }

/** Says where each payload, timeout and trigger is. */
export function describeItems({ reading }: GatewayCase): DescribedItems {
  const payloads = payloadsOf(reading).map((payload) => {
    const status = statusOf(payload)
    return {
      isDone: status === "PROMISE_RESOLVED",
      item: { id: payload.payloadId, status, says: payloadStates[status].says, since: sinceOf(payload) },
    }
  })
  const timeouts = reading.timeouts.map(({ timeoutId, resolved, scheduled }) => {
    const status = resolved === null ? "ADDED_TO_QUEUE" : "RESOLVED"
    const mined = resolved ?? scheduled
    return {
      isDone: resolved !== null,
      item: { id: timeoutId, status, says: timeoutStates[status].says, since: secondsOf(mined) },
    }
  })
  const triggers = reading.triggers.map(({ triggerId, handled, reported, sent }) => {
    const status = handled !== null ? "Executed" : reported?.status === "Reverting" ? "Reverting" : "Queued"
    return {
      isDone: handled !== null,
      item: { id: triggerId, status, says: triggerStates[status].says, since: secondsOf(handled ?? sent) },
    }
  })
  const all = [...payloads, ...timeouts, ...triggers]
  return {
    items: all.map(({ item }) => item),
    arrived: new Set(all.filter(({ isDone }) => isDone).map(({ item }) => item.id)),
  }
}

/**
 * Lists the payloads that an explanation is about. Of a payload that somebody asked for, these are also the ones that it waits for: those
 * of its request that are not done and stand in earlier batches.
 */
export function payloadsOf({ kind, id, requests }: GatewayCase["reading"]): PayloadFacts[] {
  const all = requests.flatMap(({ payloads }) => payloads)
  if (kind !== "payload") return all
  const asked = all.find(({ payloadId }) => payloadId === id)
  if (asked === undefined) return []
  const before = all.filter(
    (payload) =>
      payload.requestCount === asked.requestCount &&
      payload.batchCount < asked.batchCount &&
      statusOf(payload) !== "PROMISE_RESOLVED",
  )
  return [...before, asked]
}

/** The state of a payload: what the chains show, or what the API says between two things that they show. */
export function statusOf({ resolved, executed, finalized, reported }: PayloadFacts): PayloadStatus {
  const [shown, next]: [PayloadStatus, PayloadStatus] =
    resolved !== null
      ? ["PROMISE_RESOLVED", "PROMISE_RESOLVED"]
      : executed !== null
        ? ["EXECUTED", "PROMISE_RESOLVED"]
        : finalized !== null
          ? ["FINALIZED", "EXECUTED"]
          : ["NO", "FINALIZED"]
  const said = reported?.status
  if (said === undefined || !isPayloadStatus(said)) return shown
  return hasReached(said, shown) && !hasReached(said, next) ? said : shown
}

function isPayloadStatus(status: string): status is PayloadStatus {
  return Object.hasOwn(payloadStates, status)
}

function sinceOf({ resolved, executed, finalized, queued }: PayloadFacts): number | null {
  return secondsOf(resolved ?? executed?.mined ?? finalized ?? queued)
}

function secondsOf(mined: Mined | { readonly transactionHash: unknown } | null): number | null {
  if (mined === null || !("timestamp" in mined) || mined.timestamp === null) return null
  return Number(mined.timestamp)
}
