import { randomInt } from "node:crypto"

import { escapeCharacter, hiddenCharacters } from "../primitives/text.js"

// Text and colors are one string until they are written. The codes of our own colors are signed, so that the writer can tell them
// from escape sequences that a server, a contract or a file contains. Nothing outside the process ever sees the signature.
// Its numbers have four digits, because libraries that measure text expect no longer ones.
const signature = Array.from({ length: 4 }, () => randomInt(1_000, 10_000)).join(";")

/** Signs a color code, such as 31 for red. The result is a color sequence to libraries that measure text. */
export function ownCode(code: string): string {
  return `\u001B[${signature};${code}m`
}

const own = String.raw`\u001B\[${signature};(\d+)m`
const hiddenInText = new RegExp(`${own}|(?!\n)${hiddenCharacters}`, "gu")
const hiddenInLine = new RegExp(`${own}|${hiddenCharacters}`, "gu")

/** Escapes everything that is not shown as it is, but our own codes. */
export function escapeLine(line: string): string {
  return line.replace(hiddenInLine, (found, code: string | undefined) =>
    code === undefined ? escapeCharacter(found) : found,
  )
}

/**
 * Makes text ready for a terminal: signed codes become real ones, and everything else that is not shown as it is becomes its escape.
 * Line feeds are kept, because reports have many lines; `escapeLine` removes those of foreign text while a report is laid out.
 */
export function toTerminal(text: string): string {
  return text.replace(hiddenInText, (found, code: string | undefined) =>
    code === undefined ? escapeCharacter(found) : `\u001B[${code}m`,
  )
}
