import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Client } from "viem"
import { getBlockNumber } from "viem/actions"

import type { SwapLimits } from "../arguments/readSwapLimits.js"
import { assertConfirmed } from "../execute/SwapStep.js"
import { chooseRoute } from "../offer/chooseRoute.js"
import { getSwapOffer } from "../offer/getSwapOffer.js"
import { ownLeast } from "../offer/ownLeast.js"
import { confirmLoss } from "../output/confirm.js"
import type { BeginCommand, DepositRun } from "./openDepositRun.js"
import { checkDepositAddress } from "#extras/swap/src/checks/checkOnChain.js"
import { checkRoute } from "#extras/swap/src/checks/checkRoute.js"
import type { DepositRecord } from "#extras/swap/src/execution/journal/depositRecords.js"
import { nativeToken } from "#extras/swap/src/nativeToken.js"
import { trustedContracts } from "#extras/swap/src/plugin/trustedContracts.js"
import { checkQuoteId } from "#extras/swap/src/wire/parameters/statusChecks.js"
import { explainCallError } from "#src/onchain/callErrors.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import { latestTime } from "#src/primitives/clock.js"

/**
 * Gets a route that is paid by a transfer, checks it, asks about its loss, and records it.
 *
 * @throws {RouteRefusedError} the route does not do what was requested
 * @throws {NoRouteError} no route takes deposits
 * @throws {SwapDeclinedError} the user does not accept its loss
 */
export async function beginDeposit(
  { config }: HardhatRuntimeEnvironment,
  { client, origin, records, key, terms }: DepositRun,
  { command: { source, choice }, limits }: { readonly command: BeginCommand; readonly limits: SwapLimits },
  { terminal, input, signal }: TaskIo,
): Promise<DepositRecord> {
  const { acceptLoss, minOut, yes } = limits
  const { allowedDeposits } = await trustedContracts(source, config)
  const offer = await getSwapOffer(client, terms)
  const { request, quote, routes } = offer
  // Nothing is signed here: who pays is asked for it, or has to say it.
  const leastOut = ownLeast(offer, { minOut, acceptLoss, isRequired: false }, config.plugs)
  const route = chooseRoute(routes, choice, "deposit")
  const checks = { acceptLoss, allowedDeposits, minOut: leastOut, unlisted: "report" } as const
  const { valueLoss } = checkRoute({ ...checks, route, request, quote, now: latestTime(client.clock) })
  await checkDepositAddress(origin, route, allowedDeposits)
  // Before it is shown, because people copy it into commands.
  checkQuoteId(route.quoteId, "quoteId")
  const record = { request, route, inputValueInUsd: quote.input?.valueInUsd, fromBlock: await readBlockNumber(origin) }
  const asking = { terminal, input, signal, acceptLoss, yes: yes || input.isTTY !== true }
  assertConfirmed(await confirmLoss(valueLoss, asking), signal)
  await records.deposits.write(record)
  await records.commands.write(key, route.quoteId)
  return record
}

async function readBlockNumber(origin: Client): Promise<bigint> {
  return await getBlockNumber(origin, { cacheTime: 0 }).catch((error: unknown) => {
    throw explainCallError(error, { address: nativeToken, functionName: "eth_blockNumber" })
  })
}
