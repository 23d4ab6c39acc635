import type { Abi, AbiParameter, AbiParameterToPrimitiveType } from "viem"

import { invalid } from "../arguments.js"
import { type ContractOnChain, isWorldContract } from "../contracts/WorldContract.js"
import { didYouMean } from "#src/primitives/commands/nearest.js"
import { inQuotes } from "#src/primitives/text.js"

/** A contract that `deploy` or `deployConnected` has returned. */
export type AssertedContract = Pick<ContractOnChain, "contractName" | "chainName" | "address"> & { readonly abi: Abi }

type ItemOf<Contract extends AssertedContract, Type extends "event" | "error"> = Extract<
  Contract["abi"][number],
  { readonly type: Type }
>

/** The names of a contract's events or errors. Every contract has the errors `Error` with a text, and `Panic` with a number. */
export type NameOf<Contract extends AssertedContract, Type extends "event" | "error"> =
  ItemOf<Contract, Type>["name"] | (Type extends "error" ? "Error" | "Panic" : never)

/** The arguments of an event or error, in order. A function in the place of one decides by itself. */
export type ArgsToMatch<
  Contract extends AssertedContract,
  Type extends "event" | "error",
  Name extends string,
> = Name extends "Error"
  ? readonly [text: Matching<string>]
  : Name extends "Panic"
    ? readonly [code: Matching<bigint>]
    : MatchingAll<Extract<ItemOf<Contract, Type>, { readonly name: Name }>["inputs"]>

type MatchingAll<Inputs> = Inputs extends readonly AbiParameter[] ? MatchingEach<Inputs> : never

type MatchingEach<Inputs extends readonly AbiParameter[]> = {
  readonly [Index in keyof Inputs]: Matching<AbiParameterToPrimitiveType<Inputs[Index]>>
}

type Matching<Value> = Value | ((value: Value) => boolean)

/** Checks that a parameter is a contract of a world, and that its ABI has an event or error. */
export function contractWith(
  contract: unknown,
  type: "event" | "error",
  name: string,
  builtIn: readonly string[] = [],
): AssertedContract {
  if (!isWorldContract(contract)) {
    throw invalid(
      "contract",
      "it is no contract of a world",
      "Give one that deploy or deployConnected of the world has returned.",
    )
  }
  const { abi, contractName, ...rest } = contract as AssertedContract
  const names = abi.flatMap((item) => (item.type === type ? [item.name] : []))
  const all = [...new Set(names)].sort()
  if (![...names, ...builtIn].includes(name)) {
    throw invalid(
      type === "event" ? "eventName" : "errorName",
      `${contractName} has no ${type} ${inQuotes(name)}`,
      names.length === 0 ? `It has no ${type} at all.` : `Use one of ${all.join(", ")}.${didYouMean(name, all)}`,
    )
  }
  return { abi, contractName, ...rest }
}

/** Whether values are the expected ones: equal in depth, addresses in any case, or accepted by the function in their place. */
export function matchArgs(values: readonly unknown[], expected: readonly unknown[]): boolean {
  return values.length === expected.length && expected.every((wanted, index) => matches(values[index], wanted))
}

function matches(value: unknown, expected: unknown): boolean {
  if (typeof expected === "function") return (expected as (value: unknown) => unknown)(value) === true
  if (typeof value === "string" && typeof expected === "string") {
    return value.startsWith("0x") ? value.toLowerCase() === expected.toLowerCase() : value === expected
  }
  // The same number can be of two types: a small one of Solidity is a number in TypeScript, and a large one a bigint.
  if (typeof value === "bigint" || typeof value === "number") {
    return (typeof expected === "bigint" || typeof expected === "number") && BigInt(value) === toBigInt(expected)
  }
  if (Array.isArray(value)) return Array.isArray(expected) && matchArgs(value, expected)
  if (typeof value === "object" && value !== null && typeof expected === "object" && expected !== null) {
    const names = Object.keys(value)
    return (
      names.length === Object.keys(expected).length &&
      names.every((name) => matches(value[name as never], expected[name as never]))
    )
  }
  return value === expected
}

function toBigInt(value: bigint | number): bigint | undefined {
  return typeof value === "bigint" ? value : Number.isSafeInteger(value) ? BigInt(value) : undefined
}

/** An error or event that an assertion expects: its name, and its arguments if any are given. */
export type Expected = {
  readonly text: string
  readonly matches: (
    found: { readonly name?: string | undefined; readonly args: readonly unknown[] } | undefined,
  ) => boolean
}

export function expectedWith(name: string, args: readonly unknown[] | undefined): Expected {
  return {
    text: args === undefined ? name : `${name}(${formatArgs(args)})`,
    matches: (found) => found?.name === name && (args === undefined || matchArgs(found.args, args)),
  }
}

/** An error that a contract has, and the ABI to decode it with. */
export type ExpectedError = Expected & { readonly abi: Abi }

/** The error that a contract of a world can revert with, or one that every contract has. */
export function expectedError(contract: unknown, name: string, args: readonly unknown[] | undefined): ExpectedError {
  const { abi } = contractWith(contract, "error", name, ["Error", "Panic"])
  return { abi, ...expectedWith(name, args) }
}

/** Formats arguments as they would stand in Solidity. */
export function formatArgs(values: readonly unknown[]): string {
  return values.map(formatArg).join(", ")
}

function formatArg(value: unknown): string {
  if (typeof value === "function") return "a value that the function accepts"
  if (typeof value === "string") return value.startsWith("0x") ? value : JSON.stringify(value)
  if (Array.isArray(value)) return `[${formatArgs(value)}]`
  if (typeof value === "object" && value !== null) {
    return `{${Object.entries(value)
      .map(([name, inner]) => `${name}: ${formatArg(inner)}`)
      .join(", ")}}`
  }
  return String(value)
}
