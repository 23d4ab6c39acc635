import { getAddress } from "viem/utils"

import { executeInSteps } from "../execute/executeInSteps.js"
import type { SwapRun } from "../execute/openSwapRun.js"
import { gasOfEntry } from "../execute/planOfEntry.js"
import { confirmPlan, type SwapStep } from "../execute/SwapStep.js"
import { withGas } from "../execute/withGas.js"
import type { SwapPlanFacts } from "../output/swapPlan.js"
import { describeDeposit } from "./describeDeposit.js"
import { findPayment } from "./findPayment.js"
import { checkDepositAddress } from "#extras/swap/src/checks/checkOnChain.js"
import { requireLeast } from "#extras/swap/src/checks/checkRoute.js"
import type { DepositRecord } from "#extras/swap/src/execution/journal/depositRecords.js"
import { readFirstEntry } from "#extras/swap/src/execution/journal/entries.js"
import { nativeToken } from "#extras/swap/src/nativeToken.js"
import { findKnownChain } from "#extras/swap/src/plugin/findToken.js"
import type { SwapChain } from "#extras/swap/src/plugin/swapChains.js"
import { readNativeCurrency } from "#src/onchain/tokens.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { PlugsError } from "#src/primitives/PlugsError.js"

/** The deposit is already paid. Nothing was sent. */
export class DepositPaidError extends PlugsError {
  readonly code = "DEPOSIT_PAID"

  constructor(facts: { quote: string; "deposit address": string; seen: string }) {
    super("The deposit is already paid.", {
      facts,
      next: "Follow its swap with npx hardhat swap status <quote id> --wait.",
    })
  }
}

/**
 * Pays a deposit that was opened from this project, and yields each step to the end of its swap. What is paid is what was recorded when
 * it was shown, whatever the API says now. Each step is in the journal first, so that the same deposit is never paid twice.
 *
 * @param canAsk whether the user confirms the deposit's address with the plan. Otherwise the address must be in the limits
 * @throws {InvalidInputError} no such deposit was opened from here
 * @throws {DepositPaidError} it was seen to be paid, or the API or the chain shows it now
 * @throws {DepositUnknownError} the API does not know the deposit
 * @throws {SwapDeclinedError} the user did not confirm it
 * @throws what `executeRoute` throws
 */
export async function* payDeposit(
  run: SwapRun,
  quoteId: string,
  { origin, canAsk }: { readonly origin: SwapChain; readonly canAsk: boolean },
): AsyncGenerator<SwapStep, void> {
  const { client, deposits, journal, signal } = run
  const record = await deposits.read(quoteId)
  if (record === undefined) {
    throw new InvalidInputError({
      argument: "quoteId",
      problem: "no deposit of this quote was opened from here",
      fix: "Open one with npx hardhat swap execute --user-ops deposit, and check that --from is its origin chain.",
    })
  }
  const entry = await readFirstEntry(journal, quoteId)
  let minNativeCurrencyForGas: bigint | null = null
  let limited = run
  let accepted: SwapPlanFacts | undefined
  if (entry?.submission === undefined) {
    const known = findKnownChain(await client.getSupportedChains({ signal }), origin, "--from")
    minNativeCurrencyForGas = known.currency.minNativeCurrencyForGas
    accepted = await planOfPayment(run, record, { origin, minNativeCurrencyForGas })
    const withCost = await withGas(run, { approval: undefined, transaction: accepted.transaction })
    limited = withCost.limited
    yield* confirmPlan({ ...accepted, gas: withCost.gas }, signal)
  } else {
    yield { kind: "resumed", entry }
  }
  const { route, request } = record
  yield* executeInSteps(
    limited,
    { route, request, minNativeCurrencyForGas },
    {
      confirmTarget: canAsk ? confirmedByPlan : undefined,
      planOf: async (signed) => {
        const plan = await planOfPayment(run, record, { origin, minNativeCurrencyForGas: null })
        return { ...plan, gas: gasOfEntry(signed, run.limits, plan.currency) }
      },
      accepted,
    },
  )
}

/** The plan names the address, and is confirmed before anything is sent. */
function confirmedByPlan({ kind }: { readonly kind: string }): Promise<boolean> {
  return Promise.resolve(kind === "deposit")
}

async function planOfPayment(
  { client, publicClient, walletClient, readerOf, chainName, limits, leastOf, signal }: SwapRun,
  record: DepositRecord,
  { origin, minNativeCurrencyForGas }: { origin: SwapChain; minNativeCurrencyForGas: bigint | null },
): Promise<SwapPlanFacts> {
  const { destinationChainId: chainId } = record.request
  const described = await describeDeposit({
    record,
    readers: { origin: publicClient, destination: await readerOf(chainId) },
    limits,
    payer: getAddress(walletClient.account.address),
    origin,
    destination: { name: chainName(chainId), chainId },
  })
  const { deposit, destination, checked } = described
  const swapRequest = { origin, destination }
  const minOut = await leastOf({ ...described, ...checked, swapRequest })
  requireLeast(checked, minOut)
  await checkDepositAddress(publicClient, checked.route, limits.allowedDeposits)
  const seen = await findPayment({ record, deposit, client, origin: publicClient, signal })
  if (seen !== undefined) {
    throw new DepositPaidError({ quote: record.route.quoteId, "deposit address": deposit.depositAddress, seen })
  }
  const native = await readNativeCurrency(publicClient, origin.chainId)
  const currency = { ...native, address: nativeToken, minNativeCurrencyForGas }
  return { ...described, ...checked, swapRequest, currency, minOut }
}
