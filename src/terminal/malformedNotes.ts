import { paint } from "./paint.js"
import type { Printer } from "./terminal.js"
import { formatMalformed, type MalformedParts } from "#src/primitives/malformed.js"

/** Notes about malformed parts of an API's answers. Printed when disposed of, unless they were before. */
export type MalformedNotes = Disposable & {
  /** Pass it to a client. */
  readonly onMalformed: (malformed: MalformedParts) => void
  /** Prints the notes that were not printed yet. Call it where no line is live. */
  print(): void
}

const maxLines = 10

/** Collects notes about malformed parts of an API's answers, each once however often the API answers. */
export function openMalformedNotes(printer: Printer): MalformedNotes {
  const known = new Set<string>()
  let waiting: string[] = []

  const note = (text: string): void => {
    if (known.has(text)) return
    known.add(text)
    waiting.push(text)
  }
  const print = (): void => {
    for (const text of waiting) printer.line(paint.magenta(text))
    waiting = []
  }

  return {
    onMalformed({ route, count, parts }) {
      for (const part of parts.slice(0, maxLines)) note(formatMalformed(part))
      if (count > maxLines) note(`${count - maxLines} more parts of the answer of ${route} are left out`)
    },
    print,
    [Symbol.dispose]: print,
  }
}
