import { latestTime } from "../../primitives/clock.js"
import { assertClientsOnChain, checkOnChain } from "../checks/checkOnChain.js"
import { isExpired } from "../checks/checkRoute.js"
import { RouteRefusedError } from "../checks/routeRefusals.js"
import { ensureFresh } from "./acceptRoute.js"
import { advance } from "./advance.js"
import { isMined } from "./executionStates.js"
import { assertSameExecution } from "./journal/entries.js"
import { lockExecution, lockSender } from "./locks.js"
import { resumeSubmission } from "./resumeSubmission.js"
import { isSent } from "./settleSubmission.js"
import { checkBeforeApproval, checkBeforeSigning } from "./simulation.js"
import { approve, assertCanPay, send, sign } from "./transactions.js"
import type { ExecuteRouteParameters, Execution, JournalEntry, SubmittedEntry } from "./types.js"

/** An execution that may not have an entry in the journal yet. */
type Begun = Execution<JournalEntry | undefined>

/** How often quotes may expire before they are used until that is an error. */
const maxQuotes = 3

/** Begins or resumes an execution, and returns it once its transaction was sent. Holds the lock of its quote until then. */
export async function submitRoute(parameters: ExecuteRouteParameters): Promise<Execution<SubmittedEntry>> {
  return await lockExecution(parameters, submitLocked)
}

async function submitLocked(execution: Begun): Promise<Execution<SubmittedEntry>> {
  if (!hasEntry(execution)) return await begin(execution)
  assertSameExecution(execution)
  if (isSent(execution) && isMined(execution.entry.state)) return execution
  const { submission } = execution.entry
  const resumed = submission === undefined ? undefined : await resumeSubmission(execution, submission)
  return resumed ?? (await begin(execution))
}

function hasEntry(execution: Begun): execution is Execution {
  return execution.entry !== undefined
}

/** Goes through every step up to the sent transaction. Nothing was sent before, except approvals. */
async function begin(before: Begun): Promise<Execution<SubmittedEntry>> {
  const { parameters } = before
  const { client } = parameters
  let execution = before
  for (let quotes = 1; quotes <= maxQuotes; quotes += 1) {
    const { checked, accepted, confirmed } = await ensureFresh(execution)
    const checkedExecution = await advance(execution, { state: "CHECKED", ...checked, confirmed, leastOut: accepted })
    await checkOnChain(parameters, checked)
    await assertCanPay(before, checked)
    await using sender = await lockSender(execution)
    await checkBeforeApproval(checkedExecution, checked)
    const approved = await advance(await approve(checkedExecution, checked, sender), { state: "APPROVED" })
    execution = approved
    // A wallet has time to change its chain while its owner is asked and a block is awaited, and the quote has time to expire.
    await assertClientsOnChain(parameters, { ...checked.route, ...checked })
    if (isExpired(checked.route, latestTime(client.clock))) continue

    await checkBeforeSigning(approved, checked)
    const submission = await sign(approved, checked, sender)
    if (isExpired(checked.route, latestTime(client.clock))) continue
    return await send(await advance(approved, { state: "SIGNED", submission }), submission)
  }
  throw new RouteRefusedError("EXPIRED", { quoteId: (execution.entry?.route ?? parameters.route).quoteId })
}
