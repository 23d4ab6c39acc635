import { PlugsError } from "../../primitives/PlugsError.js"

// A task that shows something ends with an exit code above 0 if it shows a failure. With `--json` these errors are in its document,
// beside what it shows. They are not thrown.

type Shown = { readonly message: string; readonly next: string; readonly facts?: Readonly<Record<string, string>> }

/** A task found nothing of what it was asked to show. */
export class NothingFoundError extends PlugsError {
  readonly code = "NOTHING_FOUND"

  constructor({ message, ...details }: Shown) {
    super(message, details)
  }
}

/** A task read a part of what it was asked to show. What it could not read has an error of its own. */
export class PartlyReadError extends PlugsError {
  readonly code = "PARTLY_READ"

  constructor(chains: readonly { readonly name: string }[]) {
    super(`Not everything could be read of ${chains.map(({ name }) => name).join(", ")}.`, {
      next: "Read the error beside each chain.",
    })
  }
}

/** What a task shows has failed for good, or reverts, or is not as it should be. */
export class ShownFailureError extends PlugsError {
  readonly code = "SHOWN_FAILURE"

  constructor({ message, ...details }: Shown) {
    super(message, details)
  }
}
