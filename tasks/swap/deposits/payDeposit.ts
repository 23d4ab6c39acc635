import type { Abi, Account, PublicClient, WalletClient } from "viem"

import { getAddress } from "viem/utils"

import { AbortedError } from "../../../src/http/errors.js"
import { InvalidInputError } from "../../../src/primitives/InvalidInputError.js"
import { PlugsError } from "../../../src/primitives/PlugsError.js"
import { forgetWhenOver } from "../../../src/swap/execution/journal/runCommand.js"
import type { DepositRecord } from "../../../src/swap/execution/journal/depositRecords.js"
import { readFirstEntry } from "../../../src/swap/execution/journal/entries.js"
import type { ConfirmTarget, JournalEntry, RouteLimits, SwapClient } from "../../../src/swap/index.js"
import { executeRoute } from "../../../src/swap/execution/executeRoute.js"
import { nativeToken } from "../../../src/swap/nativeToken.js"
import type { ExecutionListeners } from "../../../src/terminal/swap/showExecution.js"
import type { SwapPlanFacts } from "../../../src/terminal/swap/swapPlan.js"
import type { SwapChain } from "../../../src/plugin/config/swapChains.js"
import { readNativeCurrency } from "../../../src/onchain/reading/readNativeCurrency.js"
import { describeDeposit } from "./describeDeposit.js"
import { findKnownChain } from "../../../src/plugin/tokens/findToken.js"
import { findPayment } from "./findPayment.js"
import { SwapDeclinedError } from "../execute/SwapDeclinedError.js"
import type { SwapRecords } from "../../../src/plugin/records/openJournal.js"

/** Somebody has paid the deposit already. Nothing was sent. */
export class DepositPaidError extends PlugsError {
  readonly code = "DEPOSIT_PAID"

  constructor(facts: { quote: string; "deposit address": string; seen: string }) {
    super("The deposit is already paid.", {
      facts,
      next: "Follow its swap with npx hardhat swap status <quote id> --wait.",
    })
  }
}

/** What a deposit is paid with, and how that is shown. */
export type PayDepositParameters = SwapRecords & {
  readonly quoteId: string
  readonly client: SwapClient
  readonly publicClient: PublicClient
  readonly walletClient: WalletClient & { readonly account: Account }
  /** Opens a reader of the destination chain, if something reaches it. */
  readonly openDestination: (chainId: number) => Promise<PublicClient | undefined>
  readonly origin: SwapChain
  readonly nameChain: (chainId: number) => string
  readonly limits: Pick<RouteLimits, "allowedTargets" | "acceptLoss">
  readonly errorAbis: readonly Abi[]
  readonly options: { minInterval?: number; maxInterval?: number; timeout?: number }
  readonly signal: AbortSignal
  /** Shows what will be paid. Returns whether the user confirms it, address included. */
  readonly confirm: (plan: SwapPlanFacts) => Promise<boolean>
  /** Whether the user confirms at a terminal. Otherwise the address must be in `limits`. */
  readonly canAsk: boolean
  /** Shows the payment from its first step to the end of its swap. */
  readonly show: (run: (listeners: ExecutionListeners) => ReturnType<typeof executeRoute>) => Promise<void>
  /** Called if a payment that an earlier run began is resumed. */
  readonly onResume: (entry: JournalEntry) => void
}

/**
 * Pays a deposit that was opened from this project, and follows its swap. What is paid is what was recorded when it was shown, whatever
 * the API says now. Each step is in the journal first, so that the same deposit is never paid twice.
 *
 * @throws {InvalidInputError} no such deposit was opened from here
 * @throws {DepositPaidError} it was seen to be paid, or the API or the chain shows it now
 * @throws {DepositUnknownError} the API does not know the deposit
 * @throws {SwapDeclinedError} the user did not confirm it
 * @throws what `executeRoute` throws
 */
export async function payDeposit(parameters: PayDepositParameters): Promise<void> {
  const { quoteId, deposits, journal } = parameters
  const record = await deposits.read(quoteId)
  if (record === undefined) {
    throw new InvalidInputError({
      argument: "quoteId",
      problem: "no deposit of this quote was opened from here",
      fix: "Open one with npx hardhat swap execute --user-ops deposit, and check that --from is its origin chain.",
    })
  }
  const entry = await readFirstEntry(journal, quoteId)
  if (entry?.submission !== undefined) {
    parameters.onResume(entry)
    await pay(parameters, record, null)
    return
  }
  const { client, origin, signal } = parameters
  const known = findKnownChain(await client.getSupportedChains({ signal }), origin, "--from")
  const { minNativeCurrencyForGas } = known.currency
  await agree(parameters, record, minNativeCurrencyForGas)
  await pay(parameters, record, minNativeCurrencyForGas)
}

async function agree(
  parameters: PayDepositParameters,
  record: DepositRecord,
  minNativeCurrencyForGas: bigint | null,
): Promise<void> {
  const { client, publicClient, walletClient, openDestination, origin, nameChain, limits, signal } = parameters
  const { destinationChainId } = record.request
  const destination = { name: nameChain(destinationChainId), chainId: destinationChainId }
  const isSameChain = destinationChainId === origin.chainId
  const described = await describeDeposit({
    record,
    readers: {
      origin: publicClient,
      destination: isSameChain ? publicClient : await openDestination(destinationChainId),
    },
    limits,
    payer: getAddress(walletClient.account.address),
    origin,
    destination,
  })
  const { quoteId } = parameters
  const { deposit } = described
  const seen = await findPayment({ record, deposit, client, origin: publicClient, signal })
  if (seen !== undefined)
    throw new DepositPaidError({ quote: quoteId, "deposit address": deposit.depositAddress, seen })
  const native = await readNativeCurrency(publicClient, origin.chainId)
  const currency = { ...native, address: nativeToken, minNativeCurrencyForGas }
  const swapRequest = { origin, destination }
  const isConfirmed = await parameters.confirm({
    ...described,
    ...described.checked,
    swapRequest,
    currency,
  })
  if (signal.aborted) throw new AbortedError()
  if (!isConfirmed) throw new SwapDeclinedError()
}

async function pay(
  parameters: PayDepositParameters,
  { route, request }: DepositRecord,
  minNativeCurrencyForGas: bigint | null,
): Promise<void> {
  const { client, commands, journal, publicClient, walletClient } = parameters
  const { errorAbis, options, limits, signal, canAsk, show } = parameters
  // The plan that was confirmed names the address.
  const confirmTarget: ConfirmTarget | undefined = canAsk
    ? ({ kind }) => Promise.resolve(kind === "deposit")
    : undefined
  const fixed = {
    route,
    request,
    minNativeCurrencyForGas,
    ...options,
    ...limits,
    client,
    journal,
    publicClient,
    walletClient,
    errorAbis,
    signal,
  }
  // The command that opened the deposit is over when its swap is. After that, it opens another one.
  await forgetWhenOver({ commands, clock: client.clock }, route.quoteId, () =>
    show(({ onStep, onTrouble }) => executeRoute({ ...fixed, onStep, onTrouble, confirmTarget })),
  )
}
