import type { Address } from "viem"

import {
  type Check,
  checkAddress,
  checkChainId,
  checkCount,
  checkName,
  checkUint256,
  describeValue,
  optional,
} from "../../../primitives/checks.js"
import { helper, text } from "../../../primitives/errorText.js"
import type { OrForeign } from "../../../primitives/foreign.js"
import { InvalidInputError } from "../../../primitives/InvalidInputError.js"
import { formatAmount, parseAmount } from "../../../primitives/numbers/amount.js"
import { type UserOps, userOps } from "../../types.js"
import { checkAnyAddress } from "./checkAnyAddress.js"
import { checkList } from "./commonChecks.js"

/** Checks for the parameters of `/v3/swap/quote`, each by itself. `checkTogether` checks whether they can be combined. */
export const quoteChecks: {
  readonly userOps: Check<UserOps>
  readonly originChainId: Check<number | undefined>
  readonly destinationChainId: Check<number>
  readonly inputToken: Check<OrForeign<Address>>
  readonly outputToken: Check<OrForeign<Address>>
  readonly inputAmount: Check<bigint>
  readonly userAddress: Check<OrForeign<Address> | undefined>
  readonly receiverAddress: Check<OrForeign<Address>>
  readonly refundAddress: Check<OrForeign<Address> | undefined>
  readonly slippage: Check<string | undefined>
  readonly includeProvider: Check<readonly string[] | undefined>
  readonly excludeProvider: Check<readonly string[] | undefined>
  readonly feeBps: Check<number | undefined>
  readonly feeTakerAddress: Check<Address | undefined>
} = {
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

/**
 * Parses a slippage: a percentage as a decimal string, from 0 to {@link maxSlippage}. The API's own limits are not documented.
 *
 * @returns the same number without trailing zeros
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
