import { inQuotes } from "../../primitives/text.js"

/**
 * An argument of any type in a few words, for the text of an error: as code would write it, or what kind of thing it is.
 * `describeValue` quotes what somebody has typed on a command line, where all is text.
 */
export function describeArgument(value: unknown): string {
  if (typeof value === "string") return inQuotes(value)
  if (typeof value === "bigint") return `${value}n`
  if (Array.isArray(value)) return "a list"
  if (typeof value === "object" && value !== null) return "an object"
  return typeof value === "function" ? "a function" : String(value)
}
