import type { Finality } from "#src/onchain/scanning/LogPosition.js"
import { checkName } from "#src/primitives/checks.js"
import { parseDuration } from "#src/primitives/duration.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { inQuotes } from "#src/primitives/text.js"

/**
 * Reads an option that a task requires. Hardhat has no required options, so the task itself checks.
 *
 * @throws {InvalidInputError} it is missing or empty
 */
export function readRequired(
  text: string | undefined,
  { argument, example }: { argument: string; example: string },
): string {
  if (text !== undefined && text.trim() !== "") return text.trim()
  throw new InvalidInputError({ argument, problem: "it is missing", fix: `Add ${example}.` })
}

/** Reads a comma-separated list without empty entries. */
export function readList(text: string, argument: string): string[] {
  const parts = text.split(",").map((part) => part.trim())
  if (parts.every((part) => part !== "")) return parts
  throw new InvalidInputError({
    argument,
    problem: `${inQuotes(text)} has an empty entry`,
    fix: "Separate the names with commas, such as alpha,beta.",
  })
}

/** Reads a whole number in a range, without sign, decimal point or exponent. */
export function readWholeNumber(
  text: string,
  { argument, from = 0n, to = 2n ** 256n - 1n }: { argument: string; from?: bigint; to?: bigint },
): bigint {
  const value = /^\d{1,78}$/.test(text.trim()) ? BigInt(text.trim()) : undefined
  if (value !== undefined && value >= from && value <= to) return value
  throw new InvalidInputError({
    argument,
    problem: `${inQuotes(text)} is not a whole number${value === undefined ? "" : " in range"}`,
    fix:
      to === 2n ** 256n - 1n ? `Give only digits, for ${from} or more.` : `Give a whole number from ${from} to ${to}.`,
  })
}

/** Reads a percentage without its sign, such as 10 or 2.5. */
export function readPercent(text: string, { argument, to }: { argument: string; to: number }): number {
  const value = /^\d{1,6}(\.\d{1,4})?$/.test(text.trim()) ? Number(text) : NaN
  if (value >= 0 && value <= to) return value
  throw new InvalidInputError({
    argument,
    problem: `${inQuotes(text)} is not a percentage`,
    fix: `Give a number from 0 to ${to}, such as 10 or 2.5.`,
  })
}

/**
 * Refuses options that only matter together with a flag that is not given.
 *
 * @param flag the flag that they belong to
 * @throws {InvalidInputError} one of the options is given
 */
export function refuseUnused(options: Options, flag: string): void {
  const argument = firstGiven(options)
  if (argument === undefined) return
  const fix = `Add ${flag}, or leave the option out.`
  throw new InvalidInputError({ argument, problem: `it has no effect without ${flag}`, fix })
}

/**
 * Refuses options that contradict another one.
 *
 * @throws {InvalidInputError} one of the options is given
 */
export function refuseWith(options: Options, other: string): void {
  const argument = firstGiven(options)
  if (argument === undefined) return
  throw new InvalidInputError({ argument, problem: `it contradicts ${other}`, fix: "Leave one of the two out." })
}

type Options = Readonly<Record<string, string | boolean | undefined>>

function firstGiven(options: Options): string | undefined {
  return Object.entries(options).find(([, value]) => value !== undefined && value !== false)?.[0]
}

/** Reads which blocks count. */
export function readFinality(text: string, argument: string): Finality {
  if (/^\d{1,6}$/.test(text)) return Number(text)
  return checkName(text.toLowerCase(), argument, {
    table: { latest: 0, safe: 0, finalized: 0 },
    called: "latest, safe, finalized or a number of blocks",
  })
}

export type WaitOptions<State> = {
  readonly until?: State
  /** Milliseconds. */
  readonly timeout?: number
}

/** `--until` and `--timeout`, where they are given. */
export function waitOptionsOf<State>({
  until,
  timeout,
}: { [Name in keyof WaitOptions<State>]: WaitOptions<State>[Name] | undefined }): WaitOptions<State> {
  return { ...(until === undefined ? {} : { until }), ...(timeout === undefined ? {} : { timeout }) }
}

/**
 * Reads `--until` and `--timeout`.
 *
 * @param checkState knows the states that `--until` can name
 * @throws {InvalidInputError} one of them is wrong; the error names it
 */
export function readWaitOptions<State = never>(
  { until, timeout }: { until?: string | undefined; timeout: string | undefined },
  checkState?: (state: string, argument: string) => State,
): WaitOptions<State> {
  return {
    ...(until === undefined || checkState === undefined ? {} : { until: checkState(until.toUpperCase(), "--until") }),
    ...(timeout === undefined ? {} : { timeout: parseDuration(timeout, "--timeout") }),
  }
}
