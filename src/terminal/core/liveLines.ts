import { stripVTControlCharacters } from "node:util"

import type { Printer } from "./terminal.js"

/** The text of one line, for a terminal and for any other output. */
export type LineText = {
  /** Written once, where lines cannot be rewritten. */
  readonly plain: string
  /** Redrawn in place every second on a terminal, so it can show elapsed time. */
  live(): string
}

/** Lines that are rewritten in place on a terminal, and appended to any other output. */
export type LiveLines = {
  /** Adds a line, or replaces the one with this key. */
  set(key: string, text: LineText): void
  /** Stops redrawing, and leaves the cursor below the lines. A line that is set after that begins a new block there. */
  close(): void
}

export type LiveLinesOptions = {
  /** Calls `draw` every second until the returned function is called. */
  readonly everySecond?: (draw: () => void) => () => void
}

const hideCursor = "\u001B[?25l"
const showCursor = "\u001B[?25h"
const clearLine = "\u001B[2K"
const clearBelow = "\u001B[0J"

/**
 * Opens a block of live lines on a stream. Nothing else may write there until it is closed.
 *
 * @example
 * const lines = createLiveLines(terminal.err)
 * lines.set(messageId, { plain: "SEALED", live: () => `SEALED, ${formatDuration(Date.now() - since)}` })
 * lines.close()
 */
export function createLiveLines(printer: Printer, { everySecond = tick }: LiveLinesOptions = {}): LiveLines {
  const texts = new Map<string, LineText>()
  let drawn = 0
  let stopTicking: (() => void) | undefined

  function draw(): void {
    const up = drawn > 0 ? `\r\u001B[${drawn}A` : ""
    const lines = fit([...texts.values()], printer.rows).map((line) => cut(line, printer.columns))
    // Cleared line by line: some terminals move a cleared screen into their history, and would fill it.
    printer.write(`${up}${lines.map((line) => `${clearLine}${line}\n`).join("")}${clearBelow}`)
    drawn = lines.length
  }

  return {
    set(key, text) {
      const before = texts.get(key)
      texts.set(key, text)
      if (!printer.isLive) {
        if (before?.plain !== text.plain) printer.line(text.plain)
        return
      }
      if (stopTicking === undefined) {
        printer.write(hideCursor)
        stopTicking = everySecond(draw)
      }
      draw()
    },
    close() {
      if (stopTicking === undefined) return
      stopTicking()
      stopTicking = undefined
      draw()
      drawn = 0
      printer.write(showCursor)
    },
  }
}

/** Keeps to the lines that the window shows: one that has scrolled out of sight cannot be rewritten. */
function fit(texts: readonly LineText[], rows: number): string[] {
  const room = Math.max(1, rows - 1)
  const shown = texts.length <= room ? texts : texts.slice(0, room - 1)
  const hidden = texts.length - shown.length
  return [...shown.map((text) => text.live()), ...(hidden === 0 ? [] : [`… and ${hidden} more`])]
}

/** Cuts a line to the width of the window. One that wraps takes two rows, and could not be rewritten. Colors take no space. */
function cut(line: string, columns: number): string {
  if (stripVTControlCharacters(line).length < columns) return line
  let room = Math.max(0, columns - 2)
  const parts = line.split(/(\u001B\[[\d;]*m)/).map((part, index) => {
    if (index % 2 === 1) return part
    const kept = part.slice(0, room)
    const isEnd = room > 0 && kept.length < part.length
    room -= kept.length
    return isEnd ? `${kept}…` : kept
  })
  return parts.join("")
}

function tick(draw: () => void): () => void {
  const timer = setInterval(draw, 1000)
  timer.unref()
  return () => {
    clearInterval(timer)
  }
}
