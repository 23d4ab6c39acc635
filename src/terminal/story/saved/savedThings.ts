import { payloadStates, timeoutStates, transactionStates, triggerStates } from "../../../gateway/states.js"
import { messageStates } from "../../../messaging/states.js"
import { isRecord } from "../../../primitives/isRecord.js"
import { executionStates } from "../../../swap/execution/executionStates.js"
import { routeStates } from "../../../swap/states.js"
import type { StateTable } from "../../../tracking/states.js"

type Fields = Readonly<Record<string, unknown>>

/** Where something happened: the slug or id of a chain, or the name of what is no chain. */
export type SavedPlace = number | string

/** A message, payload, request, timeout, trigger or route as it was at a moment. */
export type SavedThing = {
  readonly kind: string
  readonly id: string
  /** `null` if the output only says that it was sent. */
  readonly status: string | null
  readonly table: StateTable
  readonly place: SavedPlace
  readonly txHash: string | null
  /** All that the output says of it then. */
  readonly fields: Fields
}

type Kind = {
  readonly idField: string
  readonly table: StateTable
  /** Where the thing is in a state, and the transaction that brought it there. */
  readonly placeOf: (thing: Fields, status: string | null) => readonly [SavedPlace | undefined, unknown]
}

const beforeLeaving: ReadonlySet<string | null> = new Set([null, "RECEIVED", "SEALED"])

/** The kinds by name. A step of a payload also has the number of its request, so the order counts. */
const kinds: Readonly<Record<string, Kind>> = {
  message: {
    idField: "messageId",
    table: messageStates,
    placeOf: (message, status) =>
      beforeLeaving.has(status)
        ? [chainIn(message, "srcChainSlug", "from"), message["outboundTx"] ?? message["txHash"]]
        : [
            chainIn(message, "dstChainSlug", "to"),
            within(message, "executionDetails")["executionTxHash"] ?? message["executionTxHash"],
          ],
  },
  payload: {
    idField: "payloadId",
    table: payloadStates,
    placeOf: (payload) => [
      chainIn(payload, "chainSlug"),
      within(payload, "executeDetails")["executeTxHash"] ?? payload["executeTxHash"],
    ],
  },
  timeout: { idField: "timeoutId", table: timeoutStates, placeOf: (timeout) => ["gateway", timeout["resolveTxHash"]] },
  trigger: {
    idField: "callId",
    table: triggerStates,
    placeOf: (trigger) => [chainIn(trigger, "chainSlug"), trigger["onChainTxHash"]],
  },
  route: {
    idField: "quoteId",
    table: { ...executionStates, ...routeStates },
    placeOf: (route) => {
      const [origin, destination, refund] = ["origin", "destination", "refund"].map((end) => within(route, end))
      if (typeof refund?.["txHash"] === "string") return [chainIn(refund, "chainId"), refund["txHash"]]
      if (typeof destination?.["txHash"] === "string") return [chainIn(destination, "chainId"), destination["txHash"]]
      return [chainIn(origin ?? {}, "chainId"), origin?.["txHash"] ?? route["txHash"]]
    },
  },
  request: { idField: "requestCount", table: transactionStates, placeOf: (request) => ["gateway", request["txHash"]] },
}

/** Finds what a document or an event is about. What is in another thing, such as the payloads of a request, comes after it. */
export function thingsIn(record: Fields): SavedThing[] {
  const thing = toThing(withStep(record))
  return [...(thing === undefined ? [] : [thing]), ...(isStep(record) ? [] : childrenOf(record, 0))]
}

/** The events that show one thing each. */
function isStep(record: Fields): boolean {
  return ["status", "reorg", "execution", "message", "payload", "timeout", "trigger"].includes(String(record["event"]))
}

/** An event has the state that is meant, and the thing as its API gave it beside. */
function withStep(record: Fields): Fields {
  if (!isStep(record)) return record
  const [thing = {}] = Object.keys(kinds)
    .map((kind) => record[kind])
    .filter(isRecord)
  const isExecution = record["event"] === "execution" && typeof thing["status"] === "string"
  return { ...thing, ...record, ...(isExecution ? { status: thing["status"] } : {}) }
}

const deepest = 6

function childrenOf(value: unknown, depth: number): SavedThing[] {
  if (depth > deepest) return []
  if (Array.isArray(value)) return value.flatMap((element) => childOf(element, depth))
  return isRecord(value) ? Object.values(value).flatMap((inner) => childOf(inner, depth)) : []
}

function childOf(value: unknown, depth: number): SavedThing[] {
  const thing = isRecord(value) ? toThing(value) : undefined
  // A route of a quote is one that was offered, and not taken.
  const isOffer = isRecord(value) && Object.hasOwn(value, "expiresAt") && !Object.hasOwn(value, "status")
  return [...(thing === undefined || isOffer ? [] : [thing]), ...childrenOf(value, depth + 1)]
}

function toThing(fields: Fields): SavedThing | undefined {
  for (const [kind, { idField, table, placeOf }] of Object.entries(kinds)) {
    const id = fields[idField]
    if (typeof id !== "string" && typeof id !== "number") continue
    const status = typeof fields["status"] === "string" ? fields["status"] : null
    const [place, txHash] = placeOf(fields, status)
    return {
      kind,
      id: kind === "request" ? `request ${id}` : String(id),
      status,
      table,
      place: place ?? "the task",
      txHash: typeof txHash === "string" ? txHash : null,
      fields,
    }
  }
  return undefined
}

function within(fields: Fields, name: string): Fields {
  const inner = fields[name]
  return isRecord(inner) ? inner : {}
}

function chainIn(fields: Fields, name: string, end?: string): number | undefined {
  const slug = fields[name] ?? (end === undefined ? undefined : within(fields, end)[name])
  return typeof slug === "number" ? slug : undefined
}
