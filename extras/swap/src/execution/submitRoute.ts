import type { Client, Hex } from "viem"
import { isAddressEqual } from "viem/utils"

import { assertClientsOnChain, checkOnChain } from "../checks/checkOnChain.js"
import { isExpired } from "../checks/checkRoute.js"
import { RouteRefusedError } from "../checks/routeRefusals.js"
import { shownCall } from "../checks/shownCall.js"
import type { CheckedRoute } from "../checks/types.js"
import { nativeToken } from "../nativeToken.js"
import { checkRecorded, ensureFresh, type FreshRoute } from "./acceptRoute.js"
import { advance, reportEvent } from "./advance.js"
import { SubmissionReplacedError } from "./executionErrors.js"
import { isMined, isSentState } from "./executionStates.js"
import { assertSameExecution } from "./journal/entries.js"
import { lockExecution, lockSender } from "./locks.js"
import { assertOnChain, confirmRecorded, giveUp, isSent, type Settled, settleSubmission } from "./settleSubmission.js"
import { checkBeforeApproval, checkBeforeSigning, swapCall } from "./simulation.js"
import type { Begun, ExecuteRouteParameters, Execution, Submission, SubmittedEntry } from "./types.js"
import { AbortedError } from "#src/http/errors.js"
import { approveExactly } from "#src/onchain/allowances.js"
import { assertBalance, assertTokens } from "#src/onchain/assertFunds.js"
import { CallRevertedError } from "#src/onchain/callErrors.js"
import { signedGas } from "#src/onchain/gas/gasErrors.js"
import type { ReservedAccount } from "#src/onchain/submission/reserveAccount.js"
import { planSending, sendSubmission } from "#src/onchain/submission/sendSubmission.js"
import type { Sender } from "#src/onchain/submission/Submission.js"
import { readNativeCurrency } from "#src/onchain/tokens.js"
import { latestTime } from "#src/primitives/clock.js"

/** How often quotes may expire before they are used until that is an error. */
const maxQuotes = 3

/** Begins or resumes an execution, and returns it once its transaction was sent. Holds the lock of its quote until then. */
export async function submitRoute(parameters: ExecuteRouteParameters): Promise<Execution<SubmittedEntry>> {
  return await lockExecution(parameters, submitLocked)
}

async function submitLocked(begun: Begun): Promise<Execution<SubmittedEntry>> {
  const { entry } = begun
  if (entry === undefined) return await begin(begun)
  const execution: Execution = { ...begun, entry }
  assertSameExecution(execution)
  if (isSent(execution) && isMined(execution.entry.state)) {
    await assertOnChain(execution)
    return execution
  }
  const { submission } = entry
  const resumed = submission === undefined ? undefined : await resumeSubmission(execution, submission)
  return resumed ?? (await begin(execution))
}

/** Goes through every step up to the sent transaction. Nothing was sent before, except approvals. */
async function begin(before: Begun): Promise<Execution<SubmittedEntry>> {
  const { parameters } = before
  const { client } = parameters
  let execution = before
  let fresh: FreshRoute | undefined
  for (let quotes = 1; quotes <= maxQuotes; quotes += 1) {
    fresh = await ensureFresh(execution, fresh)
    const { checked, accepted } = fresh
    const terms = { route: checked.route, request: checked.request, leastOut: accepted }
    const checkedExecution = await advance(execution, { state: "CHECKED", ...terms, confirmed: shownCall(checked) })
    await checkOnChain(parameters, checked)
    await assertCanPay(before, checked)
    await using sender = await lockSender(execution)
    await checkBeforeApproval(checkedExecution, checked)
    const { made, after } = await approve(checkedExecution, checked, sender)
    const approved = await advance(made, { state: "APPROVED" })
    execution = approved
    // A wallet has time to change its chain while its owner is asked and a block is awaited, and the quote has time to expire.
    await assertClientsOnChain(parameters, { ...checked.route, ...checked })
    if (isExpired(checked.route, latestTime(client.clock))) continue

    await checkBeforeSigning({ ...approved, parameters: { ...approved.parameters, publicClient: after } }, checked)
    const sent = await sendChecked(approved, checked, { sender, after })
    if (sent !== undefined) return sent
  }
  throw new RouteRefusedError("EXPIRED", { quoteId: (execution.entry?.route ?? parameters.route).quoteId })
}

