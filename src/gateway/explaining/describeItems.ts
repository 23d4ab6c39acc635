import type { GatewayReading, PayloadFacts, RequestFacts } from "../reading/types.js"
import {
  hasReached,
  isPayloadDone,
  payloadStates,
  type PayloadStatus,
  timeoutStates,
  triggerStates,
} from "../states.js"
import type { GatewayCase } from "./types.js"
import { creditsText, dueText } from "./words.js"
import { chainEvent, type EventParts, type ExplainedItem, type StoryEvent } from "#src/explaining/Explanation.js"
import type { Mined } from "#src/onchain/logs.js"

/** The subject's parts, and the ids of those that are done. */
type DescribedItems = { readonly items: readonly ExplainedItem[]; readonly arrived: ReadonlySet<string> }

export function describeItems(reading: GatewayCase): DescribedItems {
  const { chainName } = reading
  // Only a devnet's times are known, whose actors work on everything at once.
  const stageTime = reading.watcher === null ? "" : ", which takes about a second on a devnet"
  const payloads = payloadsOf(reading).map((payload) => {
    const status = statusOf(payload)
    const { payloadId, callType, chainSlug, batchCount, resolved, executed, finalized, queued } = payload
    const where = callType === "SCHEDULE" ? "Schedule" : `${callType} on ${chainName(chainSlug)}`
    const first = firstOpenBatch(reading, payload)
    const isBehind = status === "NO" && first < batchCount
    const stage = isBehind ? `in batch ${batchCount}, waits for batch ${first}` : payloadStates[status].says
    const time = isPayloadDone(status) || isBehind || callType === "SCHEDULE" ? "" : stageTime
    const since = secondsOf(resolved ?? executed?.mined ?? finalized ?? queued)
    return {
      // Where the logs are known, the API alone proves nothing.
      isDone: isPayloadDone(status) && (reading.watcher === null || isMined(resolved)),
      item: { id: payloadId, status, says: `${where}: ${stage}${time}.`, since },
    }
  })
  const timeouts = reading.timeouts.map(({ timeoutId, resolved, scheduled, dueAt, target }) => {
    const status = resolved === null ? "ADDED_TO_QUEUE" : "RESOLVED"
    const due = resolved === null ? `, which is ${dueText(dueAt, reading.now)}` : ""
    const says = `Timeout that calls ${target ?? "an unknown contract"}: ${timeoutStates[status].says}${due}.`
    return { isDone: resolved !== null, item: { id: timeoutId, status, says, since: secondsOf(resolved ?? scheduled) } }
  })
  const triggers = reading.triggers.map(({ triggerId, handled, reported, sent, appGateway, chain }) => {
    const status = handled !== null ? "Executed" : reported?.status === "Reverting" ? "Reverting" : "Queued"
    const time = status === "Queued" ? stageTime : ""
    const says = `Trigger from ${chain.name} to ${appGateway ?? "an app gateway"}: ${triggerStates[status].says}${time}.`
    return { isDone: handled !== null, item: { id: triggerId, status, says, since: secondsOf(handled ?? sent) } }
  })
  const parts = [...payloads, ...timeouts, ...triggers]
  const all = parts.length > 0 || reading.changes.length === 0 ? parts : [describeChanges(reading)]
  return {
    items: all.map(({ item }) => item),
    arrived: new Set(all.filter(({ isDone }) => isDone).map(({ item }) => item.id)),
  }
}

/** A transaction that makes no request, and changes existing ones. */
function describeChanges({ id, changes, transaction }: GatewayReading) {
  const texts = changes.map(({ requestCount, maxFees }) =>
    maxFees === null
      ? `cancelled request ${requestCount}`
      : `raised the most that request ${requestCount} may cost to ${creditsText(maxFees)}`,
  )
  const says = `The transaction ${texts.join(", and ")}.`
  return { isDone: true, item: { id, status: "MINED", says, since: secondsOf(transaction?.mined ?? null) } }
}

/** The first batch of a payload's request in which something is not done. */
export function firstOpenBatch({ requests }: GatewayReading, payload: PayloadFacts): number {
  const { payloads = [] } = requests.find((request) => request.payloads.includes(payload)) ?? {}
  const open = payloads.filter((other) => !isPayloadDone(statusOf(other)))
  return Math.min(...open.map(({ batchCount }) => batchCount))
}

