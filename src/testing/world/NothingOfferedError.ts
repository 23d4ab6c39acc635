import { PlugsError } from "#src/primitives/PlugsError.js"

/** The swap API of a world offers no route for a swap. */
export class NothingOfferedError extends PlugsError {
  readonly code = "NOTHING_OFFERED"

  constructor({ from, to, input, output }: { from: string; to: string; input: string; output: string }) {
    super("The swap API offers no route for this swap.", {
      facts: { from: `${input} on ${from}`, to: `${output} on ${to}` },
      next: "Name other tokens or a smaller amount, or allow more providers.",
    })
  }
}
