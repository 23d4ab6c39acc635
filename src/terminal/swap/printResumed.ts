import { toJson } from "../core/json.js"
import type { Terminal } from "../core/terminal.js"

/** Says that an earlier run had begun a swap, and that this one goes on with it. */
export function printResumed(
  { quoteId, state, at }: { readonly quoteId: string; readonly state: string; readonly at: number },
  { terminal: { out, err }, json }: { terminal: Terminal; json: boolean },
): void {
  if (json) out.line(toJson({ event: "resumed", quoteId, state, at }))
  else err.line(err.paint.yellow(`Going on with the swap of quote ${quoteId}, begun before: it was ${state}.`))
}
