import { type AbiFunction, concat, encodeAbiParameters, type Hex, toFunctionSelector } from "viem"

import { parseSignature } from "../../../src/messaging/onchain/plugCall.js"
import type { ChainEntry } from "../../../src/primitives/chains.js"
import { InvalidInputError } from "../../../src/primitives/InvalidInputError.js"
import { inQuotes } from "../../../src/primitives/text.js"
import { parseAbiValue } from "../../messaging/call/parseAbiValue.js"

export type PayloadArguments = { readonly payload: string | undefined; readonly args: string | undefined }

/**
 * Reads a payload from bytes, or from types with values: `(address,uint256)` as `abi.encode` writes them, and `mint(address,uint256)` with
 * the selector of the function before them.
 *
 * @returns `undefined` if none is given
 * @throws {InvalidInputError} it is neither, or a value is not of its type
 * @example
 * readPayload({ payload: "(uint256)", args: "5" }, chains) // 0x00…05
 */
export function readPayload({ payload, args }: PayloadArguments, chains: readonly ChainEntry[]): Hex | undefined {
  const text = payload?.trim()
  if (text === undefined || /^0x(?:[0-9a-f]{2})*$/i.test(text)) {
    if (args === undefined) return text as Hex | undefined
    const fix = 'Give the types in --payload, such as "(address,uint256)", or leave --args out.'
    throw new InvalidInputError({ argument: "--args", problem: "--payload has no types", fix })
  }
  const isBare = text.startsWith("(")
  const item = readTypes(isBare ? `encode${text}` : text)
  // Without names, viem takes the values as a list.
  const components = item.inputs.map((input) => ({ ...input, name: "" }))
  const listed = args?.trim() ?? ""
  const list = listed.startsWith("[")
    ? listed
    : JSON.stringify(listed === "" ? [] : listed.split(",").map((one) => one.trim()))
  const values = parseAbiValue(list, { type: "tuple", components }, { argument: "--args", chains })
  const encoded = encodeAbiParameters(item.inputs, values as readonly unknown[])
  return isBare ? encoded : concat([toFunctionSelector(item), encoded])
}

function readTypes(signature: string): AbiFunction {
  try {
    return parseSignature(signature)
  } catch {
    const problem = `${inQuotes(signature.replace(/^encode\(/, "("))} is neither bytes nor types`
    const fix = 'Write 0x… with whole bytes, or types such as "(address,uint256)" or "mint(address,uint256)".'
    throw new InvalidInputError({ argument: "--payload", problem, fix })
  }
}
