import { finishRoute } from "./finishRoute.js"
import { reportLeftAllowance } from "./submission/reportLeftAllowance.js"
import { submitRoute } from "./submitRoute.js"
import type { ExecuteRouteParameters, ExecuteRouteReturnType } from "./types.js"

/**
 * Executes a route: checks it against the request and the allowed contracts, approves exactly the amount it takes if the allowance is
 * too low, judges what a simulation of its transaction would do, sends it, and follows the route until it is COMPLETED.
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
 * @throws {InsufficientTokensError} {@link InsufficientBalanceError} the account owns too little
 * @throws {CallRevertedError} the simulation reverted; nothing was sent
 * @throws {NotSubmittedError} {@link NotMinedError} {@link TransactionRevertedError} of the transaction itself
 * @throws {SubmissionUnclearError} an earlier call may have sent the transaction, and the node cannot tell; nothing was sent now
 * @throws {SubmissionReplacedError} another transaction with the same nonce was mined in its place; or it was signed and never sent, its
 * quote has expired, and its nonce was used up, so that it can never be mined. Both end the execution
 * @throws {AccountBusyError} other swaps kept sending from the account
 * @throws {JournalDamagedError} {@link JournalMismatchError} the journal's entry cannot be used; nothing was sent
 * @throws {JournalUnusableError} the journal cannot be written; nothing was sent that is not recorded
 * @throws {RouteRefundedError} and the other errors of `watchRoute`
 * @throws {AbortedError} the signal was aborted; what was sent goes on, and a later call can resume
 * @example
 * const request = { userOps: "tx", originChainId: 41001, destinationChainId: 41002, inputToken, outputToken, … } as const
 * const quote = await client.getQuote(request)
 * const { hash, route } = await executeRoute({
 *   client, request, quote, route: quote.routes[0], walletClient, publicClient, journal: createFileJournal(".plugs/swaps"),
 *   allowedTargets: ["0x…"],
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
