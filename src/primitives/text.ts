const maxShownLength = 60

/**
 * The characters that change what a terminal shows instead of being shown, as part of a regular expression with the flag `u`: control
 * characters and so escape sequences, characters that change the direction of text or have no width, line separators, and halves of
 * surrogate pairs. A line feed is one of them.
 */
export const hiddenCharacters: string = String.raw`[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]`

const hidden = new RegExp(hiddenCharacters, "gu")
const hiddenInLines = new RegExp(`(?!\n)${hiddenCharacters}`, "gu")

/** Writes a character as JSON escapes it, such as `\u001b`. */
export function escapeCharacter(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("")
}

/**
 * Makes text from outside safe to print without losing anything: each hidden character becomes its escape.
 *
 * @param options.keepsLines leaves line feeds as they are
 * @example
 * escapeHidden("a\u001b[2Kb") // "a\\u001b[2Kb"
 */
export function escapeHidden(text: string, { keepsLines = false }: { keepsLines?: boolean } = {}): string {
  return text.replace(keepsLines ? hiddenInLines : hidden, escapeCharacter)
}

/** Text from outside as XML and HTML show it, and not as they mean it, also in an attribute. */
export function escapeMarkup(text: string): string {
  return escapeHidden(text).replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
}

/** The words of a sentence from elsewhere, for a sentence that goes on. An error of this package has its own: `clause`. */
export function clauseOf(sentence: string): string {
  return sentence.replace(/\.$/, "")
}

/** Makes text from outside safe to print on one line of a terminal. Control characters, and so escape sequences, become spaces. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim()
}

/** Shortens text to a length, with an ellipsis at the end. Does not split a surrogate pair. */
export function shorten(text: string, length: number = maxShownLength): string {
  if (text.length <= length) return text
  const end = /[\uD800-\uDBFF]/.test(text.charAt(length - 2)) ? length - 2 : length - 1
  return `${text.slice(0, end)}…`
}

/** Text from outside as a fact of an error shows it: on one line, shortened. */
export function excerpt(text: string, length = 80): string {
  return shorten(oneLine(text), length)
}

/**
 * Formats a value from outside for an error message: in quotes, on one line, shortened.
 *
 * @example
 * quote("12,5") // "12,5" in double quotes
 */
export function inQuotes(text: string): string {
  return `"${shorten(oneLine(text))}"`
}

/** Writes a value as JSON in which an amount is its decimal digits, because a number would round it. */
export function exactJson(value: unknown, indent?: number): string {
  return JSON.stringify(value, (_key, part: unknown) => (typeof part === "bigint" ? String(part) : part), indent)
}
