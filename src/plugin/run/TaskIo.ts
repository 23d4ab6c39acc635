import type { Clock } from "../../primitives/clock.js"
import type { TextInput } from "../../terminal/askYes.js"
import type { Terminal } from "../../terminal/terminal.js"

/** The parts of the process that a task uses. Tests replace them. */
export type TaskIo = {
  /** Results go to `out`, progress and errors to `err`. */
  readonly terminal: Terminal
  /** Where a person answers questions. */
  readonly input: TextInput
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal
  readonly clock: Clock
  /** When the process was started, in milliseconds since 1970. Default: when the task is. */
  readonly startedAt?: number | undefined
  /** Whether the command line asks for the stacks of errors. Default: false. */
  readonly wantsStacks?: boolean | undefined
  /** Sets the exit codes that Hardhat has no result for: those above 1. */
  readonly setExitCode: (code: number) => void
}
