import type { Abi, AbiFunction } from "viem"
import { toFunctionSelector, toFunctionSignature } from "viem/utils"

import { parseSignature } from "#src/messaging/onchain/plugCall.js"
import { didYouMean } from "#src/primitives/commands/nearest.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { inQuotes } from "#src/primitives/text.js"

type KnownContract = { readonly name: string | undefined; readonly abi: Abi | undefined }

/**
 * Finds the function that a text names: by its signature, or by its name alone if the contract's ABI is known.
 *
 * @returns a payable function, because the fee is attached to its call
 * @throws {InvalidInputError} the text is neither, the ABI is not known, or several functions have the name
 * @example
 * resolveFunction("greet", { name: "Greeter", abi }).inputs // of greet(uint32 dstChainSlug, string text)
 */
export function resolveFunction(text: string, contract?: KnownContract): AbiFunction {
  const name = text.trim()
  const functions = (contract?.abi ?? []).filter((item) => item.type === "function")
  if (!/^[A-Za-z_$][\w$]*$/.test(name)) return withNames(parseSignature(text), functions)
  if (contract?.abi === undefined) throw unknownAbi(name, contract)

  const [found, another] = functions.filter((item) => item.name === name)
  if (found !== undefined && another === undefined) return payable(found)
  const signatures = functions.filter((item) => item.name === name).map((item) => inQuotes(toFunctionSignature(item)))
  const called = contract.name ?? "The contract"
  throw new InvalidInputError({
    argument: "signature",
    problem:
      found === undefined
        ? `${called} has no function ${inQuotes(name)}`
        : `${called} has ${signatures.length} functions called ${name}`,
    fix:
      found === undefined
        ? `${didYouMean(
            name,
            functions.map((item) => item.name),
          )} Its functions: ${listCallable(functions)}.`.trim()
        : `Write the signature of one: ${signatures.join(", ")}.`,
  })
}

/** Takes the names of the parameters from the ABI, if it has the function. */
function withNames(written: AbiFunction, functions: readonly AbiFunction[]): AbiFunction {
  if (written.inputs.some(({ name = "" }) => name !== "")) return written
  const selector = toFunctionSelector(written)
  const known = functions.find((item) => toFunctionSelector(item) === selector)
  return known === undefined ? written : payable(known)
}

function payable(item: AbiFunction): AbiFunction {
  return { ...item, stateMutability: "payable" }
}

/** The functions that could send something, as a person calls them. */
function listCallable(functions: readonly AbiFunction[]): string {
  const names = functions
    .filter(({ stateMutability }) => stateMutability === "payable" || stateMutability === "nonpayable")
    .map(({ name }) => name)
  return names.length === 0 ? "none that sends" : [...new Set(names)].slice(0, 20).join(", ")
}

function unknownAbi(name: string, contract: KnownContract | undefined): InvalidInputError {
  return new InvalidInputError({
    argument: "signature",
    problem:
      contract?.name === undefined
        ? `${inQuotes(name)} is not a function signature, and the functions of this address are not known`
        : `${inQuotes(name)} is not a function signature, and the project has no artifact of ${contract.name}`,
    fix:
      contract?.name === undefined
        ? 'Write the name and the parameter types in quotes, as in "add(uint32,uint256)", or the contract by its name.'
        : 'Build the project with npx hardhat build, or write the signature in quotes, as in "add(uint32,uint256)".',
  })
}
