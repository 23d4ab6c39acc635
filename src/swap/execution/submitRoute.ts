import type { Account } from "viem"

import { isAddressEqual } from "viem/utils"

import { AbortedError } from "../../http/errors.js"
import { approveExactly } from "../../onchain/approveExactly.js"
import { assertBalance } from "../../onchain/assertBalance.js"
import { accountOf } from "../../onchain/transact.js"
import { checkOnChain } from "../checks/checkOnChain.js"
import { checkRoute, isExpired } from "../checks/checkRoute.js"
import { RouteRefusedError } from "../checks/routeRefusals.js"
import type { CheckedRoute } from "../checks/types.js"
import { checkQuoteId } from "../wire/parameters/statusChecks.js"
import { advance, reportEvent } from "./advance.js"
import { checkBeforeApproval, checkBeforeSigning } from "./simulation/checkBySimulation.js"
import { confirmRoute } from "./consent/confirmRoute.js"
import { ensureFresh } from "./consent/ensureFresh.js"
import { JournalMismatchError } from "./executionErrors.js"
import { isAtLeast, isMined } from "./executionStates.js"
import { prepareSubmission } from "./prepareSubmission.js"
import { reconcile } from "./reconcile.js"
import { recoverSubmission } from "./recoverSubmission.js"
import { sendSubmission } from "./sendSubmission.js"
import type { ExecuteRouteParameters, Execution, JournalEntry, Submission, SubmittedEntry } from "./types.js"

/** An execution that may not have an entry in the journal yet. */
type Begun = Execution<JournalEntry | undefined>

/** How often quotes may expire before they are used until that is an error. */
const maxQuotes = 3

/** Begins or resumes an execution, and returns it once its transaction was sent. Holds the lock of its quote until then. */
export async function submitRoute(parameters: ExecuteRouteParameters): Promise<Execution<SubmittedEntry>> {
  const { journal, walletClient, route } = parameters
  const account = accountOf(walletClient)
  const quoteId = checkQuoteId(route.quoteId, "route.quoteId")
  const id = (await journal.read(quoteId))?.continues ?? quoteId
  const lock = await journal.lock(id)
  try {
    return await submitLocked({ parameters, account, id, entry: await journal.read(id) })
  } finally {
    await lock[Symbol.asyncDispose]()
  }
}

async function submitLocked(execution: Begun): Promise<Execution<SubmittedEntry>> {
  if (!hasEntry(execution)) return await begin(execution)
  assertSameExecution(execution)
  if (isSubmitted(execution)) return isMined(execution.entry.state) ? execution : await reconcile(execution)
  const { submission } = execution.entry
  const resumed = submission === undefined ? undefined : await resume(execution, submission)
  return resumed ?? (await begin(execution))
}

function hasEntry(execution: Begun): execution is Execution {
  return execution.entry !== undefined
}

function isSubmitted(execution: Execution): execution is Execution<SubmittedEntry> {
  const { state, submission } = execution.entry
  return submission?.hash !== undefined && isAtLeast(state, "SENT")
}

/** Goes through every step up to the sent transaction. Nothing was sent before, except approvals. */
async function begin(before: Begun): Promise<Execution<SubmittedEntry>> {
  const { account, parameters } = before
  const { client, publicClient, signal } = parameters
  let execution = before
  for (let quotes = 1; quotes <= maxQuotes; quotes += 1) {
    const { checked, accepted, confirmed } = await ensureFresh(execution)
    const checkedExecution = await advance(execution, { state: "CHECKED", ...checked, confirmed, leastOut: accepted })
    await checkOnChain(parameters, checked)
    await assertBalance(publicClient, account, checked.transaction.value)
    await checkBeforeApproval(checkedExecution, checked)
    const approved = await advance(await approve(checkedExecution, checked), { state: "APPROVED" })
    execution = approved
    if (isExpired(checked.route, client.clock.now())) continue

    await checkBeforeSigning(approved, checked)
    throwIfAborted(signal)
    const submission = await prepareSubmission(approved, checked.transaction)
    return await send(await advance(approved, { state: "SIGNED", submission }), submission)
  }
  throw new RouteRefusedError("EXPIRED", { quoteId: (execution.entry?.route ?? parameters.route).quoteId })
}

async function approve(execution: Execution, { approval }: CheckedRoute): Promise<Execution> {
  if (approval === undefined) return execution
  const { entry, parameters } = execution
  const { publicClient, walletClient, signal, receiptTimeout, errorAbis = [] } = parameters
  const onSubmitted = (hash: `0x${string}`): void => {
    reportEvent(execution, { state: "APPROVING", quoteId: entry.route.quoteId, hash })
  }
  const options = { signal, receiptTimeout, errorAbis, onSubmitted }
  const hashes = await approveExactly(publicClient, walletClient, approval, options)
  return await advance(execution, { approvals: [...entry.approvals, ...hashes] })
}

/**
 * Goes on with a transaction that an earlier call recorded.
 *
 * @returns `undefined` if it was never mined and never will be
 */
async function resume(execution: Execution, submission: Submission): Promise<Execution<SubmittedEntry> | undefined> {
  const recovered = await recoverSubmission(execution, submission)
  if (recovered.kind === "dead") return undefined
  if (recovered.kind === "sent") {
    return await advance(execution, { state: "SENT", submission: { ...submission, hash: recovered.hash } })
  }
  // Not sent yet, and what was checked when it was signed may have changed since.
  const { entry, parameters } = execution
  const { request, route, leastOut } = entry
  const now = parameters.client.clock.now()
  const limits = { ...parameters, leastOut, now, unlisted: "report" } as const
  const checked = checkRoute({ ...limits, quote: undefined, route, request })
  await confirmRoute(execution, checked)
  await checkOnChain(parameters, checked)
  await checkBeforeSigning(execution, { ...checked, transaction: submission.transaction })
  return await send(execution, submission)
}

async function send(execution: Execution, submission: Submission): Promise<Execution<SubmittedEntry>> {
  throwIfAborted(execution.parameters.signal)
  const hash = await sendSubmission(execution, submission)
  return await advance(execution, { state: "SENT", submission: { ...submission, hash } })
}

function assertSameExecution({ account: { address }, entry, parameters }: Execution): void {
  const { quoteId, account, chainId } = entry
  const { originChainId } = parameters.request
  if (isAddressEqual(account, address) && chainId === Number(originChainId)) return
  throw new JournalMismatchError({
    quoteId,
    written: describeOrigin(entry),
    given: describeOrigin({ account: address, chainId: originChainId }),
  })
}

function describeOrigin({ account, chainId }: { account: Account["address"]; chainId: number | undefined }): string {
  return `${account} on chain ${String(chainId)}`
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new AbortedError()
}
