import type { WatchRound } from "./createWatch.js"
import type { WatchTerm } from "./keepLooking.js"
import type { WatchStore } from "./store/WatchStore.js"
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
export function createLook(options: LookOptions): (term: WatchTerm) => Promise<Looked> {
  const { store, clock, signal, kept, show, onFailure } = options
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
