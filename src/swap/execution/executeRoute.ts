import type { Abi, Client, Hex } from "viem"

import type { GetQuoteParameters, SwapClient } from "../createSwapClient.js"
import type { ExecutionStep } from "./executionStates.js"
import { finishRoute } from "./finishRoute.js"
import type { WatchRouteParameters } from "../following/followRoute.js"
import type { RouteJournal } from "./journal.js"
import type { Quote, QuoteRoute, RouteStatus } from "../types.js"
import type { RouteLimits } from "../checks/routeLimits.js"
import { submitRoute } from "./submitRoute.js"

/** What to carry out, by whom, and what it must agree with. */
export type ExecuteRouteParameters = RouteLimits &
  Pick<WatchRouteParameters, "minInterval" | "maxInterval" | "signal" | "onTrouble"> & {
    client: SwapClient
    /** One that `getQuote` gave for `request`. */
    route: QuoteRoute
    /** The parameters that `getQuote` was asked with. */
    request: GetQuoteParameters
    /** What `getQuote` gave: who and what it is for is checked too. */
    quote?: Quote | undefined
    /** Sends from the request's `userAddress`, on the origin chain. It signs by itself, or its node does. */
    walletClient: Client
    /** Reads the origin chain. */
    publicClient: Client
    /** Where it is written down. The same one, after a crash, makes it go on. */
    journal: RouteJournal
    /** Get another quote when this one has expired, and use it if it gives at least what was accepted of this one. Default: false. */
    requote?: boolean | undefined
    /** ABIs to decode a revert with. */
    errorAbis?: readonly Abi[] | undefined
    /** Milliseconds to wait for each receipt. Default: 3 minutes. */
    receiptTimeout?: number | undefined
    /** Milliseconds to follow the route once its transaction is mined. Default: as `watchRoute`. */
    timeout?: number | undefined
    /** Told of everything that happens. What it throws ends the execution, which can go on later. */
    onStep?: ((step: ExecutionStep) => void) | undefined
  }

/** What was done. */
export type ExecuteRouteReturnType = {
  /** Of the route that was sent: another than the one that was given if that had expired. */
  readonly quoteId: string
  /** The transaction on the origin chain. */
  readonly hash: Hex
  /** The transactions that approved; none if the allowance was enough. */
  readonly approvals: readonly Hex[]
  /** As it is at its end. */
  readonly route: RouteStatus
}

/**
 * Carries out a route: checks it against the request, approves exactly what it takes and only if the allowance is short, simulates,
 * sends, and follows it until it is COMPLETED.
 *
 * Each step is in the journal before the next one begins. Called again with the same route and journal, after a crash or an error, it
 * goes on where it was: the transaction is never sent twice. Two at once can't both send; the second is refused until the first has
 * sent, and then follows along. The parameters of an entry in the journal serve as well:
 * `executeRoute({ ...entry, client, walletClient, publicClient, journal })`.
 *
 * @throws {RouteRefusedError} the route is not what was asked for; nothing was signed
 * @throws {RouteBusyError} another call is at it
 * @throws {RequoteRefusedError} the quote expired, and no new one gives as much
 * @throws {InsufficientTokensError} {@link InsufficientBalanceError} the account owns too little
 * @throws {CallRevertedError} the simulation reverted; nothing was sent
 * @throws {NotSubmittedError} {@link NotMinedError} {@link TransactionRevertedError} of the transaction itself
 * @throws {SubmissionUnclearError} an earlier call may have sent it, and the node can't tell; nothing was sent now
 * @throws {RouteRefundedError} and the other errors of `watchRoute`
 * @throws {AbortedError} the signal was aborted; what is on its way goes on, and so can a later call
 * @example
 * const request = { userOps: "tx", originChainId: 41001, destinationChainId: 41002, inputToken, outputToken, … } as const
 * const quote = await client.getQuote(request)
 * const { hash, route } = await executeRoute({
 *   client, request, quote, route: quote.routes[0], walletClient, publicClient, journal: createFileJournal(".plugs/swaps"),
 * })
 * console.log(hash, route.destination.txHash)
 */
export async function executeRoute(parameters: ExecuteRouteParameters): Promise<ExecuteRouteReturnType> {
  const submitted = await submitRoute(parameters)
  return await finishRoute(parameters, submitted)
}
