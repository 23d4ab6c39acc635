import type { Explanation } from "../../explaining/Explanation.js"
import { PlugsError } from "../../primitives/PlugsError.js"
import { ShownFailureError } from "./shownErrors.js"

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
