import { type Abi, decodeFunctionData, type Hex } from "viem"

import type { WriteCall } from "#extras/page/src/readCalls.js"
import { shorten } from "#src/primitives/text.js"

/** Characters that a row has room for. */
const maxCall = 60

/** Writes calls with the first ABI of the project that has the function. */
export function createCallWriter(abis: readonly Abi[]): WriteCall {
  return (input) => {
    for (const abi of abis) {
      try {
        const { functionName, args = [] } = decodeFunctionData({ abi, data: input as Hex })
        return shorten(`${functionName}(${args.map(inShort).join(", ")})`, maxCall)
      } catch {
        // Another ABI may have it.
      }
    }
    return undefined
  }
}

function inShort(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inShort).join(", ")}]`
  if (typeof value === "object") return "{…}"
  const text = `${value as string | bigint}`
  if (typeof value !== "string") return text
  if (!/^0x[0-9a-f]*$/i.test(text)) return JSON.stringify(text)
  return text.length <= 14 ? text : `${text.slice(0, 6)}…${text.slice(-4)}`
}
