import type { ForeignValue } from "../../gateway/types.js"
import { excerpt } from "../../primitives/text.js"
import type { Paint } from "../core/terminal.js"

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
