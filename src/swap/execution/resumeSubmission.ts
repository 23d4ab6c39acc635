import { CallRevertedError } from "../../onchain/callErrors.js"
import { latestTime } from "../../primitives/clock.js"
import { checkOnChain } from "../checks/checkOnChain.js"
import { checkRoute } from "../checks/checkRoute.js"
import { confirmRoute, recordedTerms } from "./acceptRoute.js"
import { advance } from "./advance.js"
import { SubmissionReplacedError } from "./executionErrors.js"
import { isAtLeast } from "./executionStates.js"
import { giveUp, type Settled, settleSubmission } from "./settleSubmission.js"
import { checkBeforeSigning } from "./simulation.js"
import { send } from "./transactions.js"
import type { Execution, Submission, SubmittedEntry } from "./types.js"

/**
 * Goes on with a transaction that an earlier call recorded.
 *
 * @returns `undefined` if it was never mined and never will be
 */
export async function resumeSubmission(
  execution: Execution,
  submission: Submission,
): Promise<Execution<SubmittedEntry> | undefined> {
  const settled = await settleSubmission(execution, submission)
  if (settled.kind === "anew") return undefined
  if (settled.kind !== "unsent") return await follow(execution, settled)
  // Not sent yet, and what was checked when it was signed may have changed since.
  const { entry, parameters } = execution
  const { request, route, leastOut } = entry
  const now = latestTime(parameters.client.clock)
  const payer = execution.account.address
  const terms = { ...recordedTerms(execution), leastOut, payer, now, unlisted: "report" } as const
  const checked = checkRoute({ ...terms, quote: undefined, route, request })
  await confirmRoute(execution, checked)
  await checkOnChain(parameters, checked)
  try {
    await checkBeforeSigning(execution, { ...checked, transaction: submission.transaction })
  } catch (error) {
    if (!(error instanceof CallRevertedError)) throw error
    return await follow(execution, await giveUp(execution, submission, error.code))
  }
  return await send(execution, submission)
}

/** Goes on with a transaction that was sent after all, or ends with what became of it. */
async function follow(execution: Execution, settled: Settled): Promise<Execution<SubmittedEntry>> {
  if (settled.kind === "over") throw new SubmissionReplacedError(settled.entry)
  const { state, submission } = execution.entry
  if (settled.kind !== "sent" || submission === undefined) throw new Error("What is followed was sent.")
  const { hash } = settled
  const sent = { ...submission, hash }
  if (isAtLeast(state, "SENT")) return { ...execution, entry: { ...execution.entry, submission: sent } }
  return await advance(execution, { state: "SENT", submission: sent })
}
