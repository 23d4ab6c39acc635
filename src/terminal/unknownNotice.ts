import { type Clock, systemClock } from "../primitives/clock.js"
import { formatDuration } from "../primitives/duration.js"
import { printEvent } from "./json/printJson.js"
import type { LiveLines } from "./liveLines.js"
import type { Terminal } from "./terminal.js"

/** After this many milliseconds without anything to show, it is said what is waited for. */
const silence = 700

/** Says while what is followed is unknown. */
export type UnknownNotice = {
  /** Tells whether it is unknown. What is told here counts, whatever is seen. */
  readonly set: (isUnknown: boolean) => void
  /** Tells that something of it was seen. */
  readonly seen: () => void
  readonly close: () => void
}

/**
 * Creates a notice that what is followed is unknown, and since when: shown within a second of silence, and until it is known.
 *
 * @param options.says what is unknown, such as "the messaging API does not know the transaction yet"
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
  let wasTold = false
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
  const silent = clock.sleep === undefined ? systemClock.sleep(silence, stop.signal) : clock.sleep(silence, stop.signal)
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
      wasTold = true
      isUnknown = isUnknownNow
      update()
    },
    seen: () => {
      if (wasTold) return
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
