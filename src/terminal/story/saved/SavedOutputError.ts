import { PlugsError } from "../../../primitives/PlugsError.js"

/** A file is not what a task printed with `--json`, or is cut off. Nothing of it is used. */
export class SavedOutputError extends PlugsError {
  readonly code = "SAVED_OUTPUT_INVALID"

  /** @param options.line where the problem is, counted from 1; absent if it is about the whole file */
  constructor({ problem, line, next }: { problem: string; line?: number | undefined; next?: string }) {
    super("The saved output cannot be used.", {
      facts: { problem, line: line === undefined ? undefined : String(line) },
      next:
        next ?? "Save the whole standard output of a task with --json, and nothing else: npx hardhat … --json > file",
    })
  }
}
