import type { CheckedLimits, RouteLimits } from "./types.js"
import { defaultAcceptLoss } from "./valueLoss.js"
import { checkAddress, checkCount, checkUint256, describeValue } from "#src/primitives/checks.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

/** Default of `maxNativeFee` for a route to another chain: 0.01 of the native currency, in wei. */
export const defaultMaxNativeFee: bigint = 10n ** 16n

/** Default of `maxFee`, in percent. */
const defaultMaxFee = 1

/** Default of `maxCalldata`, in bytes. */
const defaultMaxCalldata = 32_768

export function checkLimits({
  allowedTargets = [],
  allowedSpenders = allowedTargets,
  maxNativeFee,
  maxFee = defaultMaxFee,
  maxCalldata = defaultMaxCalldata,
  acceptLoss = defaultAcceptLoss,
  minOut = 0n,
  maxInput,
  allowedDeposits = [],
  routers = {},
  acceptUndecoded = false,
}: RouteLimits): CheckedLimits {
  return {
    allowedTargets: allowedTargets.map((address) => checkAddress(address, "allowedTargets")),
    allowedSpenders: allowedSpenders.map((address) => checkAddress(address, "allowedSpenders")),
    maxNativeFee: maxNativeFee === undefined ? undefined : checkUint256(maxNativeFee, "maxNativeFee"),
    maxFee: checkAcceptLoss(maxFee, "maxFee"),
    maxCalldata: checkCount(maxCalldata, "maxCalldata"),
    acceptLoss: checkAcceptLoss(acceptLoss, "acceptLoss"),
    minOut: checkUint256(minOut, "minOut"),
    maxInput: maxInput === undefined ? undefined : checkUint256(maxInput, "maxInput"),
    allowedDeposits: allowedDeposits.map((address) => checkAddress(address, "allowedDeposits")),
    routers,
    acceptUndecoded,
  }
}

/**
 * Checks a share of its value that a route may lose: a percentage from 0 to 100, as a number or as decimal text.
 *
 * @throws {InvalidInputError} it is none
 */
export function checkAcceptLoss(value: unknown, argument: string): number {
  const text = typeof value === "number" ? String(value) : value
  if (typeof text === "string" && /^\d{1,3}(\.\d{1,15})?$/.test(text) && Number(text) <= 100) return Number(text)
  throw new InvalidInputError({
    argument,
    problem: `${describeValue(value)} is not a percentage from 0 to 100`,
    fix: "Give digits with at most one decimal point, such as 20 for 20 %.",
  })
}
