import type { Abi, Address } from "viem"

import { InvalidInputError } from "../../../primitives/InvalidInputError.js"
import { didYouMean } from "../../../primitives/nearest.js"
import { inQuotes } from "../../../primitives/text.js"

/** The parts of a contract of a world that assertions read. */
export type NamedContract = {
  readonly contractName: string
  readonly chainName: string
  readonly address: Address
  readonly abi: Abi
}

/** Checks that a parameter is a contract of a world, and that its ABI has an event or error. */
export function contractWith(
  contract: unknown,
  type: "event" | "error",
  name: string,
  builtIn: readonly string[] = [],
): NamedContract {
  if (typeof contract !== "object" || contract === null || !("abi" in contract) || !("chainName" in contract)) {
    throw new InvalidInputError({
      argument: "contract",
      problem: "it is no contract of a world",
      fix: "Give one that deploy or deployConnected of the world has returned.",
    })
  }
  const { abi, contractName, ...rest } = contract as NamedContract
  const names = abi.flatMap((item) => (item.type === type ? [item.name] : []))
  const all = [...new Set(names)].sort()
  if (![...names, ...builtIn].includes(name)) {
    throw new InvalidInputError({
      argument: type === "event" ? "eventName" : "errorName",
      problem: `${contractName} has no ${type} ${inQuotes(name)}`,
      fix: names.length === 0 ? `It has no ${type} at all.` : `Use one of ${all.join(", ")}.${didYouMean(name, all)}`,
    })
  }
  return { abi, contractName, ...rest }
}
