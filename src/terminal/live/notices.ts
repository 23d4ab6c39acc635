import { type Clock, systemClock } from "../../primitives/clock.js"
import { formatDuration } from "../../primitives/duration.js"
import { printEvent } from "../printJson.js"
import type { Terminal } from "../terminal.js"
import type { LiveLines } from "./liveLines.js"

/** Shorter waits are not shown. */
const minShownMs = 5_000

/**
 * Creates a function that shows the milliseconds until an API is asked again: counted down on a terminal, as an event in JSON, and
 * elsewhere as a line when the wait changes much.
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
  let shown = 0
  return (ms) => {
    if (ms < minShownMs) {
      lines.remove(waitKey)
      return
    }
    if (json) {
      printEvent(terminal.out, "waiting", { milliseconds: Math.round(ms) })
      return
    }
    // Waits are randomized a little.
    if (Math.abs(ms - shown) > shown / 3) shown = ms
    const until = clock.now() + ms
    const text = (left: number): string => terminal.err.paint.dim(`asking ${api} again in ${formatDuration(left)}`)
    lines.set(waitKey, { plain: text(shown), live: () => text(until - clock.now()) })
  }
}

/** The key of its line. */
export const waitKey = "wait"

/** After this time without anything to show, the notice appears. */
const silenceMs = 700

/** A notice that the subject of a watch is not known yet. */
export type UnknownNotice = {
  /** Sets whether it is unknown. Overrides `seen`. */
  readonly set: (isUnknown: boolean) => void
  /** Some of it was seen. */
  readonly seen: () => void
  readonly close: () => void
}

/**
 * Creates a notice that the subject of a watch is not known yet, and since when: shown after a second of silence, until it is known.
 *
 * @param options.says the notice, such as "the messaging API does not know the transaction yet"
 */
export function createUnknownNotice({
  says,
  lines,
  terminal,
  json,
  clock,
}: {
  readonly says: string
  readonly lines: LiveLines
  readonly terminal: Terminal
  readonly json: boolean
  readonly clock: Pick<Clock, "now"> & Partial<Pick<Clock, "sleep">>
}): UnknownNotice {
  const since = clock.now()
  const stop = new AbortController()
  let isUnknown = true
  let wasSet = false
  let isDue = false
  let isShown = false

  const update = (): void => {
    if (isDue && isUnknown && !isShown) show()
    if (!isUnknown && isShown) lines.remove(key)
    isShown = isDue && isUnknown
  }
  const show = (): void => {
    if (json) {
      printEvent(terminal.out, "unknown", { since, says })
      return
    }
    const { paint } = terminal.err
    const time = new Date(since).toLocaleTimeString("en-GB")
    const plain = `waiting since ${time}: ${says}`
    const live = (): string => `waiting since ${time}, ${formatDuration(clock.now() - since)}: ${says}`
    lines.set(key, { plain, live: () => paint.magenta(live()) })
  }
  const silent =
    clock.sleep === undefined ? systemClock.sleep(silenceMs, stop.signal) : clock.sleep(silenceMs, stop.signal)
  silent.then(
    () => {
      isDue = true
      update()
    },
    // Closed before.
    () => undefined,
  )
  return {
    set: (isUnknownNow) => {
      wasSet = true
      isUnknown = isUnknownNow
      update()
    },
    seen: () => {
      if (wasSet) return
      isUnknown = false
      update()
    },
    close: () => {
      stop.abort()
      lines.remove(key)
    },
  }
}

const key = "unknown"
