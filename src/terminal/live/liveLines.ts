import { escapeLine } from "../paint.js"
import type { Printer } from "../terminal.js"
import { fits, wrap, wrapProse } from "../wrap.js"

/** The text of one line, for a terminal and for any other output. */
export type LineText = {
  /** Written once, where lines cannot be rewritten. */
  readonly plain: string
  /** Redrawn in place every second on a terminal, so it can show elapsed time. It can have a second line. */
  live(): string | readonly string[]
}

/** Lines that are rewritten in place on a terminal, and appended to any other output. */
export type LiveLines = {
  /** Adds a line, or replaces the one with this key. */
  set(key: string, text: LineText): void
  /** Removes a line where lines can be rewritten. Elsewhere it was written, and stays. */
  remove(key: string): void
  /** Stops redrawing, and leaves the cursor below the lines. A line that is set after that begins a new block there. */
  close(): void
}

export type LiveLinesOptions = {
  /** Calls `draw` every second until the returned function is called. */
  readonly everySecond?: (draw: () => void) => () => void
}

/** A line of parts where it fits the window, and else a line for each part, none of which is cut. */
export function besideOrBelow([first = "", ...parts]: readonly string[], columns: number): readonly string[] {
  const line = [first, ...parts].join("  ")
  return fits(line, columns - 1) ? [line] : [first, ...parts.map((part) => `  ${part}`)]
}

/** Opens a block of live lines on a stream. Nothing else may write there until it is closed. */
export function createLiveLines(printer: Printer, { everySecond = tick }: LiveLinesOptions = {}): LiveLines {
  const texts = new Map<string, LineText>()
  let drawn = 0
  let stopTicking: (() => void) | undefined

  function draw(): void {
    const lines = fit([...texts.values()], printer)
    printer.redraw(lines, { drawnBefore: drawn })
    drawn = lines.length
  }

  return {
    set(key, text) {
      const before = texts.get(key)
      texts.set(key, text)
      if (!printer.isLive) {
        if (before?.plain !== text.plain) printer.line(escapeLine(text.plain))
        return
      }
      if (stopTicking === undefined) {
        printer.showCursor(false)
        stopTicking = everySecond(draw)
      }
      draw()
    },
    remove(key) {
      // Elsewhere the text is kept, so that it is not written again.
      if (printer.isLive && texts.delete(key) && stopTicking !== undefined) draw()
    },
    close() {
      if (stopTicking === undefined) return
      stopTicking()
      stopTicking = undefined
      draw()
      drawn = 0
      printer.showCursor(true)
    },
  }
}

/**
 * Keeps to the lines that the window shows: one that has scrolled out of sight cannot be rewritten. A sentence is broken and stays whole; only
 * columns are cut.
 */
function fit(texts: readonly LineText[], { rows, columns }: Printer): string[] {
  const room = Math.max(1, rows - 1)
  const lines = texts
    .flatMap((text) => text.live())
    .flatMap((line) => wrapProse(escapeLine(line), columns - 1, wrap).split("\n"))
  const shown = lines.length <= room ? lines : lines.slice(0, room - 1)
  const hidden = lines.length - shown.length
  return [...shown, ...(hidden === 0 ? [] : [`… and ${hidden} more`])]
}

function tick(draw: () => void): () => void {
  const timer = setInterval(draw, 1000)
  timer.unref()
  return () => {
    clearInterval(timer)
  }
}
