import type { Account } from "viem"

import { isAddressEqual } from "viem/utils"

import { AbortedError } from "../../http/errors.js"
import { approveExactly } from "../../onchain/allowances/approveExactly.js"
import { assertBalance } from "../../onchain/assertBalance.js"
import { assertTokens } from "../../onchain/assertTokens.js"
import { CallRevertedError } from "../../onchain/callErrors.js"
import { latestTime } from "../../primitives/clock.js"
import { excerpt } from "../../primitives/text.js"
import { assertClientsOnChain } from "../checks/assertClientsOnChain.js"
import { checkOnChain } from "../checks/checkOnChain.js"
import { checkRoute, isExpired } from "../checks/checkRoute.js"
import { RouteRefusedError } from "../checks/routeRefusals.js"
import type { CheckedRoute } from "../checks/types.js"
import { nativeToken } from "../nativeToken.js"
import { advance, reportEvent } from "./advance.js"
import { confirmRoute } from "./consent/confirmRoute.js"
import { ensureFresh } from "./consent/ensureFresh.js"
import { JournalMismatchError, SubmissionReplacedError } from "./executionErrors.js"
import { isAtLeast, isMined } from "./executionStates.js"
import { canonicalRequest } from "./journal/canonicalRequest.js"
import { recordedTerms } from "./recordedTerms.js"
import { checkBeforeApproval, checkBeforeSigning } from "./simulation/checkBySimulation.js"
import { type AccountLock, lockSender } from "./submission/lockSender.js"
import { swapSender } from "./submission/swapSender.js"
import { lockExecution } from "./submission/lockExecution.js"
import { prepareSubmission } from "../../onchain/submission/prepareSubmission.js"
import { sendSubmission } from "../../onchain/submission/sendSubmission.js"
import { giveUp, isSent, type Settled, settleSubmission } from "./submission/settleSubmission.js"
import type { ExecuteRouteParameters, Execution, JournalEntry, Submission, SubmittedEntry } from "./types.js"

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
  const resumed = submission === undefined ? undefined : await resume(execution, submission)
  return resumed ?? (await begin(execution))
}

function hasEntry(execution: Begun): execution is Execution {
  return execution.entry !== undefined
}

/** Goes through every step up to the sent transaction. Nothing was sent before, except approvals. */
async function begin(before: Begun): Promise<Execution<SubmittedEntry>> {
  const { account, parameters } = before
  const { client, signal } = parameters
  let execution = before
  for (let quotes = 1; quotes <= maxQuotes; quotes += 1) {
    const { checked, accepted, confirmed } = await ensureFresh(execution)
    const checkedExecution = await advance(execution, { state: "CHECKED", ...checked, confirmed, leastOut: accepted })
    await checkOnChain(parameters, checked)
    await assertCanPay(parameters, account, checked)
    await using sender = await lockSender(execution)
    await checkBeforeApproval(checkedExecution, checked)
    const approved = await advance(await approve(checkedExecution, checked, sender), { state: "APPROVED" })
    execution = approved
    // A wallet has time to change its chain while its owner is asked and a block is awaited, and the quote has time to expire.
    await assertClientsOnChain(parameters, { ...checked.route, ...checked })
    if (isExpired(checked.route, latestTime(client.clock))) continue

    await checkBeforeSigning(approved, checked)
    throwIfAborted(signal)
    const submission = await prepareSubmission(
      swapSender(approved, checked.transaction.to),
      checked.transaction,
      sender.nextNonce,
    )
    if (isExpired(checked.route, latestTime(client.clock))) continue
    return await send(await advance(approved, { state: "SIGNED", submission }), submission)
  }
  throw new RouteRefusedError("EXPIRED", { quoteId: (execution.entry?.route ?? parameters.route).quoteId })
}

/** Checks that the account owns what the transaction pays, and what the API asks it to own for gas. */
async function assertCanPay(
  { publicClient, minNativeCurrencyForGas }: ExecuteRouteParameters,
  account: Account,
  { request, transaction: { value } }: CheckedRoute,
): Promise<void> {
  const forGas = minNativeCurrencyForGas ?? 0n
  const next =
    forGas === 0n
      ? undefined
      : `Nothing was sent. The swap API asks for ${forGas} wei for gas on this chain, beside what the swap attaches: fund the account.`
  await assertBalance(publicClient, account, value + forGas, next)
  const { userOps, inputToken: token, inputAmount: needed } = request
  // An approval looks for its tokens itself.
  if (userOps !== "deposit" || isAddressEqual(token, nativeToken)) return
  await assertTokens(publicClient, { account: account.address, token, needed })
}

async function approve(execution: Execution, { approval }: CheckedRoute, sender: AccountLock): Promise<Execution> {
  if (approval === undefined) return execution
  const { account, entry, parameters } = execution
  const { publicClient, walletClient, signal, receiptTimeout, errorAbis = [] } = parameters
  const onSubmitted = (hash: `0x${string}`): void => {
    reportEvent(execution, { state: "APPROVING", quoteId: entry.route.quoteId, hash })
  }
  // A node that signs itself chooses itself.
  const nextNonce = account.type === "local" ? sender.nextNonce : undefined
  const options = { signal, receiptTimeout, errorAbis, onSubmitted, nextNonce }
  const hashes = await approveExactly(publicClient, walletClient, approval, options)
  return await advance(execution, { approvals: [...entry.approvals, ...hashes] })
}

/**
 * Goes on with a transaction that an earlier call recorded.
 *
 * @returns `undefined` if it was never mined and never will be
 */
async function resume(execution: Execution, submission: Submission): Promise<Execution<SubmittedEntry> | undefined> {
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

async function send(execution: Execution, submission: Submission): Promise<Execution<SubmittedEntry>> {
  throwIfAborted(execution.parameters.signal)
  const hash = await sendSubmission(swapSender(execution, submission.transaction.to), submission)
  return await advance(execution, { state: "SENT", submission: { ...submission, hash } })
}

function assertSameExecution({ account: { address }, entry, parameters }: Execution): void {
  const { quoteId, account, chainId } = entry
  const { originChainId } = parameters.request
  if (isAddressEqual(account, address) && chainId === Number(originChainId)) {
    assertSameRequest(entry, parameters)
    return
  }
  throw new JournalMismatchError({
    quoteId,
    written: describeOrigin(entry),
    given: describeOrigin({ account: address, chainId: originChainId }),
  })
}

/** An API could give one id to two quotes. Then the second one would pass for the first. */
function assertSameRequest({ quoteId, request }: JournalEntry, parameters: ExecuteRouteParameters): void {
  const [written, given] = [canonicalRequest(request), canonicalRequest(parameters.request)]
  if (written === given) return
  throw new JournalMismatchError({ quoteId, written: excerpt(written, 300), given: excerpt(given, 300) })
}

function describeOrigin({ account, chainId }: { account: Account["address"]; chainId: number | undefined }): string {
  return `${account} on chain ${String(chainId)}`
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new AbortedError()
}
