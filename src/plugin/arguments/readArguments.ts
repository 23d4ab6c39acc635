import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import { quote } from "../../primitives/quote.js"

/**
 * An option without which a task can't run. Hardhat knows no such options, so the task says it itself.
 *
 * @throws {InvalidInputError} it is missing or empty
 * @example
 * readRequired(args.plug, { argument: "--plug", example: "--plug 0x…" })
 */
export function readRequired(
  text: string | undefined,
  { argument, example }: { argument: string; example: string },
): string {
  if (text !== undefined && text.trim() !== "") return text.trim()
  throw new InvalidInputError({ argument, problem: "it is missing", fix: `Add ${example}.` })
}

/** The parts of a list with commas, of which there must be one at least, and none empty. */
export function readList(text: string, argument: string): string[] {
  const parts = text.split(",").map((part) => part.trim())
  if (parts.every((part) => part !== "")) return parts
  throw new InvalidInputError({
    argument,
    problem: `${quote(text)} has an empty entry`,
    fix: "Write the names with commas between them, such as alpha,beta.",
  })
}

/** A whole number without sign, point or exponent, in a range. */
export function readWholeNumber(
  text: string,
  { argument, from = 0n, to = 2n ** 256n - 1n }: { argument: string; from?: bigint; to?: bigint },
): bigint {
  const value = /^\d{1,78}$/.test(text.trim()) ? BigInt(text.trim()) : undefined
  if (value !== undefined && value >= from && value <= to) return value
  throw new InvalidInputError({
    argument,
    problem: `${quote(text)} is not a whole number${value === undefined ? "" : " in range"}`,
    fix: to === 2n ** 256n - 1n ? `Give digits alone, ${from} or more.` : `Give one from ${from} to ${to}.`,
  })
}

/** Percent as a person writes them, such as 10 or 2.5, without the sign. */
export function readPercent(text: string, { argument, to }: { argument: string; to: number }): number {
  const value = /^\d{1,6}(\.\d{1,4})?$/.test(text.trim()) ? Number(text) : NaN
  if (value >= 0 && value <= to) return value
  throw new InvalidInputError({
    argument,
    problem: `${quote(text)} is not a percentage`,
    fix: `Give a number from 0 to ${to}, such as 10 or 2.5.`,
  })
}

/**
 * Refuses options that say how to follow something, where nothing is followed.
 *
 * @param flag what would follow it
 */
export function refuseUnused(options: Readonly<Record<string, unknown>>, flag: string): void {
  const unused = Object.entries(options).find(([, value]) => value !== undefined && value !== false)
  if (unused === undefined) return
  throw new InvalidInputError({
    argument: unused[0],
    problem: "nothing is waited for",
    fix: `Add ${flag}, or leave it out.`,
  })
}
