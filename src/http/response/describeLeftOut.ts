import { isRecord } from "../../primitives/isRecord.js"
import type { LeftOut } from "../../primitives/leftOut.js"
import type { Oddities, Oddity, Part } from "../parsing/Oddity.js"
import type { Redact } from "../redact.js"
import { describeMismatch } from "./describeMismatch.js"

/** Describes what is left out of an answer. */
export function describeLeftOut(route: string, { first, count }: Oddities, redact: Redact): LeftOut {
  const parts = first.map((oddity) => {
    const issues = oddity.issues.map((issue) => ({ path: issue.path ?? [], message: expectedBy(issue) }))
    const { expected, found, path } = describeMismatch(oddity.value, issues as never, redact)
    const isItself = oddity.issues.every((issue) => (issue.path ?? []).length === 0)
    return { part: describePart(oddity, redact), path: isItself ? "" : path, expected, found }
  })
  return { route, count, parts }
}

/** The schemas of fields say what they expect in their message. Zod's own issues have a code, of which this is the one that occurs. */
function expectedBy({ message, code, expected }: Oddity["issues"][number]): string {
  if (message !== undefined) return message
  return code === "invalid_type" && expected === "object" ? "an object" : "another value"
}

function describePart({ name, key, within, value }: Part, redact: Redact): string {
  // A field is found by its name.
  const id = key === undefined ? undefined : idOf(value)
  // An index counts from 0, and people count from 1.
  const numbered = key === undefined ? name : `${name} ${redact(String(typeof key === "number" ? key + 1 : key))}`
  const own = id === undefined ? numbered : `${numbered} (${redact(id, 100)})`
  return within === undefined ? own : `${own} of ${describePart(within, redact)}`
}

/** By the first of these fields people find an element. */
const ids = ["quoteId", "messageId", "providerId", "symbol", "name", "chainId"]

function idOf(value: unknown): string | undefined {
  if (!isRecord(value)) return undefined
  const id = ids.find((key) => ["string", "number"].includes(typeof value[key]) && value[key] !== "")
  return id === undefined ? undefined : `${id} ${String(value[id])}`
}
