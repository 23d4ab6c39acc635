import { describeValue } from "../../../primitives/checks.js"
import { InvalidInputError } from "../../../primitives/InvalidInputError.js"

/** Parses a boolean, or `"true"` or `"false"` as in a query string. */
export function checkFlag(value: unknown, argument: string): boolean {
  if (value === true || value === "true") return true
  if (value === false || value === "false") return false
  throw new InvalidInputError({
    argument,
    problem: `${describeValue(value)} is neither true nor false`,
    fix: "Give one of them.",
  })
}

/** Parses a list: an array, text with commas, or a single number. Its items are not checked. */
export function checkList(value: unknown, argument: string): readonly unknown[] {
  if (Array.isArray(value)) return value as readonly unknown[]
  if (typeof value === "number") return [value]
  if (typeof value === "string") {
    const parts = value.split(",").map((part) => part.trim())
    return parts.filter((part) => part !== "")
  }
  throw new InvalidInputError({
    argument,
    problem: `${describeValue(value)} is not a list`,
    fix: "Give an array, or text with commas.",
  })
}
