import { isMined } from "../executionStates.js"
import { lockExecution } from "./lockExecution.js"
import { settleSubmission } from "./settleSubmission.js"
import type { ExecuteRouteParameters, JournalEntry } from "../types.js"

/**
 * Finds out whether an execution that an earlier run began can go on. If it cannot, its transaction can never be mined from then on, and
 * another swap can begin.
 *
 * @returns its entry, which is `REPLACED` if it is over; `undefined` if nothing was ever written
 * @throws {RouteBusyError} {@link SubmissionUnclearError} {@link NotSubmittedError} {@link NotMinedError} this is not known yet
 */
export async function settleExecution(parameters: ExecuteRouteParameters): Promise<JournalEntry | undefined> {
  return await lockExecution(parameters, async (execution) => {
    const { entry } = execution
    if (entry?.submission === undefined || isMined(entry.state)) return entry
    const settled = await settleSubmission({ ...execution, entry }, entry.submission)
    return settled.kind === "over" ? settled.entry : entry
  })
}
