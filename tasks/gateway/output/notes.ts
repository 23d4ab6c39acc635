import type { ForeignValue } from "../../../src/gateway/types.js"
import { ShownFailureError } from "../../../src/plugin/run/shownErrors.js"
import { explainGatewayCommand } from "../../../src/primitives/commands/explainCommands.js"
import { excerpt } from "../../../src/primitives/text.js"
import type { Paint } from "../../../src/terminal/terminal.js"

/** Says of each value that could not be read where it was, what it was, and what was expected, as facts of a report. */
export function foreignNotes(
  foreign: readonly ForeignValue[] | undefined,
  paint: Paint,
): readonly (readonly [name: string, value: string])[] {
  return (foreign ?? []).map(({ path, received, expected }) => {
    const shown = typeof received === "string" ? received : JSON.stringify(received)
    return ["not readable", paint.magenta(`${excerpt(path)} is ${excerpt(shown)}, not ${excerpt(expected)}`)]
  })
}

/** What a report adds to the reason of a revert that is tried no more. */
export const triesOver = "tries are over"

/** The reason of a revert, and whether its tries are over. */
export function revertText({
  reason,
  isGivenUp,
}: {
  readonly reason: string
  readonly isGivenUp?: boolean | null | undefined
}): string {
  return isGivenUp === true ? `${reason}; ${triesOver}` : reason
}

/**
 * Makes the error of something that reverts and is tried no more.
 *
 * @param what begins a sentence, such as `The payload`
 * @param id of it, by which it is explained
 */
export function triesOverError(
  what: string,
  { id, facts }: { readonly id: string; readonly facts: Readonly<Record<string, string>> },
): ShownFailureError {
  return new ShownFailureError({
    message: `${what} reverts and is tried no more.`,
    facts,
    next: `Fix what reverts, or raise its fees, and send the transaction again. To find out why: ${explainGatewayCommand(id)}`,
  })
}
