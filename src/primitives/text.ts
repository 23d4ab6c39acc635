const longest = 60

/**
 * Makes text from outside safe to print on one line of a terminal. Control characters, and so escape sequences, become spaces.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim()
}

/** Shortens text to a length, with an ellipsis at the end. Does not split a surrogate pair. */
export function shorten(text: string, length: number = longest): string {
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
