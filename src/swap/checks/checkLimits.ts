import { checkAddress, checkCount, checkUint256 } from "../../primitives/checks.js"
import type { CheckedLimits, RouteLimits } from "./types.js"

/** Default of `maxNativeFee` for a route to another chain: 0.01 of the native currency, in wei. */
export const defaultMaxNativeFee: bigint = 10n ** 16n

/** Default of `maxCalldata`, in bytes. */
export const defaultMaxCalldata: number = 32_768

/**
 * Parses the limits of a route, and fills in their defaults.
 *
 * @throws {InvalidInputError} a limit is invalid
 */
export function checkLimits({
  allowedTargets = [],
  allowedSpenders = allowedTargets,
  maxNativeFee,
  maxCalldata = defaultMaxCalldata,
}: RouteLimits): CheckedLimits {
  return {
    allowedTargets: allowedTargets.map((address) => checkAddress(address, "allowedTargets")),
    allowedSpenders: allowedSpenders.map((address) => checkAddress(address, "allowedSpenders")),
    maxNativeFee: maxNativeFee === undefined ? undefined : checkUint256(maxNativeFee, "maxNativeFee"),
    maxCalldata: checkCount(maxCalldata, "maxCalldata"),
  }
}
