import type { Clock } from "../primitives/clock.js"
import { formatDuration } from "../primitives/duration.js"
import { printEvent } from "./json/printJson.js"
import type { LiveLines } from "./liveLines.js"
import type { Terminal } from "./terminal.js"

/** A shorter wait needs no words. */
const shortestTold = 5_000

/**
 * Creates a function that says when an API is asked next, in milliseconds from now: counted down on a terminal, as an event in JSON, and
 * anywhere else as a line when the wait changes much.
 */
export function createWaitNotice({
  api,
  lines,
  terminal,
  json,
  clock,
}: {
  readonly api: string
  readonly lines: LiveLines
  readonly terminal: Terminal
  readonly json: boolean
  readonly clock: Pick<Clock, "now">
}): (ms: number) => void {
  let told = 0
  return (ms) => {
    if (ms < shortestTold) {
      lines.remove(waitKey)
      return
    }
    if (json) {
      printEvent(terminal.out, "waiting", { milliseconds: Math.round(ms) })
      return
    }
    // Waits are randomized a little.
    if (Math.abs(ms - told) > told / 3) told = ms
    const until = clock.now() + ms
    const text = (left: number): string => terminal.err.paint.dim(`asking ${api} again in ${formatDuration(left)}`)
    lines.set(waitKey, { plain: text(told), live: () => text(until - clock.now()) })
  }
}

/** The key of its line. */
export const waitKey = "wait"
