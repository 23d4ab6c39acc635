import { InvalidInputError } from "../../../primitives/InvalidInputError.js"
import { show } from "../../../primitives/checks.js"

/** A boolean, or `"true"` or `"false"` as a query string has them. */
export function checkFlag(value: unknown, argument: string): boolean {
  if (value === true || value === "true") return true
  if (value === false || value === "false") return false
  throw new InvalidInputError({
    argument,
    problem: `${show(value)} is neither true nor false`,
    fix: "Give one of them.",
  })
}

/** A list, as an array or as text with commas. A single number is a list too. Its items are not checked. */
export function checkList(value: unknown, argument: string): readonly unknown[] {
  if (Array.isArray(value)) return value as readonly unknown[]
  if (typeof value === "number") return [value]
  if (typeof value === "string") {
    const parts = value.split(",").map((part) => part.trim())
    return parts.filter((part) => part !== "")
  }
  throw new InvalidInputError({
    argument,
    problem: `${show(value)} is not a list`,
    fix: "Give an array, or text with commas.",
  })
}
