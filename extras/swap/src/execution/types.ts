import type { Abi, Account, Address, Client, Hex } from "viem"

import type { DestinationClient } from "../checks/checkOnChain.js"
import type { ConfirmTarget } from "../checks/confirmContracts.js"
import type { RouteLimits, ShownCall } from "../checks/types.js"
import type { SwapClient } from "../createSwapClient.js"
import type { WatchRouteParameters } from "../following/watchRoute.js"
import type { Payout, Quote, QuoteRoute, RouteStatus } from "../types.js"
import type { GetQuoteParameters } from "../wire/parameters/types.js"
import type { ExecutionState, ExecutionStep } from "./executionStates.js"
import type { GasForecast } from "#src/onchain/gas/forecastGas.js"
import type { GasLimits } from "#src/onchain/gas/GasPlan.js"
import type { Submission } from "#src/onchain/submission/Submission.js"

/** What to execute, with which clients, and what the route must agree with. */
export type ExecuteRouteParameters = RouteLimits &
  GasLimits &
  Pick<WatchRouteParameters, "minInterval" | "maxInterval" | "signal" | "onTrouble" | "onWait"> & {
    client: SwapClient
    /** A route that `getQuote` returned for `request`. */
    route: QuoteRoute
    /** The parameters that `getQuote` was called with. */
    request: GetQuoteParameters
    /** What `getQuote` returned. If given, its chains, user, receiver and input are checked too. */
    quote?: Quote | undefined
    /** Sends from the request's `userAddress` on the origin chain. Either its account signs locally or its node signs. */
    walletClient: Client
    /** Reads the origin chain. */
    publicClient: Client
    /**
     * Reads the chain that pays, if it is another one, to see the payout before the route is called complete. Default: nobody looks, and
     * the result says so. A client of another chain is refused before anything is signed.
     */
    destinationClient?: DestinationClient
    /** Where the execution is recorded. Pass the same journal after a crash to resume. */
    journal: RouteJournal
    /**
     * What the account must own beside what the transaction attaches, in the native currency's smallest unit:
     * `currency.minNativeCurrencyForGas` of the origin chain, from `getSupportedChains`. Default: nothing, so that an account without
     * gas is noticed by its node only.
     */
    minNativeCurrencyForGas?: bigint | null | undefined
    /**
     * Whether to replace a quote that expired by a new one that gives at least the amount accepted first, and that calls and approves
     * the same contracts. Default: false.
     */
    requote?: boolean | undefined
    /**
     * Asked about a contract of the route that is not allowed, and about one that a new quote has in place of another. What it
     * confirms counts for this call. Default: such a route is refused.
     */
    confirmTarget?: ConfirmTarget | undefined
    /**
     * Asked about a route that does more than the one that was agreed to, in place of which it came: with one sentence for each difference.
     * Default: such a route is refused.
     */
    confirmCall?: ((differences: readonly string[]) => Promise<boolean>) | undefined
    /**
     * Asked before something is sent for a transaction that an earlier call signed and that no node has. Default: it goes on, because
     * `route` names the same transaction.
     */
    confirmRecorded?: ConfirmRecorded | undefined
    /** ABIs to decode a revert with. */
    errorAbis?: readonly Abi[] | undefined
    /** Milliseconds to wait for each receipt. Default: 3 minutes. */
    receiptTimeout?: number | undefined
    /** Milliseconds to follow the route once its transaction is mined. Default: that of `watchRoute`. */
    timeout?: number | undefined
    /** Called for every step; a promise that it returns is awaited. If it throws, the execution ends with that error, and can be resumed later. */
    onStep?: ((step: ExecutionStep) => unknown) | undefined
  }

/** The result of an execution that completed. Its payout is `not looked` without a `destinationClient`. */
export type ExecuteRouteReturnType = Payout & {
  /** The id of the route that was sent. It is not the id of the given route if that one expired and was quoted again. */
  readonly quoteId: string
  /** The transaction on the origin chain. */
  readonly hash: Hex
  /** The transactions that approved; empty if the allowance was sufficient. */
  readonly approvals: readonly Hex[]
  /** The final status of the route. */
  readonly route: RouteStatus
}

