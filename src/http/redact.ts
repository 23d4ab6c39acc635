import { createHideSecrets } from "#src/primitives/printing/hideSecrets.js"
import { oneLine, shorten } from "#src/primitives/text.js"

/** Makes text from outside safe to show: removes secrets, puts it on one line, and shortens it, in this order. */
export type Redact = (text: string, length?: number) => string

/** A server can send megabytes. Searching them for secrets would take seconds, and only their beginning is shown. */
const maxTextLength = 4_096
/** Characters after it that are searched too, for a secret that begins before. */
const lookAhead = 512

/**
 * Creates a function that hides secret values in text from servers and libraries. It shortens text last, because a secret that was cut is
 * harder to recognize.
 *
 * @param values header values
 */
export function createRedact(values: readonly string[]): Redact {
  const hide = createHideSecrets(values)
  return (text, length) => {
    const shown = hide(text.slice(0, maxTextLength + lookAhead), maxTextLength)
    return shorten(oneLine(text.length > maxTextLength ? `${shown}…` : shown), length)
  }
}
