import type { Hex } from "viem"
import { getTransaction } from "viem/actions"
import { isAddressEqual } from "viem/utils"

import { assertClientsOnChain } from "../checks/checkOnChain.js"
import { isExpired } from "../checks/checkRoute.js"
import { RouteRefusedError } from "../checks/routeRefusals.js"
import { advance } from "./advance.js"
import { isMined, isSentState } from "./executionStates.js"
import { lockExecution, lockSender } from "./locks.js"
import type {
  ExecuteRouteParameters,
  Execution,
  JournalEntry,
  RecordedAct,
  Submission,
  SubmittedEntry,
} from "./types.js"
import { forecastGas, type GasForecast } from "#src/onchain/gas/forecastGas.js"
import type { GasLimits } from "#src/onchain/gas/GasPlan.js"
import { isSame, type Recovered, recoverSubmission } from "#src/onchain/submission/recoverSubmission.js"
import { submit } from "#src/onchain/submission/sendSubmission.js"
import { SubmissionUnclearError } from "#src/onchain/submission/Submission.js"
import { defaultReceiptTimeout, waitForReceipt } from "#src/onchain/waitForReceipt.js"
import { latestTime } from "#src/primitives/clock.js"
import { Disposables } from "#src/primitives/lifetime/Disposables.js"

/**
 * Finds out whether an execution that an earlier run began can go on. If it cannot, its transaction can never be mined from then on, and
 * another swap can begin.
 *
 * @returns its entry, which is `REPLACED` if it is over; `undefined` if nothing was ever written
 * @throws {RouteBusyError} {@link SubmissionUnclearError} {@link NotSubmittedError} `NotMinedError` this is not known yet
 */
export async function settleExecution(parameters: ExecuteRouteParameters): Promise<JournalEntry | undefined> {
  return await lockExecution(parameters, async (execution) => {
    const { entry } = execution
    if (entry?.submission === undefined || isMined(entry.state)) return entry
    const settled = await settleSubmission({ ...execution, entry }, entry.submission)
    return settled.kind === "over" ? settled.entry : entry
  })
}

/** What to do about a transaction that an earlier call recorded. */
export type Settled =
  /** It was sent, with this hash. */
  | { readonly kind: "sent"; readonly hash: Hex }
  /** No node has it, and its quote has not expired: it can be sent. */
  | { readonly kind: "unsent" }
  /** It can never be mined, and its route may be executed by another transaction. */
  | { readonly kind: "anew" }
  /** It can never be mined, and the execution is over. */
  | { readonly kind: "over"; readonly entry: JournalEntry }

/**
 * Finds out what became of a transaction that an earlier call signed or sent, and never leaves one behind that could still be mined. If
 * no node has it and its quote has expired, its nonce is used up first.
 *
 * @throws {SubmissionUnclearError} the node cannot tell
 * @throws {RouteRefusedError} WRONG_CHAIN
 */
export async function settleSubmission(execution: Execution, submission: Submission): Promise<Settled> {
  const { entry, parameters } = execution
  if (entry.state === "REPLACED") return { kind: "over", entry }
  const { transaction } = submission
  // What another chain says about the nonce means nothing.
  await assertClientsOnChain(parameters, { quoteId: entry.route.quoteId, transaction })
  const found = isSent(execution)
    ? await reconcile(execution)
    : await recoverSubmission({ account: execution.account.address, publicClient: parameters.publicClient }, submission)
  if (found.kind === "sent") return found
  if (found.kind === "dead") return await conclude(execution, found)
  if (hasExpired(execution)) return await giveUp(execution, submission, "EXPIRED")
  // What was signed elsewhere cannot be sent from here.
  const isElsewhere = isSent(execution) && submission.raw === undefined
  return isElsewhere ? { kind: "sent", hash: execution.entry.submission.hash } : found
}

/**
 * Asks before something is sent for a recorded transaction.
 *
 * @throws {RouteRefusedError} NOT_CONFIRMED: the answer is no
 */
export async function confirmRecorded(
  { entry, parameters }: Execution,
  submission: Submission,
  act: RecordedAct,
  gas?: GasForecast,
): Promise<void> {
  const isConfirmed: unknown = await (parameters.confirmRecorded?.({ ...entry, submission }, act, gas) ?? true)
  if (isConfirmed !== true) throw new RouteRefusedError("NOT_CONFIRMED", { quoteId: entry.quoteId })
}

/**
 * Gives up a transaction that no node has: uses up its nonce, so that it can never be mined.
 *
 * @param outcome why
 * @throws {RouteRefusedError} NOT_CONFIRMED
 * @throws {GasPriceTooHighError} `GasTooExpensiveError` its gas costs more than the limits
 * @throws {NotSubmittedError} `NotMinedError` the nonce is not used up yet
 */
