import { PlugsError, type PlugsErrorJson } from "./PlugsError.js"
import { escapeHidden } from "./text.js"

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
  /** How to fix it. */
  readonly fix: string

  constructor({ argument, fix, ...words }: { argument: string; problem: string; fix: string }) {
    // What a library says ends with a full stop of its own.
    const problem = words.problem.replace(/\.$/, "")
    super(`${argument}: ${problem}. ${fix}`)
    this.argument = argument
    this.explanation = `${problem}. ${fix}`
    this.fix = fix
  }

  /** What the message has in one line is in fields of its own here. */
  override toJSON(): PlugsErrorJson {
    const next = escapeHidden(this.fix)
    // Not the argument: a task may have restated it as its option.
    const message = this.shortMessage.slice(0, -next.length).trim()
    return { code: this.code, message, facts: { argument: escapeHidden(this.argument) }, next }
  }
}
