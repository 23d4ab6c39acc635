import type { Abi, AbiFunction } from "viem"

import type { ChainEntry } from "../../../src/primitives/chains.js"
import { InvalidInputError } from "../../../src/primitives/InvalidInputError.js"
import { orderArguments } from "./orderArguments.js"
import { parseAbiValue } from "./parseAbiValue.js"
import { resolveFunction } from "./resolveFunction.js"

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
