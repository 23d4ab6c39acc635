import type { Abi, Hex } from "viem"
import { decodeErrorResult, formatAbiItemWithArgs, size, slice } from "viem/utils"

import { oneLine, shorten } from "../text.js"

/** Why a call or transaction reverted, as far as its revert data says. */
export type DecodedRevert = {
  /** The revert data; `0x` if the contract gave none. */
  readonly data: Hex
  /** The name of the error: `Error` for a revert with text, `Panic` for a check of the compiler. Absent if no ABI has the error. */
  readonly name?: string
  readonly args: readonly unknown[]
  /** One line for people: `InsufficientFees(required: 5, provided: 0)`, or the selector if the error is unknown. It ends with `inner`. */
  readonly reason: string
  /** The innermost error that an ABI has, where the error wraps the revert of another call. */
  readonly inner?: DecodedRevert
}

/**
 * Decodes revert data with the first ABI that has its error. Reverts with text and panics are always decoded.
 *
 * @example
 * decodeRevertData("0x8d53e553", [parseAbi(["error InsufficientFees()"])]).reason // "InsufficientFees()"
 */
export function decodeRevertData(data: Hex, abis: readonly Abi[]): DecodedRevert {
  const outer = decodeOuter(data, abis)
  const inner = findInner(data, abis)
  if (inner === undefined) return outer
  return { ...outer, reason: `${shorten(outer.reason, 120)}, which wraps ${inner.reason}`, inner }
}

/** Errors are wrapped a few times at most, and the data of a contract can be anything. */
const deepest = 4

/**
 * Finds an error in the dynamic bytes of another one's data, whatever its signature: a length of a selector and whole words, and a selector
 * that an ABI has.
 */
function findInner(data: Hex, abis: readonly Abi[], depth = 0): DecodedRevert | undefined {
  // A text holds no error.
  if (depth === deepest || data.startsWith("0x08c379a0")) return undefined
  const words = Math.min((size(data) - 4) / 32, 64)
  for (let index = 1; index < words; index++) {
    const start = 4 + 32 * index
    const length = BigInt(slice(data, start, Math.min(start + 32, size(data))))
    if (length < 4n || length % 32n !== 4n || BigInt(start + 32) + length > BigInt(size(data))) continue
    const wrapped = slice(data, start + 32, start + 32 + Number(length))
    const found = decodeOuter(wrapped, abis)
    const inner = findInner(wrapped, abis, depth + 1)
    if (inner !== undefined) return inner
    if (found.name !== undefined) return found
  }
  return undefined
}

function decodeOuter(data: Hex, abis: readonly Abi[]): DecodedRevert {
  if (data === "0x") return { data, args: [], reason: "it gave no reason" }
  // An empty ABI is enough to decode reverts with text and panics.
  for (const abi of [...abis, []]) {
    const decoded = decodeWith(abi, data)
    if (decoded !== undefined) return decoded
  }
  if (size(data) < 4) return { data, args: [], reason: `${data}, which is too short to name an error` }
  const selector = slice(data, 0, 4)
  const builtIn = builtIns[selector]
  const reason =
    builtIn === undefined ? `an error that no known ABI has, with the selector ${selector}` : `a malformed ${builtIn}`
  return { data, args: [], reason }
}

/** Every contract can revert with these, and a contract that builds its revert data itself can get them wrong. */
const builtIns: Readonly<Record<Hex, string>> = { "0x08c379a0": "Error(string)", "0x4e487b71": "Panic(uint256)" }

function decodeWith(abi: Abi, data: Hex): DecodedRevert | undefined {
  try {
    const { abiItem, errorName, args = [] } = decodeErrorResult({ abi, data })
    return { data, name: errorName, args, reason: reasonOf(errorName, args, abiItem) }
  } catch {
    // Another ABI may have the error.
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

/** The panic codes of the Solidity compiler. */
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
