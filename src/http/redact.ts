import { oneLine, shorten } from "../primitives/quote.js"

/** Makes a text from outside fit to be shown: on one line, without secrets, shortened, in this order. */
export type Redact = (text: string, length?: number) => string

const hidden = "[redacted]"

/**
 * Hides the values of headers in whatever a server or a library says.
 *
 * A server can echo a key as it was, or encoded on the way; a part of `Bearer <token>` is as secret as the whole.
 * Shortening comes last, since a secret that was cut in two would no longer be recognised.
 */
export function createRedact(values: readonly string[]): Redact {
  const secrets = values.flatMap((value) => [value, ...value.split(/\s+/)]).filter((secret) => secret.trim() !== "")
  const forms = new Set(secrets.flatMap(formsOf))
  const longestFirst = [...forms].sort((a, b) => b.length - a.length).map(literally)
  const pattern = longestFirst.length === 0 ? undefined : new RegExp(longestFirst.join("|"), "gi")
  return (text, length) => {
    const line = oneLine(text)
    return shorten(pattern === undefined ? line : line.replace(pattern, hidden), length)
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

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&")
}
