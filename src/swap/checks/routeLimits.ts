import type { Address } from "viem"

import { checkAddress, checkCount, checkUint256 } from "../../primitives/checks.js"

/** How far a route is trusted. Everything has a default. */
export type RouteLimits = {
  /** The only contracts that a transaction may go to. Default: any that is no token of the swap. */
  allowedTargets?: readonly Address[] | undefined
  /** Contracts that may be approved although the transaction goes to another one. Default: those of `allowedTargets`. */
  allowedSpenders?: readonly Address[] | undefined
  /**
   * Wei of the origin's native currency that may be attached beyond what is swapped of it, for a bridge's messages. Default:
   * {@link defaultMaxNativeFee} for a route to another chain, and nothing for one on the same chain.
   */
  maxNativeFee?: bigint | undefined
  /** Bytes of calldata. Default: {@link defaultMaxCalldata}. */
  maxCalldata?: number | undefined
}

/** Wei that a route to another chain may attach for its messages unless a caller says otherwise: a hundredth of the currency. */
export const defaultMaxNativeFee: bigint = 10n ** 16n

/** Bytes of calldata that a route may have unless a caller says otherwise. */
export const defaultMaxCalldata: number = 32_768

/** The same, read. */
export type CheckedLimits = {
  readonly allowedTargets: readonly Address[] | undefined
  readonly allowedSpenders: readonly Address[]
  readonly maxNativeFee: bigint | undefined
  readonly maxCalldata: number
}

/** Reads how far a route is trusted, or refuses a limit that can't be right. */
export function checkLimits({
  allowedTargets,
  allowedSpenders,
  maxNativeFee,
  maxCalldata = defaultMaxCalldata,
}: RouteLimits): CheckedLimits {
  return {
    allowedTargets: allowedTargets?.map((address) => checkAddress(address, "allowedTargets")),
    allowedSpenders: (allowedSpenders ?? allowedTargets ?? []).map((address) =>
      checkAddress(address, "allowedSpenders"),
    ),
    maxNativeFee: maxNativeFee === undefined ? undefined : checkUint256(maxNativeFee, "maxNativeFee"),
    maxCalldata: checkCount(maxCalldata, "maxCalldata"),
  }
}
