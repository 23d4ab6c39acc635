import type { Address, Client } from "viem"

import { describeToken, type SwapToken } from "../offer/describeToken.js"
import { checkRoute } from "#extras/swap/src/checks/checkRoute.js"
import { RouteRefusedError } from "#extras/swap/src/checks/routeRefusals.js"
import type { CheckedRoute, RouteLimits } from "#extras/swap/src/checks/types.js"
import { type EvmDeposit, evmDeposit } from "#extras/swap/src/depositTransfer.js"
import type { DepositRecord } from "#extras/swap/src/execution/journal/depositRecords.js"
import type { SwapChain } from "#extras/swap/src/plugin/swapChains.js"

/** A recorded deposit, checked, with the tokens as their chains describe them. */
export type DescribedDeposit = DepositRecord & {
  readonly checked: CheckedRoute
  readonly deposit: EvmDeposit
  readonly input: SwapToken
  readonly output: SwapToken
  readonly origin: SwapChain
  readonly destination: SwapChain
  readonly leastOut: bigint
}

/**
 * Checks a recorded deposit again, whatever wrote the record, and reads its tokens from their chains.
 *
 * @throws {RouteRefusedError} the deposit is not what was requested
 * @throws {TokenMismatchError} the API said something else of a token than its chain
 */
export async function describeDeposit({
  record,
  readers,
  limits,
  payer,
  origin,
  destination,
}: {
  readonly record: DepositRecord
  readonly readers: { readonly origin: Client | undefined; readonly destination: Client | undefined }
  readonly limits: RouteLimits
  readonly payer?: Address | undefined
  readonly origin: SwapChain
  readonly destination: SwapChain
}): Promise<DescribedDeposit> {
  const { request, route, inputValueInUsd } = record
  // Not at the present time: whoever paid in time is shown the deposit after it expired.
  const checked = checkRoute({ ...limits, route, request, inputValueInUsd, payer, now: 0, unlisted: "report" })
  const { deposit: given, output } = checked.route
  const deposit = given === null ? undefined : evmDeposit(given)
  if (given === null || deposit === undefined) throw new RouteRefusedError("NOT_A_DEPOSIT", { quoteId: route.quoteId })
  const known = typeof given.token === "string" ? {} : given.token
  const input = {
    ...known,
    chainId: deposit.chainId,
    address: checked.request.inputToken,
    isPinned: false,
    isGiven: true,
  }
  // The record names both by address. They were compared when the deposit was opened.
  const wanted = { ...output.token, isPinned: false, isGiven: true }
  const [paid, got] = await Promise.all([
    describeToken(input, { reader: readers.origin, chain: origin, argument: "token" }),
    describeToken(wanted, { reader: readers.destination, chain: destination, argument: "--for" }),
  ])
  const { leastOut } = checked
  return { ...record, route: checked.route, checked, deposit, input: paid, output: got, origin, destination, leastOut }
}
