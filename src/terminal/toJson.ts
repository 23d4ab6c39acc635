import { escapeCharacter, hiddenCharacters } from "../primitives/text.js"

// Line feeds are only between the lines of an indented document: JSON escapes those in texts.
const hidden = new RegExp(`(?!\n)${hiddenCharacters}`, "gu")

/**
 * Writes a value as JSON for machines: a `bigint` becomes a decimal string, because a JSON number would lose digits. Characters that a
 * terminal obeys instead of showing them are escaped, so that the text stays safe to print, and its value stays the same.
 *
 * @example
 * toJson({ fee: 10n ** 20n }) // '{"fee":"100000000000000000000"}'
 * toJson({ fee: 1n }, { indent: 2 }) // the same, indented, for a document that people read too
 */
export function toJson(value: unknown, { indent = 0 }: { indent?: number } = {}): string {
  const withText = (_key: string, inner: unknown): unknown => (typeof inner === "bigint" ? inner.toString() : inner)
  return JSON.stringify(value, withText, indent).replace(hidden, escapeCharacter)
}
