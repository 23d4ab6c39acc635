import type { ZodType } from "zod"

import type { Redact } from "../../primitives/printing/hideSecrets.js"
import { formatPath, type FoundMalformed } from "../parsing/malformed.js"
import type { MalformedParts } from "#src/primitives/malformed.js"

type Issue = NonNullable<ReturnType<ZodType["safeParse"]>["error"]>["issues"][number]

export type Mismatch = {
  /** Such as `result[0].from.srcChainSlug`. */
  path: string
  expected: string
  /** The value in the response, shortened; for an object or array only its keys or length. */
  found: string
}

/** Describes the first difference between a response and its schema, without repeating the response. */
export function describeMismatch(body: unknown, issues: readonly Issue[], redact: Redact): Mismatch {
  const issue = closest(issues)
  return { ...describeIssue(body, issue, redact), path: redact(formatPath(issue.path) || "the whole body") }
}

const maxDescribed = 20

export function describeMalformed(route: string, found: readonly FoundMalformed[], redact: Redact): MalformedParts {
  const parts = found.slice(0, maxDescribed).map(({ path, value, issue, id }) => {
    const part = redact(formatPath(path), 160)
    return {
      part: id === undefined ? part : `${part} (${redact(id, 100)})`,
      ...describeIssue(value, issue, redact),
    }
  })
  return { route, count: found.length, parts }
}

type Expectation = { readonly path: readonly PropertyKey[]; readonly message: string }

function describeIssue(value: unknown, { path, message }: Expectation, redact: Redact): Mismatch {
  const found = path.reduce<unknown>(
    (part, key) =>
      typeof part === "object" && part !== null ? (part as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  )
  return { path: redact(formatPath(path)), expected: redact(message, 160), found: outline(found, redact) }
}

/** Picks an issue. In a union, the alternative that matches the response furthest is most likely the intended one. */
export function closest(issues: readonly Issue[]): Expectation {
  const [first] = issues
  if (first === undefined) return { path: [], message: "another value" }
  const own = { path: first.path, message: expectedBy(first) }
  if (first.code !== "invalid_union") return own
  const candidates = first.errors.filter((branch) => branch.length > 0).map((branch) => closest(branch))
  const deepest = candidates.sort((a, b) => b.path.length - a.path.length)[0]
  return deepest === undefined ? own : { path: [...first.path, ...deepest.path], message: deepest.message }
}

/** Our schemas say in their message what they expect; zod's own name a type. */
function expectedBy(issue: Issue): string {
  return issue.code === "invalid_type" && issue.expected === "object" ? "an object" : issue.message
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
