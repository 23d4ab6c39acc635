import { escapeHidden } from "../../../primitives/text.js"

// What a page like GitHub's does with text after it has become HTML: it notifies people, and links issues. An escape does not prevent that,
// a comment in between does.
const callers = /(?<=@)(?=\w)|(?<=#)(?=\d)|(?<=\bGH-)(?=\d)|(?<=\bwww)(?=\.)/gi

/**
 * Writes text so that Markdown shows it as it is, on one line and also in a table. This is the one place where text becomes Markdown.
 *
 * @example
 * markdownText("a | b") // "a \\| b"
 */
export function markdownText(text: string): string {
  return escapeHidden(text)
    .split(callers)
    .map((part) =>
      part.replace(/[\\`*_{}[\]<>()#+!|~&$@^="'-]/g, (character) =>
        isPlain(character) ? character : `\\${character}`,
      ),
    )
    .join("<!-- -->")
}

/** Characters that mean something to Markdown only at the beginning of a line, which no text from outside is at. */
function isPlain(character: string): boolean {
  return /[()+='"-]/.test(character)
}

/** Writes text as code in a line. A bar is escaped, because it would end the cell of a table, even in code. */
export function markdownCode(text: string): string {
  const shown = escapeHidden(text)
  const fence = "`".repeat(longestRun(shown) + 1)
  const pad = shown.startsWith("`") || shown.endsWith("`") || shown === "" ? " " : ""
  return `${fence}${pad}${shown.replaceAll("|", "\\|")}${pad}${fence}`
}

/** Writes a command as a block of its own, ready to be copied. */
export function markdownBlock(command: string): string {
  const shown = escapeHidden(command)
  const fence = "`".repeat(Math.max(3, longestRun(shown) + 1))
  return `${fence}sh\n${shown}\n${fence}`
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length))
}
