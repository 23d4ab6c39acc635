import { randomInt } from "node:crypto"

import { withoutKeys } from "./hiddenKeys.js"
import { escapeHidden } from "#src/primitives/text.js"

// Text and colors are one string until they are written. The codes of our own colors are signed, so that the writer can tell them
// from escape sequences that a server, a contract or a file contains. The signature never leaves the process.
// Its numbers have four digits, because functions that strip colors expect no longer ones.
const signature = Array.from({ length: 4 }, () => randomInt(1_000, 10_000)).join(";")
const ownCode = (code: number | string): string => `\u001B[${signature};${code}m`

const ownCodes = new RegExp(String.raw`\u001B\[${signature};(\d+)m`)

/** Escapes hidden characters, but our own colors. */
export function escapeLine(line: string): string {
  return mapText(line, (part) => escapeHidden(part), ownCode)
}

/**
 * Makes text ready for a terminal: it hides keys, signed codes become real ones, and every other hidden character becomes its escape. Line
 * feeds are kept, because reports have many lines; `escapeLine` removes those of text from outside while a report is laid out.
 *
 * @param hasColors without them, signed codes are dropped
 */
export function toTerminal(text: string, hasColors = true): string {
  const escape = (part: string): string => escapeHidden(part, { keepsLines: true })
  return mapText(withoutKeys(text), escape, (code) => (hasColors ? `\u001B[${code}m` : ""))
}

function mapText(text: string, mapPart: (part: string) => string, mapCode: (code: string) => string): string {
  const parts = text.split(ownCodes)
  return parts.map((part, index) => (index % 2 === 0 ? mapPart(part) : mapCode(part))).join("")
}

export type Color = "bold" | "dim" | "red" | "green" | "magenta" | "cyan"

/** The codes that begin and end each color. Not yellow: it cannot be read on white. */
const codes: Readonly<Record<Color, readonly [number, number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  magenta: [35, 39],
  cyan: [36, 39],
}

/** Functions that color text. A printer turns the colors into real ones, or drops them where its stream has none. */
type Paint = Readonly<Record<Color, (text: string) => string>>

export const paint: Paint = Object.fromEntries(
  Object.entries(codes).map(([name, pair]) => {
    const [start, end] = pair.map(ownCode) as [string, string]
    // Where a color ends inside another one, the outer one begins again.
    return [name, (text: string) => (text.trim() === "" ? text : start + text.replaceAll(end, end + start) + end)]
  }),
) as Paint
