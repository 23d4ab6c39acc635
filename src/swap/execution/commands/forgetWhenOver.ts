import { TransactionRevertedError } from "../../../onchain/transactionErrors.js"
import { RouteEndedError, RouteExpiredError } from "../../following/trackingErrors.js"
import type { CommandRecords } from "./createCommandRecords.js"

/**
 * Runs the execution of a command, and deletes the command's record once the execution is over. After that, the same command swaps
 * again.
 *
 * An execution is over if its route completed, failed or was refunded, or if its transaction reverted. If a run ends for another
 * reason, such as a deadline, an interruption, a node that does not answer or output that cannot be written, the record stays, so that
 * the execution can be resumed. It stays even if the API calls the route expired: what an execution follows was sent.
 *
 * @param run executes the route and shows its end. If it throws while it shows the end, the record stays
 */
export async function forgetWhenOver(
  commands: CommandRecords,
  quoteId: string,
  run: () => Promise<void>,
): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (endsExecution(error)) await commands.forget(quoteId)
    throw error
  }
  await commands.forget(quoteId)
}

function endsExecution(error: unknown): boolean {
  if (error instanceof RouteExpiredError) return false
  return error instanceof RouteEndedError || error instanceof TransactionRevertedError
}
