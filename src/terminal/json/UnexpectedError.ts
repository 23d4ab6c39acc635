import { PlugsError } from "../../primitives/PlugsError.js"

/**
 * A task ended with an error of a library or with a bug. Tasks print this in its place with `--json`, because its own text can contain
 * the URL of a node, and with it a key. Standard error has that text.
 */
export class UnexpectedError extends PlugsError {
  readonly code = "UNEXPECTED"

  constructor() {
    super("The task ended with an error that is not from hardhat-plugs.", {
      next: "Read standard error, which shows it.",
    })
  }
}
