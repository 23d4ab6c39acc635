import type { Abi, AbiFunction, AbiParameter } from "viem"

import { parseAbiValue } from "./parseAbiValue.js"
import { resolveFunction } from "./resolveFunction.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { didYouMean } from "#src/primitives/commands/nearest.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

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
