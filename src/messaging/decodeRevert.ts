import type { Abi, Hex } from "viem"

import { decodeErrorResult, formatAbiItemWithArgs, isHex, slice } from "viem/utils"

import { oneLine, shorten } from "../primitives/quote.js"
import { plugAbi, protocolErrorsAbi } from "./abi.js"

/** Why a call or transaction reverted, as far as its data tells. */
export type DecodedRevert = {
  /** The revert data itself; `0x` when the contract gave none. */
  readonly data: Hex
  /** The error's name; `Error` for a text, `Panic` for a failed check of the compiler's, absent when no ABI knows it. */
  readonly name?: string
  readonly args: readonly unknown[]
  /** For people, on one line: `InsufficientFees(required: 5, provided: 0)`, or the selector when nothing more is known. */
  readonly reason: string
}

/**
 * Finds the revert data in whatever a viem action, a provider or a node threw, and decodes it: with the given ABIs first, so that
 * a plug's own errors win, then as an error of the protocol.
 *
 * @param error what was thrown, or the revert data itself
 * @param extraAbis ABIs of the contracts that may have reverted
 * @returns `undefined` when it is no revert, as when the node couldn't be reached
 * @example
 * const revert = decodeRevert(error, [counterAbi])
 * if (revert?.name === "InsufficientFees") console.error(revert.reason)
 */
export function decodeRevert(error: unknown, extraAbis: readonly Abi[] = []): DecodedRevert | undefined {
  const data = isHex(error) ? error : findRevertData(error)
  if (data === undefined) return undefined
  if (data === "0x") return { data, args: [], reason: "it gave no reason" }
  for (const abi of [...extraAbis, plugAbi, protocolErrorsAbi]) {
    const decoded = decodeWith(abi, data)
    if (decoded !== undefined) return decoded
  }
  return { data, args: [], reason: `an error that no known ABI has, with the selector ${slice(data, 0, 4)}` }
}

function decodeWith(abi: Abi, data: Hex): DecodedRevert | undefined {
  try {
    const { abiItem, errorName, args = [] } = decodeErrorResult({ abi, data })
    return { data, name: errorName, args, reason: reasonOf(errorName, args, abiItem) }
  } catch {
    // Another ABI may know it.
    return undefined
  }
}

function reasonOf(
  name: string,
  args: readonly unknown[],
  abiItem: Parameters<typeof formatAbiItemWithArgs>[0]["abiItem"],
): string {
  const [first] = args
  if (name === "Error" && typeof first === "string") return shorten(oneLine(first), 200)
  if (name === "Panic" && typeof first === "bigint") {
    return `a panic, ${panics[Number(first)] ?? "of an unknown kind"} (0x${first.toString(16)})`
  }
  return shorten(oneLine(formatAbiItemWithArgs({ abiItem, args, includeName: true }) ?? name), 300)
}

/** The compiler's codes. */
const panics: Readonly<Record<number, string>> = {
  0x01: "a failed assert",
  0x11: "an arithmetic overflow",
  0x12: "a division by zero",
  0x21: "a value outside its enum",
  0x22: "a badly encoded array in storage",
  0x31: "a pop of an empty array",
  0x32: "an index outside its array",
  0x41: "too much memory",
  0x51: "a call of an uninitialised function",
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
