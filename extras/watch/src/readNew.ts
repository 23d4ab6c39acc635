import type { StoredEvent, WatchStore } from "./store/WatchStore.js"

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
