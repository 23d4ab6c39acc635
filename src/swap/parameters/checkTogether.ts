import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import type { Checked } from "../../primitives/checks.js"
import type { quoteChecks } from "./quoteChecks.js"
import type { UserOps } from "../userOps.js"

/** What a quote is asked for, parsed. */
export type QuoteQuery = Checked<typeof quoteChecks>

const needs: Readonly<Record<UserOps, readonly (keyof QuoteQuery)[]>> = {
  tx: ["userAddress", "originChainId"],
  deposit: ["refundAddress", "originChainId"],
  "cex-withdraw": [],
}

/** What the way to pay needs and isn't there, by name. */
export function missingOf(query: QuoteQuery): readonly (keyof QuoteQuery)[] {
  return needs[query.userOps].filter((name) => query[name] === undefined)
}

/**
 * Refuses parameters of a quote that are right each for itself and wrong together.
 *
 * @throws {InvalidInputError} for the first of them
 */
export function checkTogether<Query extends QuoteQuery>(query: Query): Query {
  const [missing] = missingOf(query)
  if (missing !== undefined) {
    throw new InvalidInputError({
      argument: missing,
      problem: `a quote with userOps ${query.userOps} needs it, and it is missing`,
      fix: "Give it too.",
    })
  }
  const { feeBps, feeTakerAddress, includeProvider = [], excludeProvider = [] } = query
  if ((feeBps === undefined) !== (feeTakerAddress === undefined)) {
    throw new InvalidInputError({
      argument: feeBps === undefined ? "feeBps" : "feeTakerAddress",
      problem: "it is missing, and a fee needs both an amount and somebody who takes it",
      fix: "Give feeBps and feeTakerAddress, or neither.",
    })
  }
  const both = includeProvider.filter((id) => excludeProvider.includes(id))
  if (both.length === 0) return query
  throw new InvalidInputError({
    argument: "excludeProvider",
    problem: `${both.join(", ")} can't be both included and excluded`,
    fix: "Name a provider in one of the two lists.",
  })
}
