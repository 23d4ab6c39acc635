import { parsableEnd } from "./parsableEnd.js"

/** What a body says. */
export type ReadJson =
  | { readonly kind: "complete"; readonly value: unknown }
  /** It has more parts than a real answer of its size can have. `value` is the part of it that comes before the excess. */
  | { readonly kind: "excessive"; readonly value: unknown; readonly problem: string }
  | { readonly kind: "unreadable"; readonly problem: string; readonly text: string }

/**
 * Reads a body as JSON, in bounded time and memory. `JSON.parse` makes objects of 50 bytes from two characters, and is slow with deep
 * nesting, so a body with too many parts is read only up to the excess.
 */
export function readJson(body: Uint8Array): ReadJson {
  const excess = parsableEnd(body)
  const text = decode(excess === undefined ? body : body.subarray(0, excess.end))
  if (text === undefined) return { kind: "unreadable", problem: "it is not UTF-8", text: "" }
  try {
    const value = JSON.parse(excess === undefined ? text : text + excess.closing) as unknown
    return excess === undefined ? { kind: "complete", value } : { kind: "excessive", value, problem: excess.problem }
  } catch {
    return { kind: "unreadable", problem: excess?.problem ?? "it is not JSON", text }
  }
}

/**
 * Checks whether a missing value can be one that came after the excess: its object is the last one at each level of what was read.
 *
 * @param path of the missing value
 */
export function isAfterExcess(value: unknown, path: readonly PropertyKey[]): boolean {
  let container = value
  for (const key of path.slice(0, -1)) {
    if (typeof container !== "object" || container === null) return false
    const last = Array.isArray(container) ? container.length - 1 : Object.keys(container).at(-1)
    if (last !== key) return false
    container = (container as Readonly<Record<PropertyKey, unknown>>)[key]
  }
  return true
}

/** Reads the body of an error response, which may be JSON or text. */
export function readLeniently(body: Uint8Array): unknown {
  const read = readJson(body)
  return read.kind === "unreadable" ? new TextDecoder().decode(body) : read.value
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
