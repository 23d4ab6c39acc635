import type { Abi, Account, PublicClient, WalletClient } from "viem"

import { AbortedError } from "../../../src/http/errors.js"
import { InvalidInputError } from "../../../src/primitives/InvalidInputError.js"
import { latestTime } from "../../../src/primitives/clock.js"
import { findCommandExecution, forgetWhenOver, lockCommand } from "../../../src/swap/execution/journal/runCommand.js"
import { JournalMismatchError } from "../../../src/swap/execution/executionErrors.js"
import { assertSameRequest, readFirstEntry } from "../../../src/swap/execution/journal/entries.js"
import { settleExecution } from "../../../src/swap/execution/settleSubmission.js"
import type {
  ConfirmTarget,
  ExecuteRouteParameters,
  JournalEntry,
  RouteLimits,
  SwapClient,
} from "../../../src/swap/index.js"
import { checkRoute } from "../../../src/swap/checks/checkRoute.js"
import { executeRoute } from "../../../src/swap/execution/executeRoute.js"
import type { ExecutionListeners } from "../../../src/terminal/swap/showExecution.js"
import type { SwapPlanFacts } from "../../../src/terminal/swap/swapPlan.js"
import type { SwapCommand } from "../arguments/readExecuteArguments.js"
import { getSwapOffer, type GetSwapOfferParameters, readSwapTerms } from "../offer/getSwapOffer.js"
import { chooseRoute } from "../offer/chooseRoute.js"
import { confirmEntry, needsSigning } from "../journal/confirmEntry.js"
import type { SwapJournal } from "../../../src/plugin/records/openJournal.js"
import { swapCommandKey } from "../journal/swapCommandKey.js"
import { SwapDeclinedError } from "./SwapDeclinedError.js"

/** What a swap is executed with, and how it is shown. */
export type ExecuteSwapParameters = SwapJournal & {
  readonly command: SwapCommand
  /** The contracts that the swap may call and approve, and how much it may lose. */
  readonly limits: Pick<RouteLimits, "allowedTargets" | "allowedSpenders" | "acceptLoss">
  /** Reads the tokens of the destination chain, if something reaches it. */
  readonly destinationClient: PublicClient | undefined
  readonly pins: GetSwapOfferParameters["pins"]
  readonly client: SwapClient
  readonly publicClient: PublicClient
  readonly walletClient: WalletClient & { readonly account: Account }
  readonly errorAbis: readonly Abi[]
  readonly chainName: (chainId: number) => string
  /** How often to poll, how long to wait, and whether to replace an expired quote. */
  readonly options: { minInterval?: number; maxInterval?: number; timeout?: number; requote?: boolean }
  readonly signal: AbortSignal
  /** Shows what the swap will do. Returns whether the user confirms it. */
  readonly confirm: (plan: SwapPlanFacts) => Promise<boolean>
  /** Asks about a contract that is in no list. Absent where nobody can answer: then it is refused. */
  readonly confirmTarget?: ConfirmTarget | undefined
  /** Shows an execution from its first step to its end. */
  readonly show: (run: (listeners: ExecutionListeners) => ReturnType<typeof executeRoute>) => Promise<void>
  /** Called if an execution that an earlier run began is resumed. */
  readonly onResume: (entry: JournalEntry) => void
  /** Called if the transaction of an earlier run was replaced, or given up because its quote expired. Then the swap begins anew. */
  readonly onReplaced: (entry: JournalEntry) => void
  /** When the command was started, in milliseconds since 1970. */
  readonly startedAt: number
}

/**
 * Executes a swap, or resumes it if an earlier run was stopped. What was sent is never sent again.
 *
 * @throws {SwapDeclinedError} the user did not confirm it
 * @throws {TokenMismatchError} the API says something else of a token than its chain
 * @throws {SwapBusyError} another process is executing the same swap, or has executed it since this one was started
 * @throws {InvalidInputError} there is no swap to resume
 * @throws {JournalMismatchError} what an earlier run of the command left is of another request
 * @throws what `executeRoute` throws
 */
export async function executeSwap(parameters: ExecuteSwapParameters): Promise<void> {
  const { command, journal, walletClient } = parameters
  const requote = parameters.options.requote === true
  if (command.kind === "resume") {
    const entry = await readEntryToResume(journal, command)
    if (needsSigning(entry, requote)) await confirmEntry(entry, parameters)
    await resume(parameters, entry)
    return
  }
  const key = swapCommandKey(command, walletClient.account.address)
  await lockCommand(journal, key, async () => {
    const entry = await findCommandExecution(parameters, key, parameters.startedAt)
    // Whoever typed the command has agreed to what it says, and to nothing else that is written down.
    if (entry !== undefined && needsSigning(entry, requote)) {
      assertSameRequest(entry, (await readSwapTerms(parameters.client, termsOf(parameters, command))).request)
    }
    if (entry !== undefined && (await canGoOn(parameters, entry))) await resume(parameters, entry)
    else await begin(parameters, command, key)
  })
}

