const longest = 60

/**
 * Text that came from outside, made fit for one line of a terminal: control characters (an escape sequence among them)
 * become spaces.
 */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim()
}

/** The beginning of a text, with an ellipsis when there was more. Never cuts a surrogate pair. */
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
 * A value from outside as an error shows it: in quotes, on one line, shortened.
 *
 * @example
 * quote("12,5") // "12,5" in double quotes
 */
export function quote(text: string): string {
  return `"${shorten(oneLine(text))}"`
}
