import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { inQuotes } from "#src/primitives/text.js"

/**
 * Reads an option that a task requires. Hardhat has no required options.
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
