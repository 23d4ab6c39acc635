import type { JournalEntry, RouteJournal } from "../types.js"

/** Reads the entry of a quote. An id that replaced an expired quote leads to the entry of the first one. */
export async function readFirstEntry(
  journal: Pick<RouteJournal, "read">,
  quoteId: string,
): Promise<JournalEntry | undefined> {
  const entry = await journal.read(quoteId)
  return entry?.continues === undefined ? entry : await journal.read(entry.continues)
}
