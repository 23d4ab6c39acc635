import { RouteBusyError } from "../../swap/execution/executionErrors.js"
import type { JournalEntry, RouteJournal } from "../../swap/execution/types.js"

/** Keeps a journal in memory: a test has no crash to resume after. */
export function createMemoryJournal(): RouteJournal {
  const entries = new Map<string, JournalEntry>()
  const locked = new Set<string>()
  return {
    async lock(quoteId) {
      if (locked.has(quoteId)) throw new RouteBusyError({ quoteId, holder: "this process", file: "memory" })
      locked.add(quoteId)
      return {
        async [Symbol.asyncDispose]() {
          locked.delete(quoteId)
        },
      }
    },
    read: (quoteId) => Promise.resolve(entries.get(quoteId)),
    async write(entry) {
      entries.set(entry.quoteId, entry)
    },
    list: () => Promise.resolve([...entries.values()]),
  }
}
