import { InvalidInputError } from "../../primitives/InvalidInputError.js"
import { PlugsError } from "../../primitives/PlugsError.js"
import { didYouMean } from "../../primitives/nearest.js"
import { inQuotes } from "../../primitives/text.js"

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

/** Makes the error for a world that was created without a market. */
export function noMarket(): InvalidInputError {
  return new InvalidInputError({
    argument: "world.swap",
    problem: "the world has no market",
    fix: "Start it with one: createWorld(hre, { market: true }).",
  })
}

/** Makes the error for a name that is not one of those that exist. */
export function unknownName(argument: string, name: string, known: readonly string[]): InvalidInputError {
  return new InvalidInputError({
    argument: `swap.${argument}`,
    problem: `${inQuotes(name)} is none of ${known.join(", ")}`,
    fix: `Give one of these.${didYouMean(name, known)}`,
  })
}
