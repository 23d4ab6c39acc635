import { checkQuote } from "../checks/checkQuote.js"
import type { GetQuoteParameters } from "../createSwapClient.js"
import type { JournalEntry, RouteJournal } from "./journal.js"

/**
 * Finds the execution of a request that may have sent something and is not known to be over, so that a command that is run again goes
 * on instead of swapping a second time. Of several, the one that was written last.
 *
 * @returns `undefined` when there is none: then a new quote is due
 * @example
 * const entry = await findUnfinished(journal, request)
 * if (entry !== undefined) await executeRoute({ ...entry, client, walletClient, publicClient, journal })
 */
export async function findUnfinished(
  journal: RouteJournal,
  request: GetQuoteParameters,
): Promise<JournalEntry | undefined> {
  const wanted = nameOf(request)
  const unfinished = (await journal.list()).filter(
    ({ state, continues, submission, request: asked }) =>
      submission !== undefined &&
      continues === undefined &&
      state !== "FINISHED" &&
      state !== "REVERTED" &&
      nameOf(asked) === wanted,
  )
  return unfinished.sort((a, b) => b.at - a.at)[0]
}

/** The same for the same request, however it was written. */
function nameOf(parameters: GetQuoteParameters): string {
  const entries = Object.entries(checkQuote({ ...parameters, signal: undefined })).filter(
    ([, value]) => value !== undefined,
  )
  return JSON.stringify(entries.sort(), (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value))
}
