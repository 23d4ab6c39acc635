import { type Hex, isHex } from "viem"

import { revertDataOf } from "./revertDataOf.js"
import { textRevert } from "./textRevert.js"

/** What a call reverted with; when the chain did not let it come to a revert, what the chain says instead. */
export function failureDataOf(error: unknown): Hex {
  const revertData = revertDataOf(error)
  if (revertData !== "0x" || !(error instanceof Error)) return revertData
  const isSilentRevert = "data" in error && isHex(error.data)
  return isSilentRevert ? revertData : textRevert(error.message)
}
