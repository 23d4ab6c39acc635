import type { Hex } from "viem"

import { textRevert } from "./textRevert.js"

/**
 * Puts words to a call that failed without any because its gas ran out. The EVM itself doesn't tell that from a revert without data.
 *
 * @param gas what the call was given
 */
export function explainSilence({ revertData, gasUsed }: { revertData: Hex; gasUsed: bigint }, gas: bigint): Hex {
  // A call inside it gets at most 63/64 of what is left, and may leave the rest.
  if (revertData !== "0x" || gasUsed * 64n < gas * 63n) return revertData
  return textRevert(`it gave no reason, and used up all of its ${gas} gas`)
}
