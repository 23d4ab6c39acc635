import { excerpt } from "../../../../src/primitives/text.js"
import { printEvent } from "../../../../src/terminal/json/printJson.js"
import type { Terminal } from "../../../../src/terminal/terminal.js"

/** Prints that this command resumes a swap that an earlier one began. */
export function printResumed(
  { quoteId, state, at }: { readonly quoteId: string; readonly state: string; readonly at: number },
  { terminal: { out, err }, json }: { terminal: Terminal; json: boolean },
): void {
  if (json) printEvent(out, "resumed", { quoteId, status: state, at })
  else err.line(err.paint.magenta(`Resuming the swap of quote ${excerpt(quoteId)}, which was ${excerpt(state)}.`))
}
