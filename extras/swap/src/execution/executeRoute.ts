import { openDestination } from "../checks/checkOnChain.js"
import { RouteEndedError } from "../following/trackingErrors.js"
import { watchRoute } from "../following/watchRoute.js"
import { confirmPayout } from "../reading/confirmPayout.js"
import type { SwapChain, UnreadChain } from "../reading/types.js"
import type { Payout, RouteStatus } from "../types.js"
import { advance, reportEvent } from "./advance.js"
import { RouteBusyError } from "./executionErrors.js"
import { isMined } from "./executionStates.js"
import { idleApproval, readFirstEntry } from "./journal/entries.js"
import { swapCall } from "./simulation.js"
import { submitRoute } from "./submitRoute.js"
import type { ExecuteRouteParameters, ExecuteRouteReturnType, Execution, SubmittedEntry } from "./types.js"
import { readLeftAllowance } from "#src/onchain/allowances.js"
import { accountOf, whyReverted } from "#src/onchain/transact.js"
import { TransactionRevertedError } from "#src/onchain/transactionErrors.js"
import { defaultReceiptTimeout, waitForReceipt } from "#src/onchain/waitForReceipt.js"

/**
 * Executes a route: checks it against the request and the allowed contracts, approves exactly the amount it takes if the allowance is
 * too low, judges what a simulation of its transaction would do, sends it, and follows the route until it is COMPLETED and the destination chain
 * shows the payout.
 *
 * A contract that is neither in `allowedTargets` nor confirmed by `confirmTarget` is refused: the API decides what the transaction
 * does, and it can give away anything that the account owns.
 *
 * Each step is in the journal before the next one begins. Call it again with the same route and journal to resume after a crash or
 * an error: the transaction is never sent twice. Of several calls at once, only one sends. The others are refused until then; a call
 * that comes later follows the same route. An entry of the journal works as parameters too:
 * `executeRoute({ ...entry, client, walletClient, publicClient, journal })`.
 *
 * Swaps of one account on one machine take turns from their approval until their transaction is sent. If an execution fails and leaves
 * an allowance behind, that is reported as `ALLOWANCE_LEFT`, with the call that revokes it.
 *
 * @throws {RouteRefusedError} the route does not do what was requested; nothing was signed
 * @throws {RouteBusyError} another call is executing the same quote
 * @throws {RequoteRefusedError} the quote expired, and no new quote gives as much
 * @throws {InsufficientTokensError} `InsufficientBalanceError` the account owns too little
 * @throws {CallRevertedError} the simulation reverted; nothing was sent
 * @throws {NotSubmittedError} `NotMinedError` `TransactionRevertedError` of the transaction itself
 * @throws {SubmissionUnclearError} an earlier call may have sent the transaction, and the node cannot tell; nothing was sent now
 * @throws {SubmissionReplacedError} another transaction with the same nonce was mined in its place; or it was signed and never sent, its
 * quote has expired, and its nonce was used up, so that it can never be mined. Both end the execution
 * @throws {AccountBusyError} other swaps kept sending from the account
 * @throws {JournalDamagedError} `JournalMismatchError` the journal's entry cannot be used; nothing was sent
 * @throws {JournalUnusableError} the journal cannot be written; nothing was sent that is not recorded
 * @throws {RouteRefundedError} and the other errors of `watchRoute`
 * @throws {PayoutNotSeenError} the API says that the route is complete, and the destination chain does not show it
 * @throws {AbortedError} the signal was aborted; what was sent goes on, and a later call can resume
 * @example
 * const request = { userOps: "tx", originChainId: 41001, destinationChainId: 41002, inputToken, outputToken, … } as const
 * const quote = await client.getQuote(request)
 * const { hash, route } = await executeRoute({
 *   client, request, quote, route: quote.routes[0], walletClient, publicClient, journal: createFileJournal(".plugs/swaps"),
 *   destinationClient, allowedTargets: ["0x…"], routers, minOut: 9_900_000n,
 * })
 * console.log(hash, route.destination.txHash)
 */
