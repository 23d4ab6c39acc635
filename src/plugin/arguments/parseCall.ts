import type { AbiFunction } from "viem"

import { parseSignature } from "../../messaging/onchain/parseSignature.js"
import type { ChainEntry } from "../../primitives/chains.js"
import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import { parseAbiValue } from "./parseAbiValue.js"

export type ParseCallParameters = {
  /** Such as `add(uint32,uint256)`, with or without parameter names. */
  readonly signature: string
  /** The arguments as text. */
  readonly args: readonly string[]
  /** The chains whose names can stand for their slugs. */
  readonly chains: readonly ChainEntry[]
}

export type ParseCallReturnType = {
  readonly abi: readonly [AbiFunction]
  readonly functionName: string
  readonly args: readonly unknown[]
}

/**
 * Parses a call from a signature and the text of each argument.
 *
 * @throws {InvalidInputError} the signature is invalid, the number of arguments differs, or an argument does not fit its type
 * @example
 * parseCall({ signature: "add(uint32,uint256)", args: ["beta", "5"], chains }).args // [41002, 5n]
 */
export function parseCall({ signature, args, chains }: ParseCallParameters): ParseCallReturnType {
  const item = parseSignature(signature)
  if (args.length !== item.inputs.length) {
    throw new InvalidInputError({
      argument: "args",
      problem: `${signature} takes ${count(item.inputs.length, "argument")}, not ${args.length}`,
      fix: "Give one argument for each parameter, in quotes if it contains spaces.",
    })
  }
  return {
    abi: [item],
    functionName: item.name,
    args: item.inputs.map((input, index) =>
      parseAbiValue(args[index] ?? "", input, {
        argument: `argument ${index + 1} (${[input.type, input.name].join(" ").trim()})`,
        chains,
      }),
    ),
  }
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`
}
