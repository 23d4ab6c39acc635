import type { Address } from "viem"

import { nativeToken } from "../../nativeToken.js"
import { type UserOps, userOps } from "../../types.js"
import { replacementOf } from "../../version2Names.js"
import { checkList } from "./listChecks.js"
import type { GetQuoteParameters } from "./types.js"
import {
  checkAddress,
  checkAll,
  checkChainId,
  checkCount,
  checkName,
  type ChecksOf,
  checkUint256,
  describeValue,
  optional,
  type Parsed,
} from "#src/primitives/checks.js"
import { helper, text } from "#src/primitives/errorText.js"
import { isEvmAddress, isForeignAddress, type OrForeign } from "#src/primitives/foreign.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { formatAmount, parseAmount } from "#src/primitives/numbers/amount.js"

/** The parameters of a quote, parsed. */
export type QuoteQuery = Parsed<
  GetQuoteParameters,
  { readonly [Name in "includeProvider" | "excludeProvider"]: readonly string[] | undefined }
>

/** Each by itself. {@link checkTogether} checks whether they can be combined. */
export const quoteChecks: ChecksOf<QuoteQuery> = {
  userOps: (value, argument) => checkName<UserOps>(value, argument, { table: userOps, called: "a way to pay" }),
  originChainId: optional(checkChainId),
  destinationChainId: checkChainId,
  inputToken: checkAnyAddress,
  outputToken: checkAnyAddress,
  inputAmount: checkInputAmount,
  userAddress: optional(checkAnyAddress),
  receiverAddress: checkAnyAddress,
  refundAddress: optional(checkAnyAddress),
  slippage: optional(checkSlippage),
  includeProvider: optional(checkProviders),
  excludeProvider: optional(checkProviders),
  feeBps: optional(checkBasisPoints),
  feeTakerAddress: optional(checkAddress),
}

/** The largest slippage that this package accepts, in percent. A larger one gives most of the amount away. */
export const maxSlippage: number = 50

const slippageDecimals = 18

/** A percentage from 0 to {@link maxSlippage}, without trailing zeros. The API's own limits are not documented. */
export function checkSlippage(value: unknown, argument: string): string {
  const isDecimal = typeof value === "string" && new RegExp(`^\\d{1,3}(\\.\\d{1,${slippageDecimals}})?$`).test(value)
  if (isDecimal) {
    const exact = parseAmount(value, slippageDecimals)
    if (exact <= BigInt(maxSlippage) * 10n ** BigInt(slippageDecimals)) return formatAmount(exact, slippageDecimals)
  }
  throw new InvalidInputError({
    argument,
    problem: isDecimal
      ? `${describeValue(value)} percent is more than half of the amount`
      : `${describeValue(value)} is not a percentage`,
    fix: `Give a percentage from 0 to ${maxSlippage} as a decimal string: "0.5" is half a percent.`,
  })
}

/** Parses a list of provider ids, without duplicates. An empty list counts as none. */
export function checkProviders(value: unknown, argument: string): readonly string[] | undefined {
  const ids = checkList(value, argument).map((id) => {
    if (typeof id === "string" && /^[\w.:-]{1,100}$/.test(id)) return id
    throw new InvalidInputError({
      argument,
      problem: `${describeValue(id)} is not a provider id`,
      fix: text`Give the providerId of a bridge or dex: ${helper("getProviders")} lists them.`,
    })
  })
  return ids.length === 0 ? undefined : [...new Set(ids)]
}

function checkInputAmount(value: unknown, argument: string): bigint {
  const amount = checkUint256(value, argument)
  if (amount > 0n) return amount
  throw new InvalidInputError({ argument, problem: "the amount is zero", fix: "Give an amount above zero." })
}

/** Parses a fee in hundredths of a percent, up to the whole amount. */
export function checkBasisPoints(value: unknown, argument: string): number {
  const points = checkCount(value, argument)
  if (points <= 10_000) return points
  throw new InvalidInputError({
    argument,
    problem: `${points} basis points are more than the whole amount`,
    fix: "Give hundredths of a percent, from 0 to 10000: half a percent is 50.",
  })
}

/** Parses an address of an EVM chain, or leaves one of another chain as it is: only the API knows its form. */
export function checkAnyAddress(value: unknown, argument: string): OrForeign<Address> {
  const text = typeof value === "string" ? value.trim() : ""
  return isForeignAddress(text) ? text : checkAddress(value, argument)
}

const needs: Readonly<Record<UserOps, readonly (keyof QuoteQuery)[]>> = {
  tx: ["userAddress", "originChainId"],
  deposit: ["refundAddress", "originChainId"],
  "cex-withdraw": [],
}

/** Lists the parameters that `userOps` requires and that are missing. */
export function missingOf(query: QuoteQuery): readonly (keyof QuoteQuery)[] {
  return needs[query.userOps].filter((name) => query[name] === undefined)
}

/**
 * Checks that the parameters of a quote can be combined, and returns them.
 *
 * @throws {InvalidInputError} a parameter that others require is missing, or two contradict each other, or one has no meaning beside another
 */
export function checkTogether<Query extends QuoteQuery>(query: Query): Query {
  const [missing] = missingOf(query)
  if (missing !== undefined) {
    throw new InvalidInputError({
      argument: missing,
      problem: `it is missing, and a quote with userOps ${query.userOps} requires it`,
      fix: "Add it.",
    })
  }
  if (query.userOps === "tx" && query.refundAddress !== undefined) {
    throw new InvalidInputError({
      argument: "refundAddress",
      problem: "a quote with userOps tx has none: a refund goes to the account that sent the transaction",
      fix: "Leave it out, or use userOps deposit.",
    })
  }
  const { userOps, inputToken, outputToken, userAddress, receiverAddress } = query
  checkSameKind({ token: outputToken, account: receiverAddress }, { token: "outputToken", account: "receiverAddress" })
  if (userOps === "tx" && userAddress !== undefined) {
    checkSameKind({ token: inputToken, account: userAddress }, { token: "inputToken", account: "userAddress" })
  }
  const { feeBps, feeTakerAddress, includeProvider = [], excludeProvider = [] } = query
  if ((feeBps === undefined) !== (feeTakerAddress === undefined)) {
    throw new InvalidInputError({
      argument: feeBps === undefined ? "feeBps" : "feeTakerAddress",
      problem: "it is missing, and a fee requires both an amount and a receiver",
      fix: "Give feeBps and feeTakerAddress, or neither.",
    })
  }
  const contradictory = includeProvider.filter((id) => excludeProvider.includes(id))
  if (contradictory.length === 0) return query
  throw new InvalidInputError({
    argument: "excludeProvider",
    problem: `${contradictory.join(", ")} cannot be both included and excluded`,
    fix: "Name each provider in one of the two lists only.",
  })
}

type Side<T> = { readonly token: T; readonly account: T }

/** Both are of an EVM chain, or neither. An API may use the address of the native currency on every chain. */
function checkSameKind({ token, account }: Side<OrForeign<Address>>, names: Side<string>): void {
  if (token === nativeToken || isEvmAddress(token) === isEvmAddress(account)) return
  throw new InvalidInputError({
    argument: names.account,
    problem: `it is ${isEvmAddress(account) ? "" : "not "}an address of an EVM chain, and ${names.token} is ${isEvmAddress(token) ? "one" : "not"}`,
    fix: `Give the account on the chain of ${names.token}, in the form that this chain has.`,
  })
}

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
