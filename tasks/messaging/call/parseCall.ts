import type { Abi, AbiFunction, AbiParameter } from "viem"
import { toFunctionSelector, toFunctionSignature } from "viem/utils"

import { parseAbiValue } from "./parseAbiValue.js"
import { parseSignature } from "#src/messaging/onchain/plugCall.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { didYouMean } from "#src/primitives/commands/nearest.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { inQuotes } from "#src/primitives/text.js"

export type ParseCallParameters = {
  /** Such as `add(uint32,uint256)`, with or without parameter names, or a name alone if `abi` is given. */
  readonly signature: string
  /** The arguments as text, in order, or each as `name=value`. */
  readonly args: readonly string[]
  /** The chains whose names can stand for their slugs. */
  readonly chains: readonly ChainEntry[]
  /** What is called, if the project has its artifact. */
  readonly contract?: { readonly name: string | undefined; readonly abi: Abi | undefined } | undefined
}

export type ParseCallReturnType = {
  readonly abi: readonly [AbiFunction]
  readonly functionName: string
  readonly args: readonly unknown[]
}

/**
 * Parses a call from a function and the text of each argument.
 *
 * @throws {InvalidInputError} the function is not known, the number of arguments differs, or an argument does not fit its type
 * @example
 * parseCall({ signature: "add(uint32,uint256)", args: ["beta", "5"], chains }).args // [41002, 5n]
 * parseCall({ signature: "add", args: ["amount=5", "dstChainSlug=beta"], chains, contract }).args // [41002, 5n]
 */
export function parseCall({ signature, args, chains, contract }: ParseCallParameters): ParseCallReturnType {
  const item = resolveFunction(signature, contract)
  const ordered = orderArguments(args, item)
  if (ordered.length !== item.inputs.length) {
    const parameters = item.inputs.map(({ type, name }) => [type, name].join(" ").trim()).join(", ")
    throw new InvalidInputError({
      argument: "args",
      problem: `${item.name}(${parameters}) takes ${count(item.inputs.length, "argument")}, not ${args.length}`,
      fix: "Give one argument for each parameter, in quotes if it contains spaces.",
    })
  }
  return {
    abi: [item],
    functionName: item.name,
    args: item.inputs.map((input, index) =>
      parseAbiValue(ordered[index] ?? "", input, {
        argument: `argument ${index + 1} (${[input.type, input.name].join(" ").trim()})`,
        chains,
      }),
    ),
  }
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`
}

/**
 * Puts arguments that are given by name, such as `amount=5`, into the order of a function's parameters. They count as named only if all of
 * them have a name and one of these is a parameter's, so that a text like `a=b` remains a value.
 *
 * @returns the arguments as they are if they have no names
 * @throws {InvalidInputError} a name is unknown or given twice, or one is missing
 * @example
 * orderArguments(["amount=5", "dst=beta"], parseSignature("add(uint32 dst, uint256 amount)")) // ["beta", "5"]
 */
function orderArguments(args: readonly string[], { name: functionName, inputs }: AbiFunction): readonly string[] {
  const named = args.map((text) => /^([A-Za-z_$][\w$]*)=(.*)$/s.exec(text)).filter((match) => match !== null)
  const known = inputs.map(({ name = "" }) => name).filter((name) => name !== "")
  if (named.length < args.length) return args
  if (!named.some(([, name = ""]) => known.includes(name))) return args

  const values = new Map<string, string>()
  for (const [, name = "", value = ""] of named) {
    if (!known.includes(name)) {
      throw refuse(
        `${functionName} has no parameter ${name}`,
        `${didYouMean(name, known)} Its parameters: ${known.join(", ")}.`.trim(),
      )
    }
    if (values.has(name)) throw refuse(`${name} is given twice`, "Give each parameter once.")
    values.set(name, value)
  }
  return inputs.map((input) => valueOf(input, values, functionName))
}

function valueOf({ name = "", type }: AbiParameter, values: ReadonlyMap<string, string>, functionName: string): string {
  const value = values.get(name)
  if (value !== undefined) return value
  throw name === ""
    ? refuse(`${functionName} has a parameter without a name`, "Give the arguments in their order, without names.")
    : refuse(`${name} is missing`, `Add ${name}=… (${type}).`)
}

function refuse(problem: string, fix: string): InvalidInputError {
  return new InvalidInputError({ argument: "args", problem, fix })
}

type KnownContract = { readonly name: string | undefined; readonly abi: Abi | undefined }

/**
 * Finds the function that a text names: by its signature, or by its name alone if the contract's ABI is known.
 *
 * @returns a payable function, because the fee is attached to its call
 * @throws {InvalidInputError} the text is neither, the ABI is not known, or several functions have the name
 * @example
 * resolveFunction("greet", { name: "Greeter", abi }).inputs // of greet(uint32 dstChainSlug, string text)
 */
function resolveFunction(text: string, contract?: KnownContract): AbiFunction {
  const name = text.trim()
  const functions = (contract?.abi ?? []).filter((item) => item.type === "function")
  if (!/^[A-Za-z_$][\w$]*$/.test(name)) return withNames(parseSignature(text), contract)
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

/** Takes the names of the parameters from the ABI, if there is one. One with a fallback can have more functions than it says. */
function withNames(
  written: AbiFunction,
  { name = "The contract", abi = [] }: Partial<KnownContract> = {},
): AbiFunction {
  const functions = abi.filter((item) => item.type === "function")
  const selector = toFunctionSelector(written)
  const known = functions.find((item) => toFunctionSelector(item) === selector)
  if (known === undefined && functions.length > 0 && abi.every(({ type }) => type !== "fallback")) {
    const near = functions
      .filter((item) => item.name === written.name)
      .map((item) => inQuotes(toFunctionSignature(item)))
    throw new InvalidInputError({
      argument: "signature",
      problem: `${name} has no function ${inQuotes(toFunctionSignature(written))}`,
      fix: near.length === 0 ? `Its functions: ${listCallable(functions)}.` : `It has ${near.join(", ")}.`,
    })
  }
  return known === undefined || written.inputs.some((input) => input.name) ? written : payable(known)
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
