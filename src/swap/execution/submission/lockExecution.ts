import { accountOf } from "../../../onchain/transact.js"
import { checkQuoteId } from "../../wire/parameters/statusChecks.js"
import type { ExecuteRouteParameters, Execution, JournalEntry } from "../types.js"

/**
 * Reserves the quote of a route, and does something with its execution, which may have no entry in the journal yet.
 *
 * @throws {RouteBusyError} another call is executing the same quote
 */
export async function lockExecution<T>(
  parameters: ExecuteRouteParameters,
  work: (execution: Execution<JournalEntry | undefined>) => Promise<T>,
): Promise<T> {
  const { journal, walletClient, route } = parameters
  const account = accountOf(walletClient)
  const quoteId = checkQuoteId(route.quoteId, "route.quoteId")
  const id = (await journal.read(quoteId))?.continues ?? quoteId
  const lock = await journal.lock(id)
  try {
    return await work({ parameters, account, id, entry: await journal.read(id) })
  } finally {
    await lock[Symbol.asyncDispose]()
  }
}
