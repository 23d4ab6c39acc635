import type { Address } from "viem"

import {
  type Check,
  checkAddress,
  checkChainId,
  checkName,
  describeValue,
  optional,
} from "../../../primitives/checks.js"
import { InvalidInputError } from "../../../primitives/InvalidInputError.js"

/** Checks for the parameters of `/v3/swap/tokens/search`. */
export const tokensSearchChecks: {
  readonly q: Check<string>
  readonly userAddress: Check<Address | undefined>
  readonly address: Check<Address | undefined>
} = { q: checkSearch, userAddress: optional(checkAddress), address: optional(checkAddress) }

/** The lists of tokens that the API keeps. */
export const tokenLists = {
  full: { says: "all tokens that the API knows" },
  trending: { says: "the most traded tokens" },
} as const

export type TokenList = keyof typeof tokenLists

/** Checks for the parameters of `/v3/swap/tokens/list`. None of them is required. */
export const tokensListChecks: {
  readonly userAddress: Check<Address | undefined>
  readonly chainIds: Check<readonly number[] | undefined>
  readonly list: Check<TokenList | undefined>
} = {
  userAddress: optional(checkAddress),
  chainIds: optional((value, argument) => checkList(value, argument).map((id) => checkChainId(id, argument))),
  list: optional((value, argument) => checkName<TokenList>(value, argument, { table: tokenLists, called: "a list" })),
}

/** Checks for the parameters of `/v3/swap/providers`. */
export const providersChecks: { readonly includeDepositRoutes: Check<boolean | undefined> } = {
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