export async function executeRoute(parameters: ExecuteRouteParameters): Promise<ExecuteRouteReturnType> {
  try {
    return await finishRoute(await submitRoute(parameters))
  } catch (error) {
    await reportLeftAllowance(parameters, error)
    throw error
  }
}

/** Follows a sent execution until its route is final. Sends nothing, so any number of calls may follow the same one. */
async function finishRoute(sent: Execution<SubmittedEntry>): Promise<ExecuteRouteReturnType> {
  const execution = isMined(sent.entry.state) ? sent : await awaitReceipt(sent)
  const { route, approvals, submission } = execution.entry
  const { quoteId, statusCheck } = route
  const { client, minInterval, maxInterval, signal, onTrouble, onWait, timeout } = execution.parameters
  let latest: RouteStatus | undefined
  let payout: Payout | undefined
  try {
    const timing = { minInterval, maxInterval, signal, onTrouble, onWait, timeout }
    for await (const step of watchRoute(client, { quoteId, statusCheck, isMined: true, ...timing })) {
      latest = step.route
      if (latest.status === "COMPLETED") payout ??= await lookForPayout(execution, latest)
      await reportEvent(execution, { state: "FOLLOWING", quoteId, step: { ...step, ...payout } })
    }
  } catch (error) {
    if (error instanceof RouteEndedError) await advance(execution, { state: "FINISHED", route: error.route })
    throw error
  }
  if (latest === undefined || payout === undefined)
    throw new Error("A watch that ends without an error has seen the end.")
  await advance(execution, { state: "FINISHED", route: latest })
  return { quoteId, hash: submission.hash, approvals, route: latest, ...payout }
}

/** What the API calls complete is asked of the chain that pays, before anybody is told. */
async function lookForPayout(
  { entry, parameters: { publicClient, destinationClient, client, signal } }: Execution<SubmittedEntry>,
  route: RouteStatus,
): Promise<Payout> {
  const chainOf = async (chainId: number): Promise<SwapChain | UnreadChain> => {
    const name = `chain ${chainId}`
    if (chainId === entry.chainId) return { chainId, name, client: publicClient }
    const given = await openDestination(destinationClient)
    return given === undefined ? { chainId, name, problem: "no client was given" } : { chainId, name, client: given }
  }
  return await confirmPayout({ record: { entry }, route, chainOf, clock: client.clock, signal })
}

async function awaitReceipt(execution: Execution<SubmittedEntry>): Promise<Execution<SubmittedEntry>> {
  const { publicClient, client, errorAbis = [], receiptTimeout = defaultReceiptTimeout, signal } = execution.parameters
  const { transaction, hash } = execution.entry.submission
  const receipt = await waitForReceipt(publicClient, { hash, timeout: receiptTimeout, signal, clock: client.clock })
  if (receipt.status === "success") return await advance(execution, { state: "MINED" })
  await advance(execution, { state: "REVERTED" })
  const sent = { ...transaction, account: execution.account.address, blockNumber: receipt.blockNumber }
  throw new TransactionRevertedError({
    call: swapCall(transaction.to),
    hash,
    reason: await whyReverted(publicClient, sent, errorAbis),
    next: "Nothing was swapped. Get a new quote to try again: this one will not be sent again.",
  })
}

/**
 * Reports the allowance that a failed execution approved and did not use, and how to revoke it. Reads the journal and the chain; if they
 * do not answer, nothing is reported, because the failure itself matters more.
 *
 * @param error why the execution failed
 */
async function reportLeftAllowance(parameters: ExecuteRouteParameters, error: unknown): Promise<void> {
  // The other execution may be about to use it.
  if (error instanceof RouteBusyError) return
  const { publicClient, walletClient, journal, route, onStep } = parameters
  try {
    const entry = await readFirstEntry(journal, route.quoteId)
    const approval = entry === undefined ? undefined : idleApproval(entry)
    if (entry === undefined || approval === undefined) return
    const left = await readLeftAllowance(publicClient, approval, accountOf(walletClient).address)
    if (left.amount > 0n) await onStep?.({ state: "ALLOWANCE_LEFT", quoteId: entry.route.quoteId, ...left })
  } catch {
    return
  }
}
