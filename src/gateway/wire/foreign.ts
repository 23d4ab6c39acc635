import type { z } from "zod"

import type { ForeignValue, GatewayRequest } from "../types.js"
import { answerSchema, lenientList } from "#src/http/parsing/answerSchema.js"
import {
  formatPath,
  type FoundMalformed,
  malformedIn,
  noteMalformed,
  replaceMalformed,
} from "#src/http/parsing/malformed.js"
import { isRecord } from "#src/primitives/isRecord.js"

/** The status of an element that is malformed. It is not final, so that no wait takes the element for one that has ended. */
export const unreadable = "UNREADABLE"

/** The malformed values of an element; absent if there are none. */
export type HasForeign = { readonly foreign?: readonly ForeignValue[] | undefined }

/** Replaces the malformed values in an element, and keeps them as they came. `malformedIn` tells what was found. */
export function takeForeign<T extends object>(parsed: T): T & HasForeign {
  const { value, found } = replaceMalformed(parsed)
  if (found.length === 0) return value
  const foreign = found.map(toForeign)
  noteMalformed(foreign, found)
  return { ...value, foreign }
}

/** Answers of this API come bare, in `response` or `result` of an envelope, and with `status` or `apiStatus` beside it. */
export function gatewayAnswer<T extends object>(schema: z.ZodType<T>): z.ZodType<T> {
  const status = {
    accepts: (value: unknown) => typeof value === "string" && !/^(ERROR|FAIL(ED|URE)?)$/i.test(value),
    expected: "a status of success",
  }
  const isReadable = (element: unknown): boolean => (element as { status?: unknown }).status !== unreadable
  return answerSchema({ keys: ["response", "result"], beside: { status, apiStatus: status } }, schema, {
    count: (answer) => (Array.isArray(answer) ? answer.filter(isReadable).length : Infinity),
    findMore: findForeign,
  })
}

/** A list of which malformed elements are replaced by `toElement`, because they may not have ended. */
export function gatewayListAnswer<T extends HasForeign & object>(
  element: z.ZodType<T>,
  toElement: (name: string) => T,
): z.ZodType<T[]> {
  const replacement = (found: FoundMalformed): T => {
    const foreign = toForeign(found)
    return { ...toElement(`${unreadable} ${foreign.path}`), foreign: [foreign] }
  }
  return gatewayAnswer(lenientList(element, replacement))
}

/** Lists what the elements of an answer keep in `foreign`, and those of requests in their payloads. */
function findForeign(answer: object): FoundMalformed[] {
  const found = (element: HasForeign, ...path: PropertyKey[]): FoundMalformed[] =>
    malformedIn(element.foreign).map((part) => ({ ...part, path: [...path, ...part.path] }))
  if (!Array.isArray(answer)) return found(answer)
  return (answer as Partial<GatewayRequest>[]).flatMap((element, index) => [
    ...found(element, index),
    ...(element.payloads ?? []).flatMap((payload, at) => found(payload, index, "payloads", at)),
  ])
}

function toForeign({ path, value, issue }: FoundMalformed): ForeignValue {
  return { path: formatPath([...path, ...issue.path]), received: value, expected: issue.message }
}

/** The lists that a payload can be in. The first that has it counts, because only these two say whether it is a read or a write. */
const lists = ["writePayloads", "readPayloads", "Payloads", "payloads"] as const

/**
 * Leaves out the lists of a request that say again what those before them say: a server may send each payload in every published shape, and
 * to check a payload takes most of the time of an answer.
 *
 * @returns the request, and the ids of its payloads in the order of the last list that was left out
 */
export function leaveOutRepeats(request: unknown): { request: unknown; order: readonly string[] | undefined } {
  const unchanged = { request, order: undefined }
  if (!isRecord(request)) return unchanged
  const known = new Map<string, unknown>()
  const kept: Record<string, unknown> = { ...request }
  let order: string[] | undefined
  for (const name of lists) {
    const list: unknown = Object.hasOwn(request, name) ? request[name] : undefined
    if (!Array.isArray(list)) continue
    const ids = list.map(idOf)
    const isWhole = known.size > 0 && list.length === known.size && new Set(ids).size === known.size
    const isRepeat = isWhole && list.every((one, at) => isSame(one, known.get(ids[at] ?? "")))
    if (isRepeat) {
      kept[name] = null
      order = ids
    } else if (order !== undefined) {
      // What comes in a later list only has no place in the order.
      return unchanged
    } else list.forEach((one, at) => known.set(ids[at] ?? "", one))
  }
  return order === undefined ? unchanged : { request: kept, order }
}

/** Sorts payloads into an order of ids. */
export function inOrder<P extends { readonly payloadId: string }>(
  payloads: readonly P[],
  order: readonly string[],
): P[] {
  const places = new Map(order.map((id, place) => [id, place]))
  const placeOf = ({ payloadId }: P): number => places.get(payloadId.toLowerCase()) ?? 0
  return [...payloads].sort((one, other) => placeOf(one) - placeOf(other))
}

function idOf(payload: unknown): string {
  const id = isRecord(payload) ? payload["payloadId"] : undefined
  return typeof id === "string" ? id.toLowerCase() : ""
}

/** Compares two values of a JSON document. */
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((element, index) => isSame(element, other[index]))
  }
  if (!isRecord(one) || !isRecord(other)) return false
  const names = Object.keys(one)
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.hasOwn(other, name) && isSame(one[name], other[name]))
  )
}
