import type { Abi, AbiFunction, Hex } from "viem"
import { encodeFunctionData, getAbiItem, parseAbiItem } from "viem/utils"

import type { ContractCall } from "#src/onchain/transact.js"
import { argument, text } from "#src/primitives/errorText.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"
import { inQuotes } from "#src/primitives/text.js"

/** The function of the plug to call: by name in an ABI, or by a signature such as `add(uint32,uint256)`. */
export type PlugFunction =
  | { readonly abi: Abi; readonly functionName: string; readonly signature?: undefined }
  | { readonly signature: string; readonly abi?: undefined; readonly functionName?: undefined }

/** Finds a function; `undefined` if the ABI does not have it. */
export function findFunction(
  { abi, functionName, signature }: PlugFunction,
  args?: readonly unknown[],
): AbiFunction | undefined {
  if (signature !== undefined) return parseSignature(signature)
  const item = getAbiItem({ abi, name: functionName, ...(args === undefined ? {} : { args }) })
  return item?.type === "function" ? item : undefined
}

/** Finds a function that can be paid, because messages cost a fee; with `evenWithoutMessage`, any function. */
export function callableFunction(
  wanted: PlugFunction,
  args: readonly unknown[],
  { evenWithoutMessage }: { readonly evenWithoutMessage: boolean },
): Pick<ContractCall, "abi" | "functionName"> {
  const item = findFunction(wanted, args)
  if (item !== undefined && (item.stateMutability === "payable" || evenWithoutMessage)) {
    return { abi: wanted.abi ?? [item], functionName: item.name }
  }
  const isView = item?.stateMutability === "view" || item?.stateMutability === "pure"
  const name = inQuotes(wanted.functionName ?? wanted.signature)
  throw new InvalidInputError({
    argument: "functionName",
    problem: isView ? `${name} only reads, and sends no message` : `${name} is not a payable function of the ABI`,
    fix: text`Use a payable function that sends messages. To send the transaction even so: ${argument("evenWithoutMessage")}.`,
  })
}

/** Encodes a call here, because viem would reject its arguments only in the middle of a call. */
export function encodeCall({ abi, functionName, args }: Pick<ContractCall, "abi" | "functionName" | "args">): Hex {
  try {
    return encodeFunctionData({ abi, functionName, args })
  } catch (error) {
    throw new InvalidInputError({
      argument: "args",
      problem: `they do not fit ${functionName}: ${nodeReason(error)}`,
      fix: "Pass one value of the right type for each parameter.",
    })
  }
}

/**
 * Parses the signature of a function, with or without parameter names and the word `function`.
 *
 * @returns a payable function, because the fee is attached to its call
 * @throws {InvalidInputError} the text is not a function signature
 */
export function parseSignature(signature: string): AbiFunction {
  const bare = signature.trim().replace(/^function\s+/, "")
  if (/^[A-Za-z_$][\w$]*\s*\(.*\)$/s.test(bare)) {
    try {
      return parseAbiItem(`function ${bare} payable`) as AbiFunction
    } catch {
      // The parser's error is about its grammar. The error below is clearer.
    }
  }
  throw new InvalidInputError({
    argument: "signature",
    problem: `${inQuotes(signature)} is not a function signature`,
    fix: 'Use the name and the parameter types in quotes, as in "add(uint32,uint256)".',
  })
}
