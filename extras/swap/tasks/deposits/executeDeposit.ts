import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Client } from "viem"
import { getBlockNumber } from "viem/actions"

import type { SwapLimits } from "../arguments/readSwapLimits.js"
import { assertConfirmed } from "../execute/SwapStep.js"
import { chooseRoute } from "../offer/chooseRoute.js"
import { getSwapOffer, readSwapTerms } from "../offer/getSwapOffer.js"
import { ownLeast } from "../offer/ownLeast.js"
import { confirmLoss } from "../output/confirm.js"
import { printDeposit, printPaid } from "../output/printDeposit.js"
import { followRoute } from "../status/followRoute.js"
import { type DescribedDeposit, describeDeposit } from "./describeDeposit.js"
import { findPayment, isUnpaid, statusOf } from "./findPayment.js"
import { type BeginCommand, type DepositRun, openDepositRun } from "./openDepositRun.js"
import { checkDepositAddress } from "#extras/swap/src/checks/checkOnChain.js"
import { checkRoute, isExpired } from "#extras/swap/src/checks/checkRoute.js"
import type { DepositRecord } from "#extras/swap/src/execution/journal/depositRecords.js"
import { assertSameRequest, readFirstEntry } from "#extras/swap/src/execution/journal/entries.js"
import type { RouteStep } from "#extras/swap/src/following/routeTracker.js"
import { RouteEndedError } from "#extras/swap/src/following/trackingErrors.js"
import { nativeToken } from "#extras/swap/src/nativeToken.js"
import { trustedContracts } from "#extras/swap/src/plugin/trustedContracts.js"
import { checkQuoteId } from "#extras/swap/src/wire/parameters/statusChecks.js"
import { explainCallError } from "#src/onchain/callErrors.js"
import type { WaitOptions } from "#src/plugin/arguments/readArguments.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import { latestTime } from "#src/primitives/clock.js"

/** What a deposit is opened with. */
type ExecuteDepositParameters = {
  readonly command: BeginCommand
  readonly limits: SwapLimits
  readonly json: boolean
}

/**
 * Opens a deposit: gets a route that is paid by a transfer, checks it, records it, shows what to pay, and follows the route until its
 * end. Signs and sends nothing. The same command shows the same deposit again until it has ended.
 *
 * @throws {SwapDeclinedError} the user does not accept its loss
 * @throws what `beginDeposit` and `watchRoute` throw
 */
export async function executeDeposit(
  hre: HardhatRuntimeEnvironment,
  { command, limits, json }: ExecuteDepositParameters,
  io: TaskIo,
): Promise<void> {
  const { terminal } = io
  await using run = await openDepositRun(hre, command, io)
  const earlier = await findOpenedDeposit(run)
  const payment = earlier && (await findAnyPayment(run, earlier))
  const record = earlier ?? (await beginDeposit(hre, run, { command, limits }, io))
  if (payment === undefined) {
    const described = await describeAsOpened(run, record)
    printDeposit({ ...described, isResumed: earlier !== undefined }, { terminal, json })
  } else printPaid({ quoteId: record.route.quoteId, says: payment }, { terminal, json })
  await followDeposit(hre, run, { record, waitOptions: limits.waitOptions, json }, io)
}

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

/**
 * Finds the deposit that an earlier run of a command opened, unless it expired unpaid.
 *
 * @throws {JournalMismatchError} the deposit that is recorded for the command is of another request
 */
export async function findOpenedDeposit({
  records: { commands, deposits },
  key,
  client,
  terms,
}: DepositRun): Promise<DepositRecord | undefined> {
  const command = await commands.read(key)
  if (command === undefined || command.endedAt !== undefined) return undefined
  const { quoteId } = command
  const record = await deposits.read(quoteId)
  if (record !== undefined) {
    assertSameRequest({ quoteId, request: record.request }, (await readSwapTerms(client, terms)).request)
  }
  if (record === undefined || !isExpired(record.route, latestTime(client.clock))) return record
  const status = await statusOf(client, quoteId, terms.signal)
  return status === undefined || status.status === "EXPIRED" ? undefined : record
}

/** Finds out whether a deposit is paid, by this project or by others. Returns how that is known; `undefined` if it is not paid. */
export async function findAnyPayment(run: DepositRun, record: DepositRecord): Promise<string | undefined> {
  const { client, origin, signal } = run
  const described = await describeAsOpened(run, record)
  const entry = await readFirstEntry(run.records.journal, described.route.quoteId)
  if (entry?.submission !== undefined) return `swap pay has sent ${entry.submission.hash ?? "it"} from ${entry.account}`
  return await findPayment({ record: described, deposit: described.deposit, client, origin, signal })
}

/** The loss was accepted when the deposit was opened. A payer has to see the deposit whatever it is. */
async function describeAsOpened({ terms }: DepositRun, record: DepositRecord): Promise<DescribedDeposit> {
  const { swapRequest, readers } = terms
  return await describeDeposit({ record, readers, limits: { acceptLoss: 100 }, ...swapRequest })
}

/** Follows the route of a deposit until its end, and records that it was paid, and that its command has ended. */
export async function followDeposit(
  hre: HardhatRuntimeEnvironment,
  { client, records: { deposits, commands } }: DepositRun,
  { record, waitOptions, json }: { record: DepositRecord; waitOptions: WaitOptions<never>; json: boolean },
  io: TaskIo,
): Promise<void> {
  const { quoteId, statusCheck } = record.route
  /** Passes steps on, and notes first that the API has seen the payment: it may not say so again. */
  async function* along(steps: AsyncIterable<RouteStep>): AsyncGenerator<RouteStep> {
    let isPaid = record.paid !== undefined
    for await (const step of steps) {
      if (!isPaid && !isUnpaid(step.route)) {
        await deposits.write({ ...record, paid: `the API said ${step.route.status}` })
        isPaid = true
      }
      yield step
    }
  }
  try {
    await followRoute(hre, { client, route: { quoteId, statusCheck, ...waitOptions }, json, along }, io)
  } catch (error) {
    if (error instanceof RouteEndedError) await commands.end(quoteId, latestTime(io.clock))
    throw error
  }
  await commands.end(quoteId, latestTime(io.clock))
}
