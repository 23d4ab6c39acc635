import { oneLine, shorten } from "../primitives/text.js"

/** Makes text from outside safe to show: puts it on one line, removes secrets, and shortens it, in this order. */
export type Redact = (text: string, length?: number) => string

const hidden = "[redacted]"
/** A server can send megabytes. Searching them for secrets would take seconds, and only their beginning is shown. */
const maxTextLength = 4_096

/**
 * Creates a function that hides secret values in text from servers and libraries.
 *
 * A server can echo a key as it is or encoded, and the token in `Bearer <token>` is as secret as the whole value. Text is shortened
 * last, because a secret that was cut in two would no longer be recognized.
 *
 * @param values header values
 */
export function createRedact(values: readonly string[]): Redact {
  const secrets = values.flatMap((value) => [value, ...value.split(/\s+/)]).filter((secret) => secret.trim() !== "")
  const forms = new Set(secrets.flatMap(formsOf))
  const longestFirst = [...forms].sort((a, b) => b.length - a.length).map(escapeForRegExp)
  const maxFormLength = Math.max(0, ...[...forms].map((form) => form.length))
  const pattern = longestFirst.length === 0 ? undefined : new RegExp(longestFirst.join("|"), "gi")
  return (text, length) => {
    const isCut = text.length > maxTextLength
    const line = oneLine(isCut ? text.slice(0, maxTextLength) : text)
    const shown = pattern === undefined ? line : line.replace(pattern, hidden)
    // What is left of a secret at the cut is not recognized, so the end is dropped.
    return shorten(isCut ? `${shown.slice(0, Math.max(0, shown.length - maxFormLength))}…` : shown, length)
  }
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, "latin1")
  return [
    secret,
    oneLine(secret),
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString("base64"),
    bytes.toString("base64url"),
    bytes.toString("hex"),
  ].filter((form) => form !== "")
}

function escapeForRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")
}