/** The payloads that an explanation is about: for a single one also those of earlier batches that it waits for. */
export function payloadsOf({ kind, id, requests }: GatewayReading): PayloadFacts[] {
  const all = requests.flatMap(({ payloads }) => payloads)
  if (kind !== "payload") return all
  const payload = all.find(({ payloadId }) => payloadId === id)
  if (payload === undefined) return []
  const before = all.filter(
    (other) =>
      other.requestCount === payload.requestCount &&
      other.batchCount < payload.batchCount &&
      !isPayloadDone(statusOf(other)),
  )
  return [...before, payload]
}

/** The state of a payload from the chains, or the API's if it lies between two states that the chains show. */
export function statusOf({ resolved, executed, finalized, reported }: PayloadFacts): PayloadStatus {
  const [shown, next]: [PayloadStatus, PayloadStatus] =
    resolved !== null
      ? ["PROMISE_RESOLVED", "PROMISE_RESOLVED"]
      : executed !== null
        ? ["EXECUTED", "PROMISE_RESOLVED"]
        : finalized !== null
          ? ["FINALIZED", "EXECUTED"]
          : ["NO", "FINALIZED"]
  const status = reported?.status
  if (status === undefined || !isPayloadStatus(status)) return shown
  return hasReached(status, shown) && !hasReached(status, next) ? status : shown
}

function isPayloadStatus(status: string): status is PayloadStatus {
  return Object.hasOwn(payloadStates, status)
}

type Done = Mined | { readonly transactionHash: unknown } | null

function isMined(done: Done): done is Mined {
  return done !== null && "timestamp" in done
}

function secondsOf(done: Done): number | null {
  return isMined(done) && done.timestamp !== null ? Number(done.timestamp) : null
}

/** Lists what has happened, for the timeline. */
export function listEvents(reading: GatewayCase): StoryEvent[] {
  const { gateway, transaction, requests, timeouts, triggers } = reading
  return [
    ...event(transaction?.chain ?? gateway, transaction?.mined ?? null, {
      title: transaction?.reverted === true ? "Transaction reverted" : "Transaction mined",
    }),
    ...requests.flatMap((request) => eventsOf(request, reading)),
    ...timeouts.flatMap(({ timeoutId, scheduled, resolved, dueAt, target }) => [
      ...event(gateway, scheduled, {
        title: "Timeout set",
        about: timeoutId,
        details: [`due at ${String(dueAt)}`, `calls ${target ?? "an unknown contract"}`],
      }),
      ...event(gateway, resolved, { title: "Timeout run", about: timeoutId }),
    ]),
    ...triggers.flatMap(({ triggerId, chain: from, sent, handled, plug, appGateway }) => [
      ...event(from, sent, {
        title: "Plug called its app gateway",
        about: triggerId,
        details: [`from plug ${plug ?? "unknown"}`, `to app gateway ${appGateway ?? "unknown"}`],
      }),
      ...event(gateway, handled, { title: "App gateway called", about: triggerId }),
    ]),
  ]
}

function eventsOf(request: RequestFacts, reading: GatewayCase): StoryEvent[] {
  const { requestCount, submitted, appGateway, cancelled, settled, payloads } = request
  const { gateway } = reading
  const number = requestCount === null ? "Request" : `Request ${requestCount}`
  return [
    ...event(gateway, submitted, {
      title: `${number} submitted`,
      details: [`by app gateway ${appGateway ?? "unknown"}`, `${payloads.length} payloads`],
    }),
    ...payloads.flatMap((payload) => eventsOfPayload(payload, reading)),
    ...event(gateway, cancelled, { title: `${number} cancelled` }),
    ...event(gateway, settled, { title: `${number} settled` }),
  ]
}

function eventsOfPayload(payload: PayloadFacts, { gateway, chainName }: GatewayCase): StoryEvent[] {
  const { payloadId: about, queued, finalized, executed, resolved, marked, target, callType } = payload
  const chain = chainName(payload.chainSlug)
  return [
    ...event(gateway, queued, {
      title: `${callType} queued`,
      about,
      details: [`on ${chain}`, `calls ${target ?? "an unknown contract"}`],
    }),
    ...event(gateway, finalized, { title: "Finalized", about }),
    ...event({ name: chain }, executed?.mined ?? null, { title: "Executed", about }),
    ...event(gateway, resolved, { title: "Resolved", about }),
    ...event(gateway, marked, { title: "Marked as reverting", about }),
  ]
}

/** Nothing where the place in the chain is not known. */
function event(
  chain: { readonly name: string },
  mined: Mined | { readonly transactionHash: unknown } | null,
  parts: EventParts,
): StoryEvent[] {
  return mined === null || !("blockNumber" in mined) ? [] : [chainEvent(chain, mined, parts)]
}
