import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { inQuotes } from "#src/primitives/text.js"

/**
 * Reads a positive decimal number. How many decimals it may have depends on the token, which is not known yet.
 *
 * @throws {InvalidInputError} it is none
 */
export function readAmount(text: string, argument: string): string {
  const amount = text.trim()
  const isNumber = /^\d+(\.\d+)?$/.test(amount)
  if (isNumber && /[1-9]/.test(amount)) return amount
  throw new InvalidInputError({
    argument,
    problem: isNumber ? "it is zero" : `${inQuotes(text)} is not a decimal number`,
    fix: isNumber
      ? "Give an amount above zero."
      : "Write digits with at most one decimal point, such as 12.5, without sign, exponent or separators.",
  })
}
