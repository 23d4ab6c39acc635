import type { WatchRound } from "./createWatch.js"
import type { WatchTerm } from "./keepLooking.js"
import type { StoredEvent, WatchStore } from "./store/WatchStore.js"
import type { Clock } from "#src/primitives/clock.js"

export type LookOptions = {
  readonly store: WatchStore
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Milliseconds that is kept what is over. */
  readonly kept: number
  /** Shows what the look has found, before anybody else is told. */
  readonly show: (round: WatchRound) => Promise<void>
  /** Is told whoever was not told of an alert. */
  readonly onFailure?: (name: string) => void
}

/** What a look came to, and all that could not be done in it, a sentence each. */
export type Looked = WatchRound & { readonly trouble: readonly string[] }

/** Milliseconds between two looks at what is not needed any more. */
const pruneEvery = 60 * 60_000

/** Creates what a watch does each time: it looks, shows and tells what is new, and now and then forgets what is over. */
export function createLook({
  store,
  clock,
  signal,
  kept,
  show,
  onFailure,
}: LookOptions): (term: WatchTerm) => Promise<Looked> {
  let nextPrune = 0
  return async (term) => {
    const round = await term.round(signal)
    await show(round)
    const failures = await term.tell(signal, onFailure)
    if (clock.now() >= nextPrune) {
      await store.prune(clock.now(), kept)
      nextPrune = clock.now() + pruneEvery
    }
    return { ...round, trouble: [...round.problems, ...failures.map(({ message }) => message)] }
  }
}

/** How many events are handed over before it is written down that they were. */
const atOnce = 500

/** Hands over each event that a reader has not got, in order. One that is not taken, because this process ends or it throws, is handed over again. */
export async function readNew(
  store: Pick<WatchStore, "unread" | "markRead">,
  reader: string,
  take: (event: StoredEvent) => Promise<void> | void,
): Promise<void> {
  for (;;) {
    const events = await store.unread(reader, { limit: atOnce, fromStart: true })
    let last: number | undefined
    try {
      for (const event of events) {
        await take(event)
        last = event.sequence
      }
    } finally {
      if (last !== undefined) await store.markRead(reader, last)
    }
    if (events.length < atOnce) return
  }
}
