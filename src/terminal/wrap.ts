import { stripVTControlCharacters } from "node:util"

/** Lines longer than this are hard to read, also in a file. */
export const widestText = 120

/**
 * Breaks a line between words. A word that is longer than a line stays whole. Colors take no space.
 *
 * @param width the most characters of a line
 */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(" ")) {
    const last = lines.at(-1)
    if (last === undefined || widthOf(last) + widthOf(word) + 1 > width) lines.push(word)
    else lines[lines.length - 1] = `${last} ${word}`
  }
  return lines
}

function widthOf(text: string): number {
  return stripVTControlCharacters(text).length
}
