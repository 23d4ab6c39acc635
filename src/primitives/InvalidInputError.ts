import { PlugsError } from "./PlugsError.js"

/**
 * What a caller or a command line gave is refused before anything is sent or signed.
 *
 * It is one line that begins with the argument's name and ends with the fix.
 *
 * @example
 * throw new InvalidInputError({ argument: "--timeout", problem: `"soon" is not a duration`, fix: "Write it as 500ms, 30s, 10m or 2h." })
 */
export class InvalidInputError extends PlugsError {
  readonly code = "INVALID_INPUT"
  readonly argument: string

  constructor({ argument, problem, fix }: { argument: string; problem: string; fix: string }) {
    super(`${argument}: ${problem}. ${fix}`)
    this.argument = argument
  }
}
