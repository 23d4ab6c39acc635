import type { StoredEvent, WatchStore } from "../store/WatchStore.js"
import type { Clock } from "#src/primitives/clock.js"
import { isPlugsError, type PlugsError } from "#src/primitives/PlugsError.js"

/** Somewhere that alerts are told, and their ends. */
export type Listener = {
  /** What is written down of it goes by this name. */
  readonly name: string
  /** Which alerts it is told. */
  readonly wants: (event: StoredEvent["fields"]) => boolean
  /**
   * Tells one. After an error that can be temporary it is told again; after any other one it is not.
   *
   * @throws {PlugsError}
   */
  readonly tell: (event: StoredEvent, signal?: AbortSignal) => Promise<void>
  readonly isTemporary: (error: PlugsError) => boolean
}

/** Milliseconds until a listener is told again that did not take it, at first and at most. */
const [firstWait, maxWait] = [5_000, 10 * 60_000]

/**
 * Tells a listener every alert in order. What it took is written down then, so if the process dies in between it is told again: it can tell
 * so by the number of the event.
 *
 * A listener that was not known is told what is told from now on.
 *
 * @returns tells what is new, unless it failed a moment ago. Returns why it failed, also while it waits to tell it again
 */
export async function createAlertQueue(
  { name, wants, tell, isTemporary }: Listener,
  { store, clock }: { readonly store: WatchStore; readonly clock: Pick<Clock, "now"> },
): Promise<(signal?: AbortSignal, onFailure?: (name: string) => void) => Promise<PlugsError | undefined>> {
  // What the first look finds is told, too.
  await store.unread(name, { limit: 0 })
  let [wait, next] = [firstWait, 0]
  let refused: PlugsError | undefined
  return async (signal, onFailure) => {
    if (clock.now() < next) return refused
    let failed: PlugsError | undefined
    for (;;) {
      const events = await store.unread(name, { limit: 100 })
      for (const event of events) {
        try {
          if (wants(event.fields)) await tell(event, signal)
          wait = firstWait
        } catch (error) {
          if (!isPlugsError(error)) throw error
          failed = error
          onFailure?.(name)
          if (isTemporary(error)) {
            next = clock.now() + wait
            wait = Math.min(maxWait, wait * 2)
            refused = error
            return error
          }
        }
        await store.markRead(name, event.sequence)
      }
      if (events.length === 0) return failed
    }
  }
}