/** Goes on with a transaction that an earlier call recorded; `undefined` if it was never mined and never will be. */
async function resumeSubmission(
  execution: Execution,
  submission: Submission,
): Promise<Execution<SubmittedEntry> | undefined> {
  const settled = await settleSubmission(execution, submission)
  if (settled.kind === "anew") return undefined
  if (settled.kind !== "unsent") return await follow(execution, settled)
  // No node has it. What was checked when it was signed may have changed since, or was never checked.
  const checked = await checkRecorded(execution)
  const { raw, transaction } = submission
  if (raw !== undefined) {
    const { symbol } = await readNativeCurrency(execution.parameters.publicClient, transaction.chainId)
    signedGas(raw, execution.parameters, symbol)
  }
  await confirmRecorded(execution, submission, "send")
  await checkOnChain(execution.parameters, checked)
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
  if (isSentState(state)) return { ...execution, entry: { ...execution.entry, submission: sent } }
  return await advance(execution, { state: "SENT", submission: sent })
}

/** Checks that the account owns what the transaction pays, and what the API asks it to own for gas. */
async function assertCanPay(
  { account, parameters: { publicClient, minNativeCurrencyForGas } }: Begun,
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

/** Approves exactly the amount that the route takes, unless the allowance suffices. `after` reads what is approved by then. */
async function approve(
  execution: Execution,
  { approval }: CheckedRoute,
  { withNonce }: ReservedAccount,
): Promise<{ readonly made: Execution; readonly after: Client }> {
  if (approval === undefined) return { made: execution, after: execution.parameters.publicClient }
  const { entry, parameters } = execution
  const { publicClient, walletClient, signal, receiptTimeout, errorAbis = [] } = parameters
  const { clock } = parameters.client
  const { maxGasPrice, maxGasCost, gasTally } = parameters
  const reports: unknown[] = []
  const onSubmitted = (hash: Hex): void => {
    reports.push(reportEvent(execution, { state: "APPROVING", quoteId: entry.route.quoteId, hash }))
  }
  const limits = { maxGasPrice, maxGasCost, gasTally }
  const options = { ...limits, signal, receiptTimeout, errorAbis, onSubmitted, withNonce, clock }
  const { hashes, after } = await approveExactly(publicClient, walletClient, approval, options)
  await Promise.all(reports)
  return { made: await advance(execution, { approvals: [...entry.approvals, ...hashes] }), after }
}

/** Writes down the transaction of a route and sends it; `undefined` if its quote has expired before. */
async function sendChecked(
  execution: Execution,
  { route, transaction }: CheckedRoute,
  { sender, after }: { readonly sender: ReservedAccount; readonly after: Client },
): Promise<Execution<SubmittedEntry> | undefined> {
  const { client, signal } = execution.parameters
  throwIfAborted(signal)
  let signed = execution
  const record = async (submission: Submission): Promise<void> => {
    const isSentByNode = submission.raw === undefined && submission.hash !== undefined
    if (isSentByNode) return
    if (isExpired(route, latestTime(client.clock))) throw new ExpiredMeanwhile()
    signed = await advance(execution, { state: "SIGNED", submission })
    throwIfAborted(signal)
  }
  try {
    const from = swapSender(execution, transaction.to)
    const gas = await planSending({ ...from, publicClient: after }, transaction)
    const hash = await sender.send(from, transaction, { record, gas })
    const { submission } = signed.entry
    return await advance(signed, { state: "SENT", submission: { ...(submission as Submission), hash } })
  } catch (error) {
    if (error instanceof ExpiredMeanwhile) return undefined
    throw error
  }
}

/** Nothing was sent. */
class ExpiredMeanwhile extends Error {}

/** Sends what was recorded before, and records that the node has accepted it. */
async function send(execution: Execution, submission: Submission): Promise<Execution<SubmittedEntry>> {
  throwIfAborted(execution.parameters.signal)
  const hash = await sendSubmission(swapSender(execution, submission.transaction.to), submission)
  return await advance(execution, { state: "SENT", submission: { ...submission, hash } })
}

/** The account and the clients of an execution, for its transaction to a contract. */
function swapSender({ account, parameters }: Begun, to: Hex): Sender {
  const { publicClient, walletClient, errorAbis } = parameters
  return { account, publicClient, walletClient, errorAbis, call: swapCall(to), gasLimits: parameters }
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new AbortedError()
}
