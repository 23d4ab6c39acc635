import type { Abi, Account, PublicClient, WalletClient } from "viem"

import { AbortedError } from "../../../http/errors.js"
import { InvalidInputError } from "../../../primitives/InvalidInputError.js"
import { PlugsError } from "../../../primitives/PlugsError.js"
import { checkRoute, executeRoute, type JournalEntry, type SwapClient } from "../../../swap/index.js"
import { outcomeOf } from "../../../terminal/core/outcomes.js"
import type { ExecutionListeners } from "../../../terminal/swap/showExecution.js"
import type { SwapPlanFacts } from "../../../terminal/swap/swapPlan.js"
import { askForQuote } from "./askForQuote.js"
import { chooseRoute } from "./chooseRoute.js"
import { commandKey } from "./commandRecords.js"
import { lockCommand } from "./lockCommand.js"
import type { SwapJournal } from "./openJournal.js"
import type { SwapCommand } from "../../arguments/swap/readExecuteArguments.js"

/** A person was asked, and did not say yes. */
export class SwapDeclinedError extends PlugsError {
  readonly code = "SWAP_DECLINED"

  constructor() {
    super("The swap was not agreed to. Nothing was sent.")
  }
}

/** What a swap is carried out with, and whom it is shown to. */
export type ExecuteSwapParameters = SwapJournal & {
  readonly order: SwapCommand
  readonly client: SwapClient
  readonly publicClient: PublicClient
  readonly walletClient: WalletClient & { readonly account: Account }
  readonly errorAbis: readonly Abi[]
  /** How often to ask, how long to wait, whether to quote again. */
  readonly options: { minInterval?: number; maxInterval?: number; timeout?: number; requote?: boolean }
  readonly signal: AbortSignal
  /** Shows what will happen, and gives whether it may. */
  readonly consent: (plan: SwapPlanFacts) => Promise<boolean>
  /** Shows an execution, from its first step to its end. */
  readonly show: (run: (listeners: ExecutionListeners) => ReturnType<typeof executeRoute>) => Promise<void>
  /** Told that an earlier run had begun this. */
  readonly onResume: (entry: JournalEntry) => void
}

/**
 * Carries out a swap, or goes on with it where an earlier run was stopped. What was sent is never sent again, and an end is forgotten
 * only after it has been shown.
 *
 * @throws {SwapDeclinedError} nobody agreed to what was shown
 */
export async function executeSwap(parameters: ExecuteSwapParameters): Promise<void> {
  const { order, journal, commands, walletClient } = parameters
  if (order.kind === "resume") {
    await goOn(parameters, await readBegun(parameters, order.quoteId))
    return
  }
  const { swapRequest, choice, source } = order
  const tokens = { token: swapRequest.token.toLowerCase(), wanted: swapRequest.wanted.toLowerCase() }
  const account = walletClient.account.address
  const key = commandKey({ ...swapRequest, ...tokens, choice, source: source.network, account })
  await lockCommand(journal, key, async () => {
    const before = await commands.read(key)
    const entry = before === undefined ? undefined : await journal.read(before)
    // Until something is signed, nothing can have been sent, and prices have moved on.
    if (entry?.submission === undefined) await begin(parameters, order, key)
    else await goOn(parameters, entry)
  })
}

async function begin(
  parameters: ExecuteSwapParameters,
  { swapRequest, choice }: Extract<SwapCommand, { kind: "begin" }>,
  key: string,
): Promise<void> {
  const { client, walletClient, commands, signal, consent } = parameters
  const offer = await askForQuote(client, { swapRequest, userAddress: walletClient.account.address, signal })
  const { request, quote } = offer
  const route = chooseRoute(offer.routes, choice)
  const checked = checkRoute({ route, request, quote, now: client.clock.now() })
  const isAgreed = await consent({ ...offer, ...checked, request })
  if (signal.aborted) throw new AbortedError()
  if (!isAgreed) throw new SwapDeclinedError()
  await commands.write(key, route.quoteId)
  await execute(parameters, { route, request, quote })
}

async function goOn(parameters: ExecuteSwapParameters, entry: JournalEntry): Promise<void> {
  parameters.onResume(entry)
  const { quoteId, route, request } = entry
  // The journal finds an execution by the quote that it began with, and takes the latest route from there.
  await execute(parameters, { route: { ...route, quoteId }, request })
}

async function execute(
  { commands, show, ...parameters }: ExecuteSwapParameters,
  subject: Pick<Parameters<typeof executeRoute>[0], "route" | "request" | "quote">,
): Promise<void> {
  const { client, journal, publicClient, walletClient, errorAbis, signal, options } = parameters
  const clients = { client, journal, publicClient, walletClient }
  try {
    await show((listeners) => executeRoute({ ...subject, ...clients, ...options, ...listeners, errorAbis, signal }))
  } catch (error) {
    if (outcomeOf(error) === "failure") await commands.forget(subject.route.quoteId)
    throw error
  }
  await commands.forget(subject.route.quoteId)
}

async function readBegun({ journal }: ExecuteSwapParameters, quoteId: string): Promise<JournalEntry> {
  const entry = await journal.read(quoteId)
  const first = entry?.continues === undefined ? entry : await journal.read(entry.continues)
  if (first?.submission !== undefined) return first
  throw new InvalidInputError({
    argument: "--resume",
    problem: first === undefined ? "no swap of this quote was begun from here" : "nothing was sent for this quote",
    fix: first === undefined ? "Check the id, and that --from is the chain that it began on." : "Give the swap anew.",
  })
}
