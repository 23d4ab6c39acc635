import { type ErrorText, renderText, text } from "./errorText.js"
import { PlugsError } from "./PlugsError.js"
import { clauseOf } from "./text.js"

/**
 * An argument of a function or of the command line is invalid. It is thrown before anything is sent or signed.
 *
 * The message is one line: the name of the argument, the problem, and how to fix it.
 *
 * @example
 * throw new InvalidInputError({ argument: "--timeout", problem: `"soon" is not a duration`, fix: "Write it as 500ms, 30s, 10m or 2h." })
 */
export class InvalidInputError extends PlugsError {
  readonly code = "INVALID_INPUT"
  readonly argument: string
  /** The problem and how to fix it, without the argument's name. */
  readonly explanation: string

  constructor({ argument, fix, ...details }: { argument: string; problem: string; fix: ErrorText }) {
    // The messages of libraries end with a full stop of their own.
    const problem = clauseOf(details.problem)
    super(text`${{ subject: argument }}: ${problem}.`, { facts: { argument }, next: fix, isOneLine: true })
    this.argument = argument
    this.explanation = `${problem}. ${renderText(fix)}`
  }
}
