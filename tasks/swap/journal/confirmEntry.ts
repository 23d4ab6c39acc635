import type { Address, Client } from "viem"

import { AbortedError } from "../../../src/http/errors.js"
import { readNativeCurrency } from "../../../src/onchain/reading/readNativeCurrency.js"
import { checkRoute } from "../../../src/swap/checks/checkRoute.js"
import { isAtLeast } from "../../../src/swap/execution/executionStates.js"
import type { JournalEntry, RouteLimits } from "../../../src/swap/index.js"
import { nativeToken } from "../../../src/swap/nativeToken.js"
import type { SwapPlanFacts } from "../../../src/terminal/swap/swapPlan.js"
import type { SwapChain } from "../../../src/plugin/config/swapChains.js"
import { SwapDeclinedError } from "../execute/SwapDeclinedError.js"
import { describeToken } from "../offer/describeToken.js"

/** What an entry is shown with, before the account signs for it. */
export type ConfirmEntryParameters = {
  /** The contracts that the swap may call and approve, and how much it may lose. */
  readonly limits: Pick<RouteLimits, "allowedTargets" | "allowedSpenders" | "acceptLoss">
  readonly publicClient: Client
  /** Reads the tokens of the destination chain, if something reaches it. */
  readonly destinationClient: Client | undefined
  readonly chainName: (chainId: number) => string
  readonly signal: AbortSignal
  /** Shows what the swap will do. Returns whether the user confirms it. */
  readonly confirm: (plan: SwapPlanFacts) => Promise<boolean>
}

/**
 * Checks whether going on with an entry may sign what the account has not signed yet. Such an entry proves nothing: anybody who can write
 * into the journal can have written it.
 *
 * @param requote whether a new quote may replace the entry's
 */
export function needsSigning({ state, submission }: JournalEntry, requote: boolean): boolean {
  return !isAtLeast(state, "SENT") && (submission?.raw === undefined || requote)
}

/**
 * Shows what an entry will do, and asks whether to go on with it.
 *
 * @throws {SwapDeclinedError} the user did not confirm it
 * @throws {RouteRefusedError} its route does not do what its request says
 */
export async function confirmEntry(entry: JournalEntry, parameters: ConfirmEntryParameters): Promise<void> {
  const { confirm, signal } = parameters
  const isConfirmed = await confirm(await planOf(entry, parameters))
  if (signal.aborted) throw new AbortedError()
  if (!isConfirmed) throw new SwapDeclinedError()
}

async function planOf(
  { account, request: recorded, route: offered, limits: before, leastOut }: JournalEntry,
  { limits, publicClient, destinationClient, chainName }: ConfirmEntryParameters,
): Promise<SwapPlanFacts> {
  const checked = checkRoute({
    ...{ ...before, ...limits, acceptLoss: limits.acceptLoss ?? before?.acceptLoss },
    ...{ request: recorded, route: offered, leastOut, payer: account, unlisted: "report" },
    // Whether the quote has expired is found out where it is executed, which may take a new one.
    now: 0,
  })
  const { route, request, transaction, valueLoss, unlisted } = checked
  const origin: SwapChain = { chainId: request.originChainId, name: chainName(request.originChainId) }
  const destination: SwapChain = { chainId: request.destinationChainId, name: chainName(request.destinationChainId) }
  const { symbol, decimals } = route.output.token
  const describe = (chain: SwapChain, address: Address, reader: Client | undefined, claim: object = {}) =>
    describeToken({ ...claim, chainId: chain.chainId, address, isPinned: true }, { reader, chain, argument: "quoteId" })
  const [input, output, currency] = await Promise.all([
    describe(origin, request.inputToken, publicClient),
    describe(
      destination,
      request.outputToken,
      destinationClient,
      destinationClient === undefined ? { symbol, decimals } : {},
    ),
    readNativeCurrency(publicClient, origin.chainId),
  ])
  return {
    swapRequest: { origin, destination },
    // The account pays and signs, whoever the entry says does.
    request: { ...request, userAddress: account },
    ...{ input, output, route, transaction, leastOut: checked.leastOut, valueLoss, unlisted },
    currency: { ...currency, address: nativeToken, minNativeCurrencyForGas: null },
  }
}
