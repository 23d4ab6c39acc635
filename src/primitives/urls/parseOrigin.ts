import { InvalidInputError } from "../InvalidInputError.js"
import { inQuotes } from "../text.js"

/**
 * Reads an origin and writes it as a browser does in the header `Origin`. Returns `undefined` if the text is none, or is `null`, which is
 * what every sandboxed frame and every local file sends.
 *
 * @example
 * parseOrigin("http://LocalHost:5173/") // "http://localhost:5173"
 * parseOrigin("chrome-extension://abcdefgh") // "chrome-extension://abcdefgh"
 */
export function parseOrigin(text: string): string | undefined {
  if (text.length > maxOriginLength || !/^[a-z][a-z0-9+.-]*:\/\/[^/?#@\\\s*]+\/?$/i.test(text) || !URL.canParse(text))
    return undefined
  const { protocol, host, origin } = new URL(text)
  // URL gives schemes that it doesn't know, such as those of browser extensions, the origin "null".
  return origin === "null" ? `${protocol}//${host.toLowerCase()}` : origin
}

/** A host name has at most 253 characters. */
const maxOriginLength = 300

/** What to write instead of text that is no origin. */
export const originAdvice = "Give each as http://localhost:5173, with scheme, host and port, and no path or wildcard."

/**
 * Reads the origins that web pages may use a devnet from.
 *
 * @throws {InvalidInputError} one of them is no origin
 */
export function readOrigins(texts: readonly string[], argument: string): string[] {
  return texts.map((text) => {
    const origin = parseOrigin(text)
    if (origin !== undefined) return origin
    throw new InvalidInputError({ argument, problem: `${inQuotes(text)} is not an origin`, fix: originAdvice })
  })
}
