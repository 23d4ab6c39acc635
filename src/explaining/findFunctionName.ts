import type { Abi, Hex } from "viem"
import { slice, toFunctionSelector } from "viem/utils"

/** The name of the function that a call is of; `undefined` if no ABI has it, or the call is of none. */
export function findFunctionName(callData: Hex, abis: readonly Abi[]): string | undefined {
  const selector = slice(callData, 0, 4)
  for (const abi of abis) {
    for (const item of abi) if (item.type === "function" && toFunctionSelector(item) === selector) return item.name
  }
  return undefined
}
