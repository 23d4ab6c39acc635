import { TransactionRevertedError } from "../../../onchain/transactionErrors.js"
import { type Clock, latestTime } from "../../../primitives/clock.js"
import { RouteEndedError, RouteExpiredError } from "../../following/trackingErrors.js"
import { SubmissionReplacedError } from "../executionErrors.js"
import type { CommandRecords } from "./createCommandRecords.js"

/**
 * Runs the execution of a command, and marks the command's record as ended once the execution is over. After that, the same command
 * swaps again.
 *
 * An execution is over if its route completed, failed or was refunded, or if its transaction reverted or was replaced. If a run ends for another
 * reason, such as a deadline, an interruption, a node that does not answer or output that cannot be written, the record stays, so that
 * the execution can be resumed. It stays even if the API calls the route expired: what an execution follows was sent.
 *
 * @param run executes the route and shows its end. If it throws while it shows the end, the record stays
 */
export async function forgetWhenOver(
  { commands, clock }: { readonly commands: CommandRecords; readonly clock: Clock },
  quoteId: string,
  run: () => Promise<void>,
): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (endsExecution(error)) await commands.end(quoteId, latestTime(clock))
    throw error
  }
  await commands.end(quoteId, latestTime(clock))
}

function endsExecution(error: unknown): boolean {
  if (error instanceof RouteExpiredError) return false
  const ends = [RouteEndedError, TransactionRevertedError, SubmissionReplacedError]
  return ends.some((each) => error instanceof each)
}
