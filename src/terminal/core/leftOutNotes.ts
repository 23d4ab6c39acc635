import { formatLeftOut, type LeftOut } from "../../primitives/leftOut.js"
import type { Printer } from "./terminal.js"

/** Notes about what is left out of an API's answers. They are printed when it is disposed of, unless they were before. */
export type LeftOutNotes = Disposable & {
  /** Takes a note of it. To be given to a client as `onLeftOut`. */
  readonly onLeftOut: (leftOut: LeftOut) => void
  /** Prints the notes that were not printed yet. To be called where no line is live. */
  print(): void
}

const mostLines = 10

/**
 * Collects notes about what is left out of an API's answers, each once however often the API answers.
 *
 * @example
 * using notes = openLeftOutNotes(terminal.err)
 * const client = await openSwap(plugs, { onLeftOut: notes.onLeftOut })
 */
export function openLeftOutNotes(printer: Printer): LeftOutNotes {
  const known = new Set<string>()
  let waiting: string[] = []

  const note = (text: string): void => {
    if (known.has(text)) return
    known.add(text)
    waiting.push(text)
  }
  const print = (): void => {
    for (const text of waiting) printer.line(printer.paint.magenta(text))
    waiting = []
  }

  return {
    onLeftOut({ route, count, parts }) {
      for (const part of parts.slice(0, mostLines)) note(formatLeftOut(part))
      if (count > mostLines) note(`${count - mostLines} more parts of the answer of ${route} are left out`)
    },
    print,
    [Symbol.dispose]: print,
  }
}
