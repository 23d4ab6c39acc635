import type { Address, Hex } from "viem"

import { nativeToken } from "../../nativeToken.js"
import { isForOutput, type QuoteType, quoteTypes, type UserOps, userOps, waysOf } from "../../types.js"
import { replacementOf } from "../../version2Names.js"
import { checkFlag, checkList } from "./listChecks.js"
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
import { didYouMean } from "#src/primitives/commands/nearest.js"
import { helper, text } from "#src/primitives/errorText.js"
import { isEvmAddress, isForeignAddress, type OrForeign } from "#src/primitives/foreign.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { formatAmount, parseAmount } from "#src/primitives/numbers/amount.js"

/** The parameters of a quote, parsed. */
export type QuoteQuery = Parsed<
  GetQuoteParameters,
  { readonly [Name in "includeProvider" | "excludeProvider"]: readonly string[] | undefined } & {
    /** A list only of several. */
    readonly userOps: UserOps | readonly UserOps[]
  }
>

/** Each by itself. {@link checkTogether} checks whether they can be combined. */
export const quoteChecks: ChecksOf<QuoteQuery> = {
  userOps: checkUserOps,
  quoteType: optional((value, argument) =>
    checkName<QuoteType>(value, argument, { table: quoteTypes, called: "a type of a quote" }),
  ),
  originChainId: optional(checkChainId),
  destinationChainId: checkChainId,
  inputToken: checkAnyAddress,
  outputToken: checkAnyAddress,
  inputAmount: optional(checkAmount),
  outputAmount: optional(checkAmount),
  userAddress: optional(checkAnyAddress),
  receiverAddress: checkAnyAddress,
  refundAddress: optional(checkAnyAddress),
  slippage: optional(checkSlippage),
  includeProvider: optional(checkProviders),
  excludeProvider: optional(checkProviders),
  feeBps: optional(checkBasisPoints),
  feeTakerAddress: optional(checkAddress),
  destinationPayload: optional(checkPayload),
  destinationGasLimit: optional(checkAmount),
  simulatedQuotesRequired: optional(checkFlag),
  includeQuoteRejections: optional(checkFlag),
  refuel: optional(checkFlag),
  contractCaller: optional(checkAddress),
  exchange: optional((value, argument) => checkProviders([value], argument)?.[0]),
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

function checkUserOps(value: unknown = "tx", argument: string): UserOps | readonly UserOps[] {
  const known = { table: userOps, called: "a way to pay" }
  const ways = checkList(value, argument).map((way) => checkName<UserOps>(way, argument, known))
  const [only = "tx", ...others] = [...new Set(ways)]
  return others.length === 0 ? only : [only, ...others]
}

function checkPayload(value: unknown, argument: string): Hex {
  if (typeof value === "string" && /^0x([0-9a-fA-F]{2})+$/.test(value)) return value.toLowerCase() as Hex
  const fix = "Give 0x followed by an even number of hexadecimal digits."
  throw new InvalidInputError({ argument, problem: `${describeValue(value)} is not calldata`, fix })
}

function checkAmount(value: unknown, argument: string): bigint {
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
  const names = [
    isForOutput(query) ? "outputAmount" : "inputAmount",
    ...waysOf(query).flatMap((way) => needs[way]),
  ] as const
  return [...new Set(names)].filter((name) => query[name] === undefined)
}

/**
 * Checks that the parameters of a quote can be combined, and returns them.
 *
 * @throws {InvalidInputError} a parameter that others require is missing, or two contradict each other, or one has no meaning beside another
 */
export function checkTogether<Query extends QuoteQuery>(query: Query): Query {
  const [missing] = missingOf(query)
  if (missing !== undefined) {
    const ways = `userOps ${waysOf(query).join(",")} and quoteType ${query.quoteType ?? "EXACT_INPUT"}`
    const problem = `it is missing, and a quote with ${ways} requires it`
    throw new InvalidInputError({ argument: missing, problem, fix: "Add it." })
  }
  const besides = isForOutput(query)
    ? (["inputAmount", "simulatedQuotesRequired"] as const)
    : (["outputAmount"] as const)
  const isOtherWay = isForOutput(query) && query.userOps !== "tx"
  const extra = isOtherWay ? "userOps" : besides.find((name) => ![undefined, false].includes(query[name] as undefined))
  if (extra !== undefined) {
    const problem = `it has no meaning with quoteType ${query.quoteType ?? "EXACT_INPUT"}`
    throw new InvalidInputError({ argument: extra, problem, fix: "Leave it out, or give another quoteType." })
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
  if (waysOf({ userOps }).includes("tx") && userAddress !== undefined) {
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
      problem: "this client does not know such a parameter of a quote",
      fix:
        replacementOf(name) ??
        `${didYouMean(name, Object.keys(quoteChecks))} It knows ${Object.keys(quoteChecks).join(", ")}.`.trim(),
    })
  }
  return checkTogether(checkAll(quoteChecks, parameters))
}
