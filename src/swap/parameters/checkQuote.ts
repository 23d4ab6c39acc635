import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import { checkAll } from "../../primitives/checks.js"
import { checkTogether, type QuoteQuery } from "./checkTogether.js"
import { replacementOf } from "../earlierNames.js"
import { quoteChecks } from "./quoteChecks.js"

/**
 * Checks what a caller wants a quote for: each parameter, how they go together, and that there is none that the API doesn't know,
 * because it would have no effect.
 *
 * @throws {InvalidInputError} for the first that can't be right
 */
export function checkQuote(parameters: Readonly<Record<string, unknown>>): QuoteQuery {
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined || Object.hasOwn(quoteChecks, name)) continue
    throw new InvalidInputError({
      argument: name,
      problem: "a quote of version 3 has no such parameter",
      fix: replacementOf(name) ?? `Give only ${Object.keys(quoteChecks).join(", ")}.`,
    })
  }
  return checkTogether(checkAll(quoteChecks, parameters))
}
