import type { Watch } from "./createWatch.js"
import { isStoreError } from "./store/WatchDatabase.js"
import type { WatchStore } from "./store/WatchStore.js"
import { delay } from "#src/http/polling/unlessAborted.js"
import type { Clock } from "#src/primitives/clock.js"
import { isPlugsError, type PlugsError } from "#src/primitives/PlugsError.js"

/** A watch as long as its process holds the store. What it remembers is of no use after another one has. */
export type WatchTerm = Watch & {
  /** Tells all that the configuration names what is new. Returns why some were not told. */
  tell(signal?: AbortSignal, onFailure?: (name: string) => void): Promise<readonly PlugsError[]>
}

export type KeepLookingOptions = {
  readonly store: WatchStore
  readonly begin: () => Promise<WatchTerm>
  /** Looks once, and does whatever follows from it. Nothing in it is lost if it throws what a store throws. */
  readonly look: (term: WatchTerm) => Promise<void>
  /** Is told why there is no look, as a sentence: another process holds the store, or it does not answer. */
  readonly onIdle: (says: string) => void
  /** Milliseconds between two looks. */
  readonly interval: number
  readonly clock: Clock
  readonly signal: AbortSignal
}

/**
 * Looks again and again while this process holds the store, and waits while another one does. Ends when the signal is aborted, and all that it
 * knows is written down then.
 *
 * @throws {WatchStoreUnusableError} the store cannot be used
 */
export async function keepLooking(options: KeepLookingOptions): Promise<void> {
  const { store, begin, look, onIdle, interval, ...waiting } = options
  let current: { readonly number: number; readonly term: WatchTerm } | undefined
  for (let pause = 0; ;) {
    try {
      if (pause > 0) await delay(pause, waiting)
      pause = timeUntilLook(interval, Math.random)
      const hold = await store.hold()
      if (hold.isOurs) {
        if (current?.number !== hold.term) current = { number: hold.term, term: await begin() }
        await look(current.term)
      } else {
        onIdle(`${hold.holder ?? "Another process"} holds this watch. This process takes over when it ends.`)
        // Only the store is asked, and whoever holds it may be gone.
        pause = interval / 2
      }
    } catch (error) {
      if (isPlugsError(error) && error.code === "ABORTED") return
      if (!isPlugsError(error) || !isStoreError(error) || error.code === "WATCH_STORE_UNUSABLE") throw error
      onIdle(error.message)
    }
  }
}

/**
 * The milliseconds until the next look: up to a fifth more than the interval, so that a chain on which nothing happens gets at most one request
 * an interval, and many watches do not ask a node at once.
 */
export function timeUntilLook(interval: number, random: () => number): number {
  return interval * (1 + 0.2 * random())
}
