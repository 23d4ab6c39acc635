import type { Abi } from "viem"

import { InvalidInputError } from "../../../primitives/InvalidInputError.js"
import { didYouMean } from "../../../primitives/nearest.js"
import { isRecord } from "../../../primitives/isRecord.js"
import type { DecodedRevert } from "../../../primitives/reverts/decodeRevertData.js"
import { inQuotes } from "../../../primitives/text.js"

/**
 * The revert that an assertion expects.
 *
 * @property name of a custom error; `Error` for a revert with a text, and `Panic` for a check of the compiler
 * @property args each a value or a function that says whether the argument is right; `undefined` for any arguments
 */
export type ExpectedRevert = { readonly name: string; readonly args: readonly unknown[] | undefined }

/**
 * Checks that some contract has the error, because an assertion about a mistyped one would hold wherever it is negated.
 *
 * @throws {InvalidInputError} none has it, or none with as many arguments
 */
export function checkExpectedRevert({ name, args }: ExpectedRevert, abis: readonly Abi[], assertion: string): void {
  const counts = new Map<string, Set<number>>([
    ["Error", new Set([1])],
    ["Panic", new Set([1])],
  ])
  for (const abi of abis) {
    for (const item of abi) {
      if (item.type !== "error") continue
      counts.set(item.name, (counts.get(item.name) ?? new Set()).add(item.inputs.length))
    }
  }
  const found = counts.get(name)
  if (found === undefined) {
    throw new InvalidInputError({
      argument: assertion,
      problem: `no contract of the project has an error ${inQuotes(String(name))}`,
      fix: `Give the name of a custom error, or Error for a revert with a text.${didYouMean(String(name), counts.keys())}`,
    })
  }
  if (args === undefined || found.has(args.length)) return
  throw new InvalidInputError({
    argument: assertion,
    problem: `the error ${name} has ${[...found].join(" or ")} arguments, not ${args.length}`,
    fix: "Give all of its arguments in an array, or leave the array out to accept any.",
  })
}

/** Compares a revert with the one that is expected. */
export function isExpectedRevert({ name, args }: ExpectedRevert, revert: DecodedRevert): boolean {
  if (revert.name !== name) return false
  return args === undefined || isSame(revert.args, args)
}

/** Formats it as Solidity does: `OutOfOrder(5)`, or the name alone if any arguments are right. */
export function formatExpectedRevert({ name, args }: ExpectedRevert): string {
  return args === undefined ? name : `${name}(${args.map(formatValue).join(", ")})`
}

/** Addresses and data are the same in upper and lower case, and so are a bigint and a number of the same value. */
function isSame(actual: unknown, expected: unknown): boolean {
  if (typeof expected === "function") return (expected as (value: unknown) => boolean)(actual)
  if (typeof actual === "string" && typeof expected === "string") {
    return actual === expected || (actual.startsWith("0x") && actual.toLowerCase() === expected.toLowerCase())
  }
  if (Array.isArray(actual) && Array.isArray(expected)) {
    return actual.length === expected.length && actual.every((value, index) => isSame(value, expected[index]))
  }
  if (isRecord(actual) && isRecord(expected)) {
    const keys = Object.keys(actual)
    return keys.length === Object.keys(expected).length && keys.every((key) => isSame(actual[key], expected[key]))
  }
  // A small integer of Solidity is a number in JavaScript, and a large one a bigint.
  return typeof actual === typeof expected ? actual === expected : String(actual) === String(expected)
}

function formatValue(value: unknown): string {
  if (typeof value === "function") return value.name === "" ? "a value that passes its function" : value.name
  if (Array.isArray(value)) return `[${value.map(formatValue).join(", ")}]`
  if (isRecord(value))
    return `{ ${Object.entries(value)
      .map(([key, one]) => `${key}: ${formatValue(one)}`)
      .join(", ")} }`
  return String(value)
}
