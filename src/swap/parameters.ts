import type { Address, Hex } from "viem"

import { InvalidInputError } from "../primitives/InvalidInputError.js"
import { formatAmount, parseAmount } from "../primitives/amount.js"
import {
  type Check,
  checkAddress,
  checkChainId,
  checkCount,
  checkHash,
  checkName,
  checkUint256,
  optional,
  show,
} from "../primitives/checks.js"
import { userOps, type UserOps } from "./userOps.js"

/** Parameters of `/v3/swap/quote`, each for itself. How they go together is for `checkTogether` to say. */
export const quoteChecks: {
  readonly userOps: Check<UserOps>
  readonly originChainId: Check<number | undefined>
  readonly destinationChainId: Check<number>
  readonly inputToken: Check<Address>
  readonly outputToken: Check<Address>
  readonly inputAmount: Check<bigint>
  readonly userAddress: Check<Address | undefined>
  readonly receiverAddress: Check<Address>
  readonly refundAddress: Check<Address | undefined>
  readonly slippage: Check<string | undefined>
  readonly includeProvider: Check<readonly string[] | undefined>
  readonly excludeProvider: Check<readonly string[] | undefined>
  readonly feeBps: Check<number | undefined>
  readonly feeTakerAddress: Check<Address | undefined>
} = {
  userOps: (value, argument) => checkName<UserOps>(value, argument, { table: userOps, called: "a way to pay" }),
  originChainId: optional(checkChainId),
  destinationChainId: checkChainId,
  inputToken: checkAddress,
  outputToken: checkAddress,
  inputAmount: checkInputAmount,
  userAddress: optional(checkAddress),
  receiverAddress: checkAddress,
  refundAddress: optional(checkAddress),
  slippage: optional(checkSlippage),
  includeProvider: optional(checkProviders),
  excludeProvider: optional(checkProviders),
  feeBps: optional(checkBasisPoints),
  feeTakerAddress: optional(checkAddress),
}

/** Parameters of `/v3/swap/status`, of which `quoteId` or `srcTxHash` is needed. */
export const statusChecks: {
  readonly quoteId: Check<string | undefined>
  readonly srcTxHash: Check<Hex | undefined>
  readonly includeQuoteDetails: Check<boolean | undefined>
} = {
  quoteId: optional(checkQuoteId),
  srcTxHash: optional(checkHash),
  includeQuoteDetails: optional(checkFlag),
}

/** Refuses to ask for a route without saying which, or with two answers to that. */
export function checkStatusSubject<Subject extends { quoteId?: string | undefined; srcTxHash?: Hex | undefined }>(
  subject: Subject,
): Subject {
  if ((subject.quoteId === undefined) !== (subject.srcTxHash === undefined)) return subject
  throw new InvalidInputError({
    argument: "quoteId, srcTxHash",
    problem: subject.quoteId === undefined ? "neither is given" : "both are given",
    fix: "Give one of them. A deposit route is found by its quoteId alone.",
  })
}

/** Parameters of `/v3/swap/tokens/search`. */
export const tokensSearchChecks: {
  readonly q: Check<string>
  readonly userAddress: Check<Address | undefined>
  readonly address: Check<Address | undefined>
} = { q: checkSearch, userAddress: optional(checkAddress), address: optional(checkAddress) }

/** The lists of tokens that the API keeps. */
export const tokenLists = {
  full: { says: "all that the API knows" },
  trending: { says: "those that are traded most" },
} as const

/** Name of a list of tokens. */
export type TokenList = keyof typeof tokenLists

/** Parameters of `/v3/swap/tokens/list`, none of which is needed. */
export const tokensListChecks: {
  readonly userAddress: Check<Address | undefined>
  readonly chainIds: Check<readonly number[] | undefined>
  readonly list: Check<TokenList | undefined>
} = {
  userAddress: optional(checkAddress),
  chainIds: optional((value, argument) => listOf(value, argument).map((id) => checkChainId(id, argument))),
  list: optional((value, argument) => checkName<TokenList>(value, argument, { table: tokenLists, called: "a list" })),
}

