import { stripVTControlCharacters } from "node:util"

/** East Asian characters and emoji, which take two columns. */
const wide =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|\p{Emoji_Presentation}/gu

/** The columns that a line takes. Colors and combining marks take none. */
export function widthOf(text: string): number {
  const shown = stripVTControlCharacters(text).replace(/\p{Mark}/gu, "")
  return Array.from(shown).length + (shown.match(wide)?.length ?? 0)
}

/** Checks whether no line of a text exceeds a width. Colors take no space. */
export function fits(text: string, width: number): boolean {
  return text.split("\n").every((line) => widthOf(line) <= width)
}

/** Breaks a line of so many columns between words. A word that is longer than a line stays whole. Colors take no space. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(" ")) {
    const last = lines.at(-1)
    if (last === undefined || widthOf(last) + widthOf(word) + 1 > width) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}

/**
 * Breaks lines between words where a window would break within one. Columns stay whole.
 *
 * @param breakWords breaks one line. Default: not within a command
 */
export function wrapProse(text: string, width: number, breakWords: typeof wrap = wrapWords): string {
  const lines = text.split("\n").flatMap((line) => {
    const indent = /^ */.exec(line)?.[0] ?? ""
    if (fits(line, width) || /\S {2}/.test(line)) return [line]
    // What goes on is indented, so that no text from outside begins a line.
    return breakWords(line.slice(indent.length), width - indent.length - 2).map(
      (part, index) => `${indent}${index === 0 ? "" : "  "}${part}`,
    )
  })
  return lines.join("\n")
}

/** Breaks a line between words, but within no command, so that it can be copied. */
export function wrapWords(line: string, width: number): string[] {
  // The end of a command is not marked.
  const [prose = "", command = ""] = line.split(/(?=\bnpx )(.*)/s)
  return wrap(`${prose}${command.replaceAll(" ", keptSpace)}`, width).map((part) => part.replaceAll(keptSpace, " "))
}

/** Stands for a space at which no line is broken. */
const keptSpace = "\u0000"
