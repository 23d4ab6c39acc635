import type { Hex } from "viem"
import { hexToBytes } from "viem/utils"

import { largerOf } from "#src/primitives/numbers/amount.js"

/** Gas of a transaction that calls a contract with some gas: what it needs before it begins, and what the EVM adds to one with value. */
export function gasOfCall({ data, value }: { readonly data: Hex; readonly value: bigint }, callGas: bigint): bigint {
  const tokens = tokensOf(data)
  const needed = 21_000n + 4n * tokens + callGas + (value === 0n ? 0n : 2_300n)
  // A node refuses a call with less than this, since the hardfork Prague.
  const least = 21_000n + 10n * tokens
  return largerOf(needed, least)
}

/** The unit in which chains charge for calldata: one for a zero, four for another byte. */
export function tokensOf(data: Hex): bigint {
  const bytes = hexToBytes(data)
  const zeros = bytes.filter((byte) => byte === 0).length
  return BigInt(zeros + 4 * (bytes.length - zeros))
}
