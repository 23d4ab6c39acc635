import type { Abi, Account, PublicClient, WalletClient } from "viem"

import { AbortedError } from "../../../http/errors.js"
import { InvalidInputError } from "../../../primitives/InvalidInputError.js"
import { PlugsError } from "../../../primitives/PlugsError.js"
import { commandKey } from "../../../swap/execution/commands/createCommandRecords.js"
import { findCommandExecution } from "../../../swap/execution/commands/findCommandExecution.js"
import { forgetWhenOver } from "../../../swap/execution/commands/forgetWhenOver.js"
import { lockCommand } from "../../../swap/execution/commands/lockCommand.js"
import { checkRoute, executeRoute, type JournalEntry, type SwapClient } from "../../../swap/index.js"
import type { ExecutionListeners } from "../../../terminal/swap/showExecution.js"
import type { SwapPlanFacts } from "../../../terminal/swap/swapPlan.js"
import type { SwapCommand } from "../../arguments/swap/readExecuteArguments.js"
import { getSwapOffer } from "./getSwapOffer.js"
import { chooseRoute } from "./chooseRoute.js"
import type { SwapJournal } from "./openJournal.js"

/** The user did not confirm the swap. */
export class SwapDeclinedError extends PlugsError {
  readonly code = "SWAP_DECLINED"

  constructor() {
    super("The swap was not confirmed. Nothing was sent.")
  }
}

/** What a swap is executed with, and how it is shown. */
export type ExecuteSwapParameters = SwapJournal & {
  readonly command: SwapCommand
  readonly client: SwapClient
  readonly publicClient: PublicClient
  readonly walletClient: WalletClient & { readonly account: Account }
  readonly errorAbis: readonly Abi[]
  /** How often to poll, how long to wait, and whether to replace an expired quote. */
  readonly options: { minInterval?: number; maxInterval?: number; timeout?: number; requote?: boolean }
  readonly signal: AbortSignal
  /** Shows what the swap will do. Returns whether the user confirms it. */
  readonly confirm: (plan: SwapPlanFacts) => Promise<boolean>
  /** Shows an execution from its first step to its end. */
  readonly show: (run: (listeners: ExecutionListeners) => ReturnType<typeof executeRoute>) => Promise<void>
  /** Called if an execution that an earlier run began is resumed. */
  readonly onResume: (entry: JournalEntry) => void
}

/**
 * Executes a swap, or resumes it if an earlier run was stopped. What was sent is never sent again.
 *
 * @throws {SwapDeclinedError} the user did not confirm it
 * @throws {SwapBusyError} another process is executing the same swap
 * @throws {InvalidInputError} there is no swap to resume
 * @throws what `executeRoute` throws
 */
export async function executeSwap(parameters: ExecuteSwapParameters): Promise<void> {
  const { command, journal, walletClient } = parameters
  if (command.kind === "resume") {
    await resume(parameters, await readEntryToResume(journal, command.quoteId))
    return
  }
  const { swapRequest, choice, source } = command
  const tokens = { token: swapRequest.token.toLowerCase(), wanted: swapRequest.wanted.toLowerCase() }
  const account = walletClient.account.address
  const key = commandKey({ ...swapRequest, ...tokens, choice, source: source.network, account })
  await lockCommand(journal, key, async () => {
    const entry = await findCommandExecution(parameters, key)
    if (entry === undefined) await begin(parameters, command, key)
    else await resume(parameters, entry)
  })
}

async function begin(
  parameters: ExecuteSwapParameters,
  { swapRequest, choice }: Extract<SwapCommand, { kind: "begin" }>,
  key: string,
): Promise<void> {
  const { client, walletClient, commands, signal, confirm } = parameters
  const offer = await getSwapOffer(client, { swapRequest, userAddress: walletClient.account.address, signal })
  const { request, quote } = offer
  const route = chooseRoute(offer.routes, choice)
  const checked = checkRoute({ route, request, quote, now: client.clock.now() })
  const isConfirmed = await confirm({ ...offer, ...checked, request })
  if (signal.aborted) throw new AbortedError()
  if (!isConfirmed) throw new SwapDeclinedError()
  await commands.write(key, route.quoteId)
  await execute(parameters, { route, request, quote })
}

async function resume(parameters: ExecuteSwapParameters, entry: JournalEntry): Promise<void> {
  parameters.onResume(entry)
  const { quoteId, route, request } = entry
  // The journal finds an execution by the quote that it began with, and has the latest route.
  await execute(parameters, { route: { ...route, quoteId }, request })
}

async function execute(
  { commands, show, options, ...parameters }: ExecuteSwapParameters,
  subject: Pick<Parameters<typeof executeRoute>[0], "route" | "request" | "quote">,
): Promise<void> {
  const { client, journal, publicClient, walletClient, errorAbis, signal } = parameters
  const clients = { client, journal, publicClient, walletClient }
  await forgetWhenOver(commands, subject.route.quoteId, () =>
    show((listeners) => executeRoute({ ...subject, ...clients, ...options, ...listeners, errorAbis, signal })),
  )
}

/** An id that replaced an expired quote leads to the entry of the first one. */
async function readEntryToResume(journal: SwapJournal["journal"], quoteId: string): Promise<JournalEntry> {
  const entry = await journal.read(quoteId)
  const first = entry?.continues === undefined ? entry : await journal.read(entry.continues)
  if (first?.submission !== undefined) return first
  throw new InvalidInputError({
    argument: "--resume",
    problem: first === undefined ? "no swap of this quote was begun from here" : "nothing was sent for this quote",
    fix:
      first === undefined
        ? "Check the id, and that --from is the chain that the swap began on."
        : "Run the command with an amount and tokens instead.",
  })
}
