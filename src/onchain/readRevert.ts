import type { Abi, Hex } from "viem"

import { isHex } from "viem/utils"

import { type DecodedRevert, decodeRevertData } from "../primitives/revertData.js"

/**
 * Finds the revert data in whatever a viem action, a provider or a node threw, and decodes it with the first ABI that knows it.
 *
 * @param error what was thrown, or the revert data itself
 * @returns `undefined` when it is no revert, as when the node couldn't be reached
 */
export function decodeRevert(error: unknown, abis: readonly Abi[]): DecodedRevert | undefined {
  const data = isHex(error) ? error : findRevertData(error)
  return data === undefined ? undefined : decodeRevertData(data, abis)
}

const deepest = 12

/** Libraries and nodes put it into `data`, `data.data` or `raw`, somewhere along the causes. The outer ones may be empty. */
function findRevertData(error: unknown, depth = 0): Hex | undefined {
  if (typeof error !== "object" || error === null || depth > deepest) return undefined
  // Its data is what a function returned.
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

/** Some nodes leave out the data when it is empty. */
function saysReverted(error: object): boolean {
  const { details, message, code } = error as { details?: unknown; message?: unknown; code?: unknown }
  if (code === 3) return true
  const text = typeof details === "string" ? details : typeof message === "string" ? message : ""
  return /\breverted\b/i.test(text)
}
