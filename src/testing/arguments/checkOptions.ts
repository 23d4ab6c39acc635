import { didYouMean } from "../../primitives/nearest.js"
import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import { inQuotes } from "../../primitives/text.js"
import { describeArgument } from "./describeArgument.js"

/**
 * Checks the options of a function, for users without TypeScript: a misspelt one would be left out without a word.
 *
 * @param argument whose options they are
 * @param known every option that it has
 * @throws {InvalidInputError} they are no object, or have another option
 */
export function checkOptions(argument: string, options: unknown, known: readonly string[]): void {
  if (options === undefined) return
  const names = known.join(", ")
  if (typeof options !== "object" || options === null || Array.isArray(options)) {
    const problem = `its options are ${describeArgument(options)}, and no object`
    throw new InvalidInputError({ argument, problem, fix: `Give an object with some of ${names}.` })
  }
  const unknown = Object.keys(options).find((name) => !known.includes(name))
  if (unknown === undefined) return
  const problem = `there is no option ${inQuotes(unknown)}`
  throw new InvalidInputError({ argument, problem, fix: `Use some of ${names}.${didYouMean(unknown, known)}` })
}

/**
 * Checks that something is a list, for users without TypeScript.
 *
 * @throws {InvalidInputError} it is none
 */
export function checkList(argument: string, value: unknown, example: string): void {
  if (Array.isArray(value)) return
  throw new InvalidInputError({
    argument,
    problem: `${describeArgument(value)} is no list`,
    fix: `Give a list: ${example}.`,
  })
}
