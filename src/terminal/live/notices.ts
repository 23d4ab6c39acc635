import { paint } from "../paint.js"
import { printEvent } from "../printJson.js"
import type { Terminal } from "../terminal.js"
import type { LiveLines } from "./liveLines.js"
import { type Clock, systemClock } from "#src/primitives/clock.js"
import { formatDuration } from "#src/primitives/duration.js"

/** Shorter waits are not shown. */
const minShownMs = 5_000

/** Where a notice is shown. */
export type NoticeOptions = {
  readonly lines: LiveLines
  readonly terminal: Terminal
  /** Prints one JSON line for each event on standard output, and no progress. */
  readonly json: boolean
  readonly clock: Pick<Clock, "now"> & Partial<Pick<Clock, "sleep">>
}

/** Shows the wait until an API is asked again: counted down on a terminal, an event in JSON, else a line when it changes much. */
export function createWaitNotice(api: string, { lines, terminal, json, clock }: NoticeOptions): (ms: number) => void {
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
    const text = (left: number): string => paint.dim(`asking ${api} again in ${formatDuration(left)}`)
    lines.set(waitKey, { plain: text(shown), live: () => text(until - clock.now()) })
  }
}

export const waitKey = "wait"

/** After this time without anything to show, the notice appears. */
const silenceMs = 700

/** A notice that the subject of a watch is not known yet. */
export type UnknownNotice = {
  /** Sets whether it is unknown, and what is done meanwhile, as a sentence. Overrides `seen`. */
  readonly set: (isUnknown: boolean, meanwhile?: string) => void
  /** Some of it was seen. */
  readonly seen: () => void
  readonly close: () => void
}

/** Says that a watch's subject is not known yet, and since when: after a second of silence, until it is known. */
export function createUnknownNotice(unknown: string, { lines, terminal, json, clock }: NoticeOptions): UnknownNotice {
  const since = clock.now()
  const stop = new AbortController()
  let isUnknown = true
  let wasSet = false
  let isDue = false
  let says = unknown
  let shown: string | undefined

  const update = (): void => {
    if (isDue && isUnknown && shown !== says) show()
    if (!isUnknown) lines.remove(key)
    shown = isDue && isUnknown ? says : undefined
  }
  const show = (): void => {
    if (json) {
      printEvent(terminal.out, "unknown", { since, says })
      return
    }
    const time = new Date(since).toLocaleTimeString("en-GB")
    const plain = `waiting since ${time}: ${says}`
    const live = (): string => `waiting since ${time}, ${formatDuration(clock.now() - since)}: ${says}`
    lines.set(key, { plain, live: () => paint.magenta(live()) })
  }
  const silent = clock.sleep?.(silenceMs, stop.signal) ?? systemClock.sleep(silenceMs, stop.signal)
  silent.then(
    () => {
      isDue = true
      update()
    },
    // Closed before.
    () => undefined,
  )
  return {
    set: (isUnknownNow, meanwhile) => {
      wasSet = true
      if (meanwhile !== undefined) says = `${unknown}. ${meanwhile}`
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
      // Where all that was seen came from elsewhere, it is said however soon it ended.
      if (isUnknown && says !== unknown) {
        if (shown === undefined) show()
      } else lines.remove(key)
    },
  }
}

const key = "unknown"
