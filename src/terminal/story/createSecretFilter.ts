import { shortenHex } from "../core/shortenHex.js"

const hidden = "[redacted]"

/** A URL of a node or an API often contains a key, in its host, its path or its query. */
const urls = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'<>`]+/gi

/** The name of a secret, and the value after it. */
const named =
  /((?:x-)?api[-_ ]?key|private[-_ ]?key|secret(?:[-_ ]?key)?|password|passphrase|authorization|access[-_ ]?token)(["']?\s*(?:[:=]|\bis\b)?\s*["']?)(?:bearer\s+|basic\s+)?[^\s"',;]+/gi

const bearers = /\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi

const phrases = /\b(mnemonic|seed phrase|recovery phrase)\b[^.\n]*/gi

/** A JSON Web Token. */
const tokens = /\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g

/**
 * Creates a function that hides what is a secret, or looks like one: URLs, values that are called a key, and long hexadecimal numbers that
 * are none of the hashes. Bytes of any length are shortened to their ends, which are no key.
 *
 * @param hashes hashes and ids that may stay, whatever they look like
 * @example
 * createSecretFilter([])("it asks https://node.example/v2/abc") // "it asks [URL]"
 */
export function createSecretFilter(hashes: readonly string[]): (text: string) => string {
  const known = new Set(hashes.map((hash) => hash.toLowerCase()))
  const hideNumber = (digits: string): string => {
    if (known.has(digits.toLowerCase())) return digits
    return /^0x/i.test(digits) ? shortenHex(digits) : hidden
  }
  return (text) =>
    text
      .replace(urls, "[URL]")
      .replace(named, `$1$2${hidden}`)
      .replace(bearers, `$1 ${hidden}`)
      .replace(phrases, `$1 ${hidden}`)
      .replace(tokens, hidden)
      .replace(/(?<![0-9a-z])(?:0x[0-9a-f]{41,}|[0-9a-f]{32,})/gi, hideNumber)
}
