import type { Explanation } from "#src/explaining/Explanation.js"
import { PlugsError } from "#src/primitives/PlugsError.js"

// A task that shows something ends with an exit code above 0 if it shows a failure. With `--json` these errors are in its document,
// beside what it shows. They are not thrown.

type Shown = { readonly message: string; readonly next: string; readonly facts?: Readonly<Record<string, string>> }

/** A task found nothing to show. */
export class NothingFoundError extends PlugsError {
  readonly code = "NOTHING_FOUND"

  constructor({ message, ...details }: Shown) {
    super(message, details)
  }
}

/** A task read only a part of the chains. Each of the others has its error in the output. */
export class PartlyReadError extends PlugsError {
  readonly code = "PARTLY_READ"

  constructor(chains: readonly { readonly name: string }[]) {
    super(`Not everything could be read of ${chains.map(({ name }) => name).join(", ")}.`, {
      next: "Read the error beside each chain.",
    })
  }
}

/** The thing that a task shows has failed for good, reverts, or is misconfigured. */
export class ShownFailureError extends PlugsError {
  readonly code = "SHOWN_FAILURE"

  constructor({ message, ...details }: Shown) {
    super(message, details)
  }
}

/** The things that a task shows are late, and can still come to a good end. */
export class ShownLateError extends PlugsError {
  readonly code = "SHOWN_LATE"

  constructor({ message, ...details }: Shown) {
    super(message, details)
  }
}

/** The cause could not be determined from what was readable. */
export class UnexplainedError extends PlugsError {
  readonly code = "UNEXPLAINED"

  constructor(says: string) {
    super(says, { next: "Read the causes that are possible, and what could not be read. Then run this again." })
  }
}

/** The error with which a task ends that shows an explanation; `undefined` if all is well. */
export function explainedError({ verdict, says, causes: [first] }: Explanation): PlugsError | undefined {
  if (verdict === "delivered" || verdict === "waiting") return undefined
  if (verdict === "unknown") return new UnexplainedError(says)
  const mend = first?.mend
  const who = mend === undefined || mend === null ? "There is no fix." : `Fix: ${mend.who}.`
  return new ShownFailureError({
    message: says,
    next: mend?.command === undefined || mend.command === null ? who : `${who} ${mend.command}`,
  })
}
