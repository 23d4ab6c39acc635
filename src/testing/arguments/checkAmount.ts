import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import { describeArgument } from "./describeArgument.js"

/**
 * Checks an amount in the smallest unit, for users without TypeScript.
 *
 * @throws {InvalidInputError} it is no bigint, or negative
 */
export function checkAmount(argument: string, amount: unknown): void {
  if (typeof amount === "bigint" && amount >= 0n) return
  throw new InvalidInputError({
    argument,
    problem: `${describeArgument(amount)} is no bigint from 0n`,
    fix: 'Give the smallest unit as a bigint, such as 5n or parseEther("0.1").',
  })
}