async function begin(
  parameters: ExecuteSwapParameters,
  command: Extract<SwapCommand, { kind: "begin" }>,
  key: string,
): Promise<void> {
  const { client, commands, signal, confirm, limits } = parameters
  const offer = await getSwapOffer(client, termsOf(parameters, command))
  const { request, quote } = offer
  const route = chooseRoute(offer.routes, command.choice)
  const unlisted = parameters.confirmTarget === undefined ? "refuse" : "report"
  const checked = checkRoute({ ...limits, route, request, quote, now: latestTime(client.clock), unlisted })
  const isConfirmed = await confirm({ ...offer, ...checked })
  if (signal.aborted) throw new AbortedError()
  if (!isConfirmed) throw new SwapDeclinedError()
  await assertNewQuote(parameters.journal, route.quoteId)
  await commands.write(key, route.quoteId)
  const { minNativeCurrencyForGas } = offer.currency
  await execute(parameters, { route, request, quote, minNativeCurrencyForGas })
}

function termsOf(
  { walletClient, publicClient, destinationClient, pins, signal }: ExecuteSwapParameters,
  { swapRequest }: Extract<SwapCommand, { kind: "begin" }>,
): GetSwapOfferParameters {
  const readers = { origin: publicClient, destination: destinationClient }
  return { swapRequest, userAddress: walletClient.account.address, readers, pins, signal }
}

/** An API could give the id of an earlier swap to this one. The earlier one would then be resumed in its place. */
async function assertNewQuote(journal: SwapJournal["journal"], quoteId: string): Promise<void> {
  const entry = await journal.read(quoteId)
  if (entry?.submission === undefined) return
  const written = `an execution that was ${entry.state}`
  throw new JournalMismatchError({ quoteId, written, given: "the quote of a new swap" })
}

async function canGoOn(
  { options, onReplaced, ...parameters }: ExecuteSwapParameters,
  entry: JournalEntry,
): Promise<boolean> {
  const { client, journal, publicClient, walletClient, signal } = parameters
  const clients = { client, journal, publicClient, walletClient, signal }
  const settled = await settleExecution({ ...clients, ...options, ...subjectOf(entry) })
  if (settled?.state !== "REPLACED") return true
  onReplaced(settled)
  return false
}

/** The journal finds an execution by the quote that it began with, and has the latest route. */
function subjectOf({ quoteId, route, request }: JournalEntry): Pick<ExecuteRouteParameters, "route" | "request"> {
  return { route: { ...route, quoteId }, request }
}

async function resume(parameters: ExecuteSwapParameters, entry: JournalEntry): Promise<void> {
  parameters.onResume(entry)
  await execute(parameters, subjectOf(entry))
}

async function execute(
  { commands, show, options, limits, ...parameters }: ExecuteSwapParameters,
  subject: Pick<ExecuteRouteParameters, "route" | "request" | "quote" | "minNativeCurrencyForGas">,
): Promise<void> {
  const { client, journal, publicClient, walletClient, errorAbis, signal, confirmTarget } = parameters
  const fixed = { ...subject, ...options, ...limits, client, journal, publicClient, walletClient, errorAbis, signal }
  await forgetWhenOver({ commands, clock: client.clock }, subject.route.quoteId, () =>
    show(({ beforeQuestion, ...listeners }) => {
      const ask: ConfirmTarget | undefined =
        confirmTarget &&
        (async (question) => {
          beforeQuestion()
          const isConfirmed = await confirmTarget(question)
          if (signal.aborted) throw new AbortedError()
          if (!isConfirmed) throw new SwapDeclinedError()
          return true
        })
      return executeRoute({ ...fixed, ...listeners, confirmTarget: ask })
    }),
  )
}

async function readEntryToResume(
  journal: SwapJournal["journal"],
  { quoteId, argument }: Extract<SwapCommand, { kind: "resume" }>,
): Promise<JournalEntry> {
  const first = await readFirstEntry(journal, quoteId)
  if (first?.submission !== undefined) return first
  throw new InvalidInputError({
    argument,
    problem: first === undefined ? "no swap of this quote was begun from here" : "nothing was sent for this quote",
    fix:
      first === undefined
        ? "Check the id, and that --from is the chain that the swap began on."
        : "Run the command with an amount and tokens instead.",
  })
}
