import type { Abi, AbiFunction, Hex } from "viem"
import { decodeFunctionData, toFunctionSignature } from "viem/utils"

import { exactJson } from "#src/primitives/text.js"

/** What a transaction calls, read back from its data. */
export type ReadCall = {
  /** Such as `connect(uint32,address,address)`. */
  readonly signature: string
  readonly args: readonly CallArgument[]
}

export type CallArgument = {
  /** As the signature calls it, which proves nothing. Undefined if it does not. */
  readonly name: string | undefined
  readonly type: string
  /** Numbers in decimals; lists and tuples as JSON. */
  readonly text: string
}

/** Reads the function and the arguments of a call from its data. The ABI has the function alone. */
export function readCall(abi: Abi, data: Hex): ReadCall {
  const { args = [] } = decodeFunctionData({ abi, data })
  const [item] = abi as readonly [AbiFunction]
  return {
    signature: toFunctionSignature(item),
    args: item.inputs.map(({ name, type }, index) => ({ name, type, text: asText((args as unknown[])[index]) })),
  }
}

function asText(value: unknown): string {
  if (typeof value === "string") return value
  const text = exactJson(value)
  // A number that is too large for JSON is text there.
  return typeof value === "bigint" ? String(value) : text
}