/** Parameters of `/v3/swap/providers`. */
export const providersChecks: { readonly includeDepositRoutes: Check<boolean | undefined> } = {
  includeDepositRoutes: optional(checkFlag),
}

/** The largest slippage that is let through, in percent. Whoever accepts more gives most of the amount away. */
export const maxSlippage: number = 50

const slippageDecimals = 18

/**
 * A slippage: a percentage as a decimal string, from 0 to {@link maxSlippage}. The API's own bounds are in no public material.
 *
 * @returns the same number without needless zeros
 */
export function checkSlippage(value: unknown, argument: string): string {
  const isDecimal = typeof value === "string" && new RegExp(`^\\d{1,3}(\\.\\d{1,${slippageDecimals}})?$`).test(value)
  if (isDecimal) {
    const exact = parseAmount(value, slippageDecimals)
    if (exact <= BigInt(maxSlippage) * 10n ** BigInt(slippageDecimals)) return formatAmount(exact, slippageDecimals)
  }
  throw new InvalidInputError({
    argument,
    problem: isDecimal
      ? `${show(value)} percent is more than half of the amount`
      : `${show(value)} is not a percentage`,
    fix: `Give a percentage from 0 to ${maxSlippage} as a decimal string: "0.5" is half a percent.`,
  })
}

/** An id of a quote, as the API gave it. */
export function checkQuoteId(value: unknown, argument: string): string {
  if (typeof value === "string" && /^[\x21-\x7e]{1,200}$/.test(value)) return value
  throw new InvalidInputError({
    argument,
    problem: `${show(value)} is not the id of a quote`,
    fix: "Give the quoteId of a quote's route as it came.",
  })
}

/** A list of ids, as an array or with commas; an empty one is none. Doubles are left out. */
export function checkProviders(value: unknown, argument: string): readonly string[] | undefined {
  const ids = listOf(value, argument).map((id) => {
    if (typeof id === "string" && /^[\w.:-]{1,100}$/.test(id)) return id
    throw new InvalidInputError({
      argument,
      problem: `${show(id)} is not a provider's id`,
      fix: "Give the providerId of one that getProviders lists.",
    })
  })
  return ids.length === 0 ? undefined : [...new Set(ids)]
}

function checkInputAmount(value: unknown, argument: string): bigint {
  const amount = checkUint256(value, argument)
  if (amount > 0n) return amount
  throw new InvalidInputError({ argument, problem: "it is nothing", fix: "Give an amount above zero." })
}

function checkBasisPoints(value: unknown, argument: string): number {
  const points = checkCount(value, argument)
  if (points <= 10_000) return points
  throw new InvalidInputError({
    argument,
    problem: `${points} basis points are more than the whole`,
    fix: "Give hundredths of a percent, from 0 to 10000: half a percent is 50.",
  })
}

function checkFlag(value: unknown, argument: string): boolean {
  if (value === true || value === "true") return true
  if (value === false || value === "false") return false
  throw new InvalidInputError({
    argument,
    problem: `${show(value)} is neither true nor false`,
    fix: "Give one of them.",
  })
}

function checkSearch(value: unknown, argument: string): string {
  if (typeof value === "string" && value.trim() !== "") return value.trim()
  throw new InvalidInputError({
    argument,
    problem: `${show(value)} is nothing to search for`,
    fix: "Give a token's address, or a part of its name or symbol.",
  })
}

function listOf(value: unknown, argument: string): readonly unknown[] {
  if (Array.isArray(value)) return value as readonly unknown[]
  if (typeof value === "number") return [value]
  if (typeof value === "string") {
    const parts = value.split(",").map((part) => part.trim())
    return parts.filter((part) => part !== "")
  }
  throw new InvalidInputError({
    argument,
    problem: `${show(value)} is not a list`,
    fix: "Give an array, or a text with commas.",
  })
}
