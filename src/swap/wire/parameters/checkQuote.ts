import { checkAll } from "../../../primitives/checks.js"
import { InvalidInputError } from "../../../primitives/InvalidInputError.js"
import { replacementOf } from "../../version2Names.js"
import { checkTogether, type QuoteQuery } from "./checkTogether.js"
import { quoteChecks } from "./quoteChecks.js"

/**
 * Checks the parameters of a quote: each by itself, whether they can be combined, and that all of them are known. The API would ignore
 * one that it does not know.
 *
 * @throws {InvalidInputError} for the first parameter that is invalid
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
