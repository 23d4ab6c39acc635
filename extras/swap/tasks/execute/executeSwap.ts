import type { SwapCommand } from "../arguments/readExecuteArguments.js"
import { chooseRoute } from "../offer/chooseRoute.js"
import { getSwapOffer, type GetSwapOfferParameters, readSwapTerms } from "../offer/getSwapOffer.js"
import {
  type AcceptedPlan,
  executeInSteps,
  settleInSteps,
  type SwapStepOptions,
  type SwapSubject,
} from "./executeInSteps.js"
import type { SwapRun } from "./openSwapRun.js"
import { planOfEntry } from "./planOfEntry.js"
import { swapCommandKey } from "./swapCommandKey.js"
import { confirmPlan, type SwapStep } from "./SwapStep.js"
import { withGas } from "./withGas.js"
import { checkRoute, isExpired, requireLeast } from "#extras/swap/src/checks/checkRoute.js"
import { JournalMismatchError } from "#extras/swap/src/execution/executionErrors.js"
import { isSentState } from "#extras/swap/src/execution/executionStates.js"
import { findCommandExecution, lockCommand } from "#extras/swap/src/execution/journal/commandRecords.js"
import { assertSameRequest, readFirstEntry } from "#extras/swap/src/execution/journal/entries.js"
import type { JournalEntry, RouteJournal } from "#extras/swap/src/execution/types.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import { latestTime } from "#src/primitives/clock.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { Disposables } from "#src/primitives/lifetime/Disposables.js"

type Begin = Extract<SwapCommand, { kind: "begin" }>

/** How a swap is executed. */
export type ExecuteSwapOptions = {
  /** Whether a new quote may replace one that expired. */
  readonly requote: boolean
  /** Whether to ask about contracts that are in no list. Otherwise they are refused. */
  readonly canAsk: boolean
  /** When the command was started, in milliseconds since 1970. */
  readonly startedAt: number
}

/** Whether somebody at a terminal can be asked about contracts that are in no list. */
export function canAsk({ yes, json }: { yes: boolean; json: boolean }, input: TaskIo["input"]): boolean {
  return !yes && !json && input.isTTY === true
}

/**
 * Executes a swap, or resumes it if an earlier run was stopped, and yields each step. What was sent is never sent again.
 *
 * @throws {SwapDeclinedError} the user did not confirm it
 * @throws {TokenMismatchError} the API says something else of a token than its chain
 * @throws {SwapBusyError} another process is executing the same swap, or has executed it since this one was started
 * @throws {InvalidInputError} there is no swap to resume
 * @throws {JournalMismatchError} what an earlier run of the command left is of another request
 * @throws what `executeRoute` throws
 * @example
 * for await (const step of executeSwap(run, command, options)) if (step.kind === "confirm") step.answer(true)
 */
export async function* executeSwap(
  run: SwapRun,
  command: SwapCommand,
  options: ExecuteSwapOptions,
): AsyncGenerator<SwapStep, void> {
  if (command.kind === "resume") {
    yield* resume(run, await readEntryToResume(run.journal, command), options)
    return
  }
  const key = swapCommandKey(command, run.walletClient.account.address)
  await using locks = new Disposables()
  locks.use(await lockCommand(run.journal, key))
  const entry = await findCommandExecution(run, key, options.startedAt)
  if (entry !== undefined) {
    // The command that is recorded for the entry proves nothing.
    assertSameRequest(entry, (await readSwapTerms(run.client, await termsOf(run, command))).request)
    // What is given up here is over, and the command begins anew. Kept for a new quote, it would be taken for replaced by others below.
    const settled = yield* settleInSteps(run, subjectOf(entry), stepOptions({ ...options, requote: false }))
    if (settled?.state !== "REPLACED") {
      yield* resume(run, entry, options)
      return
    }
    yield { kind: "replaced", entry: settled }
  }
  yield* begin(run, command, key, options)
}

async function* begin(
  run: SwapRun,
  command: Begin,
  key: string,
  options: ExecuteSwapOptions,
): AsyncGenerator<SwapStep, void> {
  const { client, limits, journal, commands } = run
  const offer = await getSwapOffer(client, await termsOf(run, command))
  const { request, quote } = offer
  const route = chooseRoute(offer.routes, command.choice)
  const unlisted = options.canAsk ? "report" : "refuse"
  const acceptUndecoded = options.canAsk || limits.acceptUndecoded
  const terms = { ...limits, acceptUndecoded, now: latestTime(client.clock), unlisted } as const
  const checked = checkRoute({ ...terms, route, request, quote })
  const minOut = await run.leastOf(offer)
  requireLeast(checked, minOut)
  const { gas, limited } = await withGas(run, checked)
  const plan = { ...offer, ...checked, minOut, gas }
  yield* confirmPlan(plan, run.signal)
  await assertNewQuote(journal, route.quoteId)
  await commands.write(key, route.quoteId)
  const { minNativeCurrencyForGas } = offer.currency
  yield* executeInSteps(limited, { route, request, quote, minNativeCurrencyForGas }, stepOptions(options, plan))
}

async function* resume(run: SwapRun, entry: JournalEntry, options: ExecuteSwapOptions): AsyncGenerator<SwapStep, void> {
  yield { kind: "resumed", entry }
  // What was signed has expired, so that a new quote takes its place: the record alone agrees to none.
  const isAnew = options.requote && !isSentState(entry.state) && isExpired(entry.route, latestTime(run.client.clock))
  const plan = isAnew ? await planOfEntry(run, entry, options) : undefined
  if (plan !== undefined) yield* confirmPlan(plan, run.signal)
  yield* executeInSteps(run, subjectOf(entry), stepOptions(options, plan))
}

function stepOptions({ requote, canAsk }: ExecuteSwapOptions, accepted?: AcceptedPlan): SwapStepOptions {
  return { requote, confirmTarget: canAsk ? "ask" : undefined, accepted }
}

async function termsOf(
  { walletClient, publicClient, readerOf, pins, signal }: SwapRun,
  { swapRequest }: Begin,
): Promise<GetSwapOfferParameters> {
  const readers = { origin: publicClient, destination: await readerOf(swapRequest.destination.chainId) }
  return { swapRequest, userAddress: walletClient.account.address, readers, pins, signal }
}

/** The journal finds an execution by the quote that it began with, and has the latest route. */
function subjectOf({ quoteId, route, request }: JournalEntry): SwapSubject {
  return { route: { ...route, quoteId }, request }
}

/** An API could give the id of an earlier swap to this one. The earlier one would then be resumed in its place. */
async function assertNewQuote(journal: RouteJournal, quoteId: string): Promise<void> {
  const entry = await readFirstEntry(journal, quoteId)
  if (entry?.submission === undefined) return
  const written = `an execution that was ${entry.state}`
  throw new JournalMismatchError({ quoteId, written, given: "the quote of a new swap" })
}

async function readEntryToResume(
  journal: RouteJournal,
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
