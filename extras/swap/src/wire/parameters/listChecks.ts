import { type TokenList, tokenLists } from "../../types.js"
import type { GetProvidersParameters, ListTokensParameters, SearchTokensParameters } from "./types.js"
import {
  checkAddress,
  checkChainId,
  checkName,
  type ChecksOf,
  describeValue,
  optional,
  type Parsed,
} from "#src/primitives/checks.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

export const tokensSearchChecks: ChecksOf<Parsed<SearchTokensParameters>> = {
  q: checkSearch,
  userAddress: optional(checkAddress),
  address: optional(checkAddress),
}

export const tokensListChecks: ChecksOf<Parsed<ListTokensParameters, { chainIds: readonly number[] | undefined }>> = {
  userAddress: optional(checkAddress),
  chainIds: optional((value, argument) => checkList(value, argument).map((id) => checkChainId(id, argument))),
  list: optional((value, argument) => checkName<TokenList>(value, argument, { table: tokenLists, called: "a list" })),
}

export const providersChecks: ChecksOf<Parsed<GetProvidersParameters>> = {
  includeDepositRoutes: optional(checkFlag),
}

function checkSearch(value: unknown, argument: string): string {
  if (typeof value === "string" && value.trim() !== "") return value.trim()
  throw new InvalidInputError({
    argument,
    problem: `${describeValue(value)} is not a search text`,
    fix: "Give a token's address, or part of its name or symbol.",
  })
}

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

function partsOf(text: string): readonly string[] {
  const parts = text.split(",").map((part) => part.trim())
  return parts.filter((part) => part !== "")
}

/** Parses a list: an array, text with commas, or a single number. Its items are not checked. */
export function checkList(value: unknown, argument: string): readonly unknown[] {
  // A query string can repeat a parameter, and have commas in it.
  if (Array.isArray(value)) {
    return value.flatMap((each: unknown): readonly unknown[] => (typeof each === "string" ? partsOf(each) : [each]))
  }
  if (typeof value === "number") return [value]
  if (typeof value === "string") return partsOf(value)
  throw new InvalidInputError({
    argument,
    problem: `${describeValue(value)} is not a list`,
    fix: "Give an array, or text with commas.",
  })
}