export async function giveUp(execution: Execution, submission: Submission, outcome: string): Promise<Settled> {
  const { publicClient, maxGasPrice, maxGasCost } = execution.parameters
  const { address: account } = execution.account
  const limits = { maxGasPrice, maxGasCost }
  const gas = await forecastGas(publicClient, [{ to: account, data: "0x" }], { account, limits })
  await confirmRecorded(execution, submission, "use up nonce", gas)
  const found = await cancelSubmission(execution, submission, gas.limits)
  return found.kind === "dead" ? await conclude(execution, found, outcome) : found
}

/** A dead transaction ends its execution: its nonce may be used to cancel it. Only one given up here leads to a new quote. */
async function conclude(
  execution: Execution,
  { replacedBy }: Extract<Recovered, { kind: "dead" }>,
  outcome?: string,
): Promise<Settled> {
  const canGoOn = outcome !== undefined && hasExpired(execution) && execution.parameters.requote === true
  if (canGoOn && !isSent(execution)) return { kind: "anew" }
  const { entry } = await advance(execution, { state: "REPLACED", replacedBy, outcome })
  return { kind: "over", entry }
}

function hasExpired({ entry, parameters }: Execution): boolean {
  return isExpired(entry.route, latestTime(parameters.client.clock))
}

/** Whether the transaction of an execution is known to have been sent. */
export function isSent(execution: Execution): execution is Execution<SubmittedEntry> {
  const { state, submission } = execution.entry
  return submission?.hash !== undefined && isSentState(state)
}

/**
 * Checks that the chain has the transaction of an execution that is recorded as mined: the record alone would pass the end of another
 * swap for that of this one.
 *
 * @throws {SubmissionUnclearError} the node does not have it, or it does something else
 */
export async function assertOnChain({ account, entry, parameters }: Execution<SubmittedEntry>): Promise<void> {
  const { transaction, nonce, hash } = entry.submission
  const found = await getTransaction(parameters.publicClient, { hash }).catch(() => undefined)
  if (found !== undefined && isAddressEqual(found.from, account.address) && isSame(found, transaction)) return
  const reason = `it is recorded as mined, and the node has no such transaction ${hash}`
  throw new SubmissionUnclearError({ account: account.address, nonce, reason })
}

/**
 * Compares a transaction that an earlier call sent with what the node has: since then the node may have lost it, or a wallet may have
 * replaced it. Sends nothing.
 *
 * @returns `sent` with the hash of the transaction, which is another one if a wallet replaced it by one that does the same; `unsent` if
 * the node lost it; or `dead`
 */
async function reconcile(execution: Execution<SubmittedEntry>): Promise<Recovered> {
  const { account, entry, parameters } = execution
  const { submission } = entry
  try {
    // Compared by what it does, because a wallet that replaces it to speed it up changes its hash.
    return await recoverSubmission(
      { account: account.address, publicClient: parameters.publicClient },
      { ...submission, hash: undefined },
    )
  } catch (error) {
    // It was sent, so its receipt is awaited even if the node cannot tell more now.
    if (!(error instanceof SubmissionUnclearError)) throw error
    return { kind: "sent", hash: submission.hash }
  }
}

/**
 * Gives up a transaction that was signed and that no node has. Its bytes could still be mined later, so its nonce is used up first: by an
 * empty payment from the account to itself, which costs the gas of a plain payment.
 *
 * @returns what became of the transaction: `dead`, or `sent` if it was mined after all
 * @throws {NotSubmittedError} `NotMinedError` the payment was not accepted or not mined; calling again goes on from there
 */
async function cancelSubmission(
  execution: Execution,
  submission: Submission,
  gasLimits: GasLimits,
): Promise<Recovered> {
  const { account, parameters } = execution
  const { publicClient, walletClient, client, signal, receiptTimeout = defaultReceiptTimeout } = parameters
  const { nonce } = submission
  const { address: to } = account
  const call = { address: to, functionName: "an empty payment to itself" }
  const sender = { account, publicClient, walletClient, call, gasLimits }
  const { chainId } = submission.transaction
  await using locks = new Disposables()
  locks.use(await lockSender(execution))
  const hash = await submit(sender, { chainId, to, data: "0x", value: 0n, nonce })
  await waitForReceipt(publicClient, { hash, timeout: receiptTimeout, signal, clock: client.clock })
  return await recoverSubmission({ account: account.address, publicClient }, submission)
}
