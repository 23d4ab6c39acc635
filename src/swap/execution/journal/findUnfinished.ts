import { canonicalRequest } from "./canonicalRequest.js"
import type { GetQuoteParameters } from "../../wire/parameters/types.js"
import { isOver } from "../executionStates.js"
import type { JournalEntry, RouteJournal } from "../types.js"

/**
 * Finds the execution of a request that may have sent its transaction and is not over, so that a script that is run again resumes it
 * instead of swapping a second time. If there are several, returns the one that was written last.
 *
 * @returns `undefined` if there is none: then get a new quote
 * @example
 * const entry = await findUnfinished(journal, request)
 * if (entry !== undefined) await executeRoute({ ...entry, client, walletClient, publicClient, journal })
 */
export async function findUnfinished(
  journal: RouteJournal,
  request: GetQuoteParameters,
): Promise<JournalEntry | undefined> {
  const wanted = canonicalRequest(request)
  const unfinished = (await journal.list()).filter(
    ({ state, continues, submission, request: begun }) =>
      submission !== undefined && continues === undefined && !isOver(state) && canonicalRequest(begun) === wanted,
  )
  return unfinished.sort((a, b) => b.at - a.at)[0]
}
