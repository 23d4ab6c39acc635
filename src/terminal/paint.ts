import { randomInt } from "node:crypto"

import { escapeCharacter, hiddenCharacters } from "../primitives/text.js"

// Text and colors are one string until they are written. The codes of our own colors are signed, so that the writer can tell them
// from escape sequences that a server, a contract or a file contains. The signature never leaves the process.
// Its numbers have four digits, because functions that strip colors expect no longer ones.
const signature = Array.from({ length: 4 }, () => randomInt(1_000, 10_000)).join(";")
const ownCode = (code: number): string => `\u001B[${signature};${code}m`

const ownCodes = String.raw`\u001B\[${signature};(\d+)m`
const hiddenInText = new RegExp(`${ownCodes}|(?!\n)${hiddenCharacters}`, "gu")
const hiddenInLine = new RegExp(`${ownCodes}|${hiddenCharacters}`, "gu")

/** Escapes everything that is not shown as it is, but our own colors. */
export function escapeLine(line: string): string {
  return line.replace(hiddenInLine, (character, code: string | undefined) =>
    code === undefined ? escapeCharacter(character) : character,
  )
}

/**
 * Makes text ready for a terminal: signed codes become real ones, and everything else that is not shown as it is becomes its escape.
 * Line feeds are kept, because reports have many lines; `escapeLine` removes those of text from outside while a report is laid out.
 */
export function toTerminal(text: string): string {
  return text.replace(hiddenInText, (character, code: string | undefined) =>
    code === undefined ? escapeCharacter(character) : `\u001B[${code}m`,
  )
}

type Color = "bold" | "dim" | "red" | "green" | "magenta" | "cyan"

/** The codes that begin and end each color. Not yellow: it cannot be read on white. */
const codes: Readonly<Record<Color, readonly [number, number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  magenta: [35, 39],
  cyan: [36, 39],
}

/** Functions that color text, or do nothing where colors are disabled. Only a printer turns the colors into real ones. */
export type Paint = Readonly<Record<Color, (text: string) => string>>

/** Creates the colors of one stream. */
export function createPaint(isEnabled: boolean): Paint {
  const painters = Object.entries(codes).map(([name, pair]) => {
    const [start, end] = pair.map(ownCode) as [string, string]
    // Where a color ends inside another one, the outer one begins again.
    const painter = (text: string): string => start + text.replaceAll(end, end + start) + end
    return [name, isEnabled ? painter : String]
  })
  return Object.fromEntries(painters) as Paint
}
