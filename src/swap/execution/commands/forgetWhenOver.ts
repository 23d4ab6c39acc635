import { TransactionRevertedError } from "../../../onchain/transactionErrors.js"
import { RouteEndedError } from "../../following/trackingErrors.js"
import type { CommandRecords } from "./createCommandRecords.js"

/**
 * Runs the execution of a command, and forgets the command once the execution is over: the same command swaps again after that.
 *
 * An execution is over if it completed, if its route ended otherwise, or if its transaction reverted. Whatever else ends a run leaves
 * something to resume: a deadline, an interruption, a node that does not answer, output that can't be written.
 *
 * @param run executes the route and shows its end: an end that was not shown is not forgotten
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
  return error instanceof RouteEndedError || error instanceof TransactionRevertedError
}
