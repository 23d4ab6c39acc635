import { stripVTControlCharacters } from "node:util"

import { escapeLine, toTerminal } from "./paint.js"
import { renderLines } from "./renderText.js"
import type { Report } from "./report.js"
import { wrapProse } from "./wrap.js"

/** The part of an output stream that printing uses. */
export type TextStream = {
  write(text: string): unknown
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
  readonly rows?: number | undefined
  readonly writableNeedDrain?: boolean | undefined
  once?(event: "drain", listener: () => void): unknown
}

/**
 * Writes to one of the two standard streams. This is the one place where text becomes output: everything that a terminal would obey
 * instead of showing it is escaped here, but line feeds and the colors of `paint`.
 */
export type Printer = {
  /** Writes text and ends the line. Without text it writes an empty line. */
  line(text?: string): void
  /** Writes a report, laid out for the window. */
  show(report: Report): void
  /** Writes text without ending the line. */
  write(text: string): void
  /** Resolves when the reader is not far behind, so that what is written does not gather in memory. */
  taken(): Promise<void>
  /** Writes lines over the ones that were drawn last, each cut to the width of the window. Only for a stream that is live. */
  redraw(lines: readonly string[], options: { readonly drawnBefore: number }): void
  showCursor(isShown: boolean): void
  /** Whether lines can be rewritten in place. */
  readonly isLive: boolean
  /** The width of the window; `Infinity` for a file or a pipe. */
  readonly columns: number
  /** The height of the window; `Infinity` for a file or a pipe. */
  readonly rows: number
}

/** Where a task prints: results to standard output, progress and errors to standard error. */
export type Terminal = {
  readonly out: Printer
  readonly err: Printer
}

export type OpenTerminalOptions = {
  readonly stdout: TextStream
  readonly stderr: TextStream
  /** Environment variables: `NO_COLOR`, `FORCE_COLOR`, `TERM` and `OS` are read. */
  readonly env: Readonly<Record<string, string | undefined>>
}

export function openTerminal({ stdout, stderr, env }: OpenTerminalOptions): Terminal {
  return { out: createPrinter(stdout, env, false), err: createPrinter(stderr, env, true) }
}

const hideCursor = "\u001B[?25l"
const showCursor = "\u001B[?25h"
const clearLine = "\u001B[2K"
const clearBelow = "\u001B[0J"

/** @param isProse whether what is written is prose for a person, and never JSON or a table */
function createPrinter(
  stream: TextStream,
  env: Readonly<Record<string, string | undefined>>,
  isProse: boolean,
): Printer {
  // A terminal says what it is; only that of Windows does not.
  const isCapable = env["OS"] === "Windows_NT" ? env["TERM"] !== "dumb" : !["", "dumb"].includes(env["TERM"] ?? "")
  const isLive = stream.isTTY === true && isCapable
  const hasColors = wantsColor(env, isLive)
  const written = (text: string): string => toTerminal(text, hasColors)
  return {
    line(text = "") {
      stream.write(`${isProse ? wrapProse(written(text), this.columns) : written(text)}\n`)
    },
    show(report) {
      for (const line of renderLines(report, this.columns)) stream.write(`${written(line)}\n`)
    },
    write: (text) => void stream.write(written(text)),
    taken: async () => {
      // A pipe that was closed is noticed between two turns.
      await new Promise<void>((resolve) =>
        stream.writableNeedDrain ? stream.once?.("drain", resolve) : setImmediate(resolve),
      )
    },
    redraw(lines, { drawnBefore }) {
      const up = drawnBefore > 0 ? `\r\u001B[${drawnBefore}A` : ""
      const cutLines = lines.map((line) => cut(written(escapeLine(line)), this.columns))
      // Cleared line by line: some terminals move a cleared screen into their history, and would fill it.
      stream.write(`${up}${cutLines.map((line) => `${clearLine}${line}\n`).join("")}${clearBelow}`)
    },
    showCursor: (isShown) => void stream.write(isShown ? showCursor : hideCursor),
    isLive,
    // A window can be resized while lines are drawn in it.
    get columns() {
      // A window without columns is one whose width is not known.
      return isLive ? stream.columns || 80 : Infinity
    },
    get rows() {
      return isLive ? stream.rows || 24 : Infinity
    },
  }
}

/** Cuts a line to the width of the window. One that wraps takes two rows, and could not be rewritten. Colors take no space. */
function cut(line: string, columns: number): string {
  if (stripVTControlCharacters(line).length < columns) return line
  let room = Math.max(0, columns - 2)
  const parts = line.split(/(\u001B\[[\d;]*m)/).map((part, index) => {
    if (index % 2 === 1) return part
    // Half a character would be no character.
    const kept = part.slice(0, room).replace(/[\uD800-\uDBFF]$/, "")
    const isEnd = room > 0 && kept.length < part.length
    room -= kept.length
    return isEnd ? `${kept}…` : kept
  })
  return parts.join("")
}

/** Decided for each stream by itself: one can be a file while the other is a terminal. */
function wantsColor(env: Readonly<Record<string, string | undefined>>, isCapable: boolean): boolean {
  if ((env["NO_COLOR"] ?? "") !== "") return false
  const forced = env["FORCE_COLOR"] ?? ""
  if (forced !== "") return forced !== "0" && forced !== "false"
  return isCapable
}
