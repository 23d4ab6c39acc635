import type { ZodType } from "zod"

import type { Redact } from "../redact.js"

type Issue = NonNullable<ReturnType<ZodType["safeParse"]>["error"]>["issues"][number]

/** Where a response differs from its schema. */
export type Mismatch = {
  /** Such as `result[0].from.srcChainSlug`. */
  path: string
  expected: string
  /** The value in the response, shortened; for an object or array only its keys or length. */
  found: string
}

/** Describes the first difference between a response and its schema, without repeating the response. */
export function describeMismatch(body: unknown, issues: readonly Issue[], redact: Redact): Mismatch {
  const { path, message } = closest(issues)
  const found = path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null ? (value as Record<PropertyKey, unknown>)[key] : undefined,
    body,
  )
  return { path: redact(formatPath(path)), expected: redact(message, 160), found: outline(found, redact) }
}

/** Picks an issue. In a union, the alternative that matches the response furthest is most likely the intended one. */
function closest(issues: readonly Issue[]): { path: readonly PropertyKey[]; message: string } {
  const [first] = issues
  if (first === undefined) return { path: [], message: "another value" }
  const own = { path: first.path, message: first.message }
  if (first.code !== "invalid_union") return own
  const candidates = first.errors.filter((branch) => branch.length > 0).map((branch) => closest(branch))
  const deepest = candidates.sort((a, b) => b.path.length - a.path.length)[0]
  return deepest === undefined ? own : { path: [...first.path, ...deepest.path], message: deepest.message }
}

function formatPath(path: readonly PropertyKey[]): string {
  const steps = path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
  return steps.join("").replace(/^\./, "") || "the whole body"
}

function outline(value: unknown, redact: Redact): string {
  if (value === undefined) return "nothing"
  if (typeof value === "string") return `"${redact(value)}"`
  if (Array.isArray(value)) return `an array of ${value.length}`
  if (typeof value === "object" && value !== null) {
    const keys = firstKeys(value, 8)
    return keys.length === 0 ? "an empty object" : `an object with ${redact(keys.join(", "))}`
  }
  // A number, a boolean or null.
  return redact(JSON.stringify(value))
}

function firstKeys(value: object, count: number): string[] {
  const keys: string[] = []
  for (const key in value) if (keys.push(key) === count) break
  return keys
}
