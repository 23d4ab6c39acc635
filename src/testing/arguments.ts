import { didYouMean } from "#src/primitives/commands/nearest.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { isRecord } from "#src/primitives/isRecord.js"
import { inQuotes } from "#src/primitives/text.js"

/** An argument of any type for the text of an error, as code would write it. `describeValue` does so for the command line's text. */
export function describeArgument(value: unknown): string {
  if (typeof value === "string") return inQuotes(value)
  if (typeof value === "bigint") return `${value}n`
  if (Array.isArray(value)) return "a list"
  if (typeof value === "object" && value !== null) return "an object"
  return typeof value === "function" ? "a function" : String(value)
}

/** Checks the options of a function, for users without TypeScript: a misspelt one would be left out without a word. */
export function checkOptions(argument: string, options: unknown, known: readonly string[]): void {
  if (options === undefined) return
  const names = known.join(", ")
  if (!isRecord(options)) {
    const problem = `its options are ${describeArgument(options)}, and no object`
    throw invalid(argument, problem, `Give an object with some of ${names}.`)
  }
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  if (unknown === undefined) return
  const fix = `Use some of ${names}.${didYouMean(unknown, known)}`
  throw invalid(argument, `there is no option ${inQuotes(unknown)}`, fix)
}

/** Checks that something is a list, for users without TypeScript. */
export function checkList(argument: string, value: unknown, example: string): void {
  if (Array.isArray(value)) return
  throw invalid(argument, `${describeArgument(value)} is no list`, `Give a list: ${example}.`)
}

/** Checks an amount in the smallest unit, for users without TypeScript. */
export function checkAmount(argument: string, amount: unknown): void {
  if (typeof amount === "bigint" && amount >= 0n) return
  const fix = 'Give the smallest unit as a bigint, such as 5n or parseEther("0.1").'
  throw invalid(argument, `${describeArgument(amount)} is no bigint from 0n`, fix)
}

/** Lists every option of a type. An option that is added to the type and not here does not compile. */
export function everyOption<Options>(): <const Names extends readonly (keyof Options & string)[]>(
  ...names: keyof Options extends Names[number] ? Names : never
) => readonly string[] {
  return (...names) => names
}

export function invalid(argument: string, problem: string, fix: string): InvalidInputError {
  return new InvalidInputError({ argument, problem, fix })
}
