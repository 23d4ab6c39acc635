import { RouteBusyError } from "../../swap/execution/executionErrors.js"
import type { JournalEntry, RouteJournal } from "../../swap/execution/types.js"

/** Keeps a journal in memory: a test has no crash to resume after. */
export function createMemoryJournal(): RouteJournal {
  const entries = new Map<string, JournalEntry>()
  const locked = new Set<string>()
  return {
    lock(quoteId) {
      if (locked.has(quoteId)) return Promise.reject(new RouteBusyError({ quoteId, holder: "this process" }))
      locked.add(quoteId)
      const release = (): Promise<void> => {
        locked.delete(quoteId)
        return Promise.resolve()
      }
      return Promise.resolve({ [Symbol.asyncDispose]: release })
    },
    read: (quoteId) => Promise.resolve(entries.get(quoteId)),
    write(entry) {
      entries.set(entry.quoteId, entry)
      return Promise.resolve()
    },
    list: () => Promise.resolve([...entries.values()]),
  }
}
