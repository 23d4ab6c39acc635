import type { Hex } from "viem"
import { encodeErrorResult, isHex, parseAbi } from "viem/utils"

/** Returns what a call reverted with, from the error of a provider in this process; `0x` when there is no revert data. */
export function revertDataOf(error: unknown): Hex {
  if (typeof error !== "object" || error === null) return "0x"
  const { data } = error as { data?: unknown }
  if (isHex(data)) return data
  return revertDataOf(data)
}

/**
 * Returns what a call reverted with or, when the chain refused to run the call at all, the chain's own message as revert
 * data.
 */
export function failureDataOf(error: unknown): Hex {
  const revertData = revertDataOf(error)
  if (revertData !== "0x" || !(error instanceof Error)) return revertData
  const isSilentRevert = "data" in error && isHex(error.data)
  return isSilentRevert ? revertData : textRevert(error.message)
}

/** Encodes a text as revert data, as a contract's `require` does. */
export function textRevert(reason: string): Hex {
  return encodeErrorResult({ abi: errorAbi, args: [reason] })
}

const errorAbi = parseAbi(["error Error(string reason)"])

/**
 * Gives a reason to a call that ran out of gas. The EVM gives none, so such a call looks like a revert without a reason.
 *
 * @param gas gas that the call was given
 */
export function explainSilence({ revertData, gasUsed }: { revertData: Hex; gasUsed: bigint }, gas: bigint): Hex {
  // An inner call gets at most 63/64 of the gas that is left, so the rest may be unused.
  if (revertData !== "0x" || gasUsed * 64n < gas * 63n) return revertData
  return textRevert(`it gave no reason, and used up all of its ${gas} gas`)
}