export type { Submission }

/**
 * What would be sent for a recorded transaction that no node has: the transaction itself, or an empty payment of the account to itself
 * that uses up its nonce, because its quote has expired or it would revert.
 */
export type RecordedAct = "send" | "use up nonce"

/**
 * Asks somebody about a transaction that the journal records. The record agrees to nothing. Anything but `true` is a no. `gas` is what using
 * up the nonce costs at most.
 */
export type ConfirmRecorded = (entry: SignedEntry, act: RecordedAct, gas?: GasForecast) => Promise<boolean>

/**
 * The record of one execution. It can stop a call, be resumed and be looked up. It consents to nothing: limits, contracts and answers are
 * those of the call that resumes it.
 */
export type JournalEntry = {
  /** The id of the route that the execution began with. The entry is stored under it. */
  readonly quoteId: string
  readonly state: ExecutionState
  readonly account: Address
  readonly chainId: number
  /** The parameters that `getQuote` was called with. */
  readonly request: GetQuoteParameters
  /** The route that is executed. Its `quoteId` differs from the entry's if the first quote expired and was replaced. */
  readonly route: QuoteRoute
  /** What was agreed to last. A route that does more is asked about. */
  readonly confirmed?: ShownCall | undefined
  /** The least amount of the output token that was accepted first. */
  readonly leastOut: bigint
  /** The transactions that approved. */
  readonly approvals: readonly Hex[]
  readonly submission?: Submission | undefined
  /** The transaction that was mined with the nonce of the submission in its place, if it is known. */
  readonly replacedBy?: Hex | undefined
  /** The final status of the route, once it is known; or why its transaction was given up. */
  readonly outcome?: string | undefined
  /** Set if this quote replaced one that expired: the id of the entry that has the execution. */
  readonly continues?: string | undefined
  /** When the entry was written, in milliseconds since 1970. */
  readonly at: number
}

export type SignedEntry = JournalEntry & { readonly submission: Submission }

export type SubmittedEntry = JournalEntry & { readonly submission: Submission & { readonly hash: Hex } }

/** Exclusive use of a quote, until this is disposed of. */
export type JournalLock = AsyncDisposable

/**
 * Where executions are recorded before they go on, so that nothing is ever sent twice.
 *
 * An implementation must keep these promises. `write` is durable once it resolves, even if the machine crashes, and is atomic.
 * `read` returns the latest `write` or rejects; `undefined` means that nothing was ever written. `lock` has one holder at a time
 * among all processes that share the journal, and a holder that has died holds nothing.
 */
export type RouteJournal = {
  /**
   * Reserves a quote for one caller, until the lock is disposed of.
   *
   * @throws {RouteBusyError} another call or process holds it
   */
  lock(quoteId: string): Promise<JournalLock>
  /** Returns the latest entry of a quote; `undefined` if nothing was ever written. */
  read(quoteId: string): Promise<JournalEntry | undefined>
  /** Stores an entry in place of the one before. It is durable once the promise resolves. */
  write(entry: JournalEntry): Promise<void>
  /** Returns every entry, in no particular order. */
  list(): Promise<JournalEntry[]>
}

/** An execution that may not have an entry in the journal yet. */
export type Begun = Execution<JournalEntry | undefined>

/** An execution: its parameters, the account that signs, and its entry in the journal. Only `advance` changes it. */
export type Execution<Entry extends JournalEntry | undefined = JournalEntry> = {
  readonly parameters: ExecuteRouteParameters
  readonly account: Account
  /** The id that the journal keeps the execution under: that of the first quote. */
  readonly id: string
  /** `undefined` until the execution is `CHECKED` for the first time. */
  readonly entry: Entry
}
