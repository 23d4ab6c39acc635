import { isRecord } from "#src/primitives/isRecord.js"

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
