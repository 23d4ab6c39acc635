import type { JournalEntry, RouteJournal } from "../types.js"

/**
 * Makes a journal that also finds what older journals record of a chain, and writes only to the newest. Nothing is moved, so that it makes
 * no difference where a process stops, or which of several is first. An entry of the newest journal hides the older ones of its quote.
 */
export function withOlderJournals(newest: RouteJournal, older: readonly RouteJournal[], chain: number): RouteJournal {
  const isOfChain = ({ chainId }: JournalEntry): boolean => chainId === chain
  return {
    ...newest,
    async read(quoteId) {
      const entry = await newest.read(quoteId)
      if (entry !== undefined) return entry
      for (const journal of older) {
        const found = await journal.read(quoteId)
        if (found !== undefined && isOfChain(found)) return found
      }
      return undefined
    },
    async list() {
      const entries = await newest.list()
      const known = new Set(entries.map(({ quoteId }) => quoteId))
      for (const journal of older) {
        for (const entry of await journal.list()) {
          if (known.has(entry.quoteId) || !isOfChain(entry)) continue
          known.add(entry.quoteId)
          entries.push(entry)
        }
      }
      return entries
    },
  }
}
