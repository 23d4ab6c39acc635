import type { Abi, Hex } from "viem"
import { isHex } from "viem/utils"

import { type DecodedRevert, decodeRevertData } from "#src/primitives/reverts/decodeRevertData.js"

/**
 * Finds the revert data in an error of a viem action, a provider or a node, and decodes it with the first ABI that knows it.
 *
 * @param error the error, or the revert data itself
 * @returns `undefined` if the error is not a revert, for example if the node could not be reached
 */
export function readRevert(error: unknown, abis: readonly Abi[]): DecodedRevert | undefined {
  const data = isHex(error) ? error : findRevertData(error)
  if (data === undefined && saysMalformed(error)) return { data: "0x", args: [], reason: "malformed revert data" }
  return data === undefined ? undefined : decodeRevertData(data, abis)
}

/** Hardhat's node fails so, and does not give the data, when a contract reverts with a cut-off `Error(string)` or `Panic(uint256)`. */
function saysMalformed(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > maxDepth) return false
  return /transaction: Expected return data to /.test(error.message) || saysMalformed(error.cause, depth + 1)
}

const maxDepth = 12

/** Libraries and nodes put revert data into `data`, `data.data` or `raw` of the error or of one of its causes. Outer data can be empty. */
function findRevertData(error: unknown, depth = 0): Hex | undefined {
  if (typeof error !== "object" || error === null || depth > maxDepth) return undefined
  // The data of such an error is what a function returned.
  if (error instanceof Error && error.name.startsWith("AbiDecoding")) return undefined
  const {
    data,
    raw,
    error: inner,
    cause,
  } = error as { data?: unknown; raw?: unknown; error?: unknown; cause?: unknown }
  const found = [data, raw].filter((value) => isHex(value))
  for (const next of [data, inner, cause]) {
    const deeper = findRevertData(next, depth + 1)
    if (deeper !== undefined) found.push(deeper)
  }
  return found.find((value) => value !== "0x") ?? found[0] ?? (saysReverted(error) ? "0x" : undefined)
}

/** Some nodes omit the data if it is empty, so the message decides. */
function saysReverted(error: object): boolean {
  const { details, message, code } = error as { details?: unknown; message?: unknown; code?: unknown }
  if (code === 3) return true
  const text = typeof details === "string" ? details : typeof message === "string" ? message : ""
  return /\breverted\b/i.test(text)
}
