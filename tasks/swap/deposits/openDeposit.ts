import type { Client } from "viem"

import { getBlockNumber } from "viem/actions"

import { AbortedError } from "../../../src/http/errors.js"
import { explainCallError } from "../../../src/onchain/callErrors.js"
import { latestTime } from "../../../src/primitives/clock.js"
import { lockCommand } from "../../../src/swap/execution/journal/runCommand.js"
import type { DepositRecord } from "../../../src/swap/execution/journal/depositRecords.js"
import type { RouteLimits, SwapClient } from "../../../src/swap/index.js"
import { checkRoute, isExpired } from "../../../src/swap/checks/checkRoute.js"
import { RouteEndedError } from "../../../src/swap/following/trackingErrors.js"
import { nativeToken } from "../../../src/swap/nativeToken.js"
import { readFirstEntry } from "../../../src/swap/execution/journal/entries.js"
import { checkQuoteId } from "../../../src/swap/wire/parameters/statusChecks.js"
import type { DepositFacts } from "../../../src/terminal/swap/printDeposit.js"
import type { SwapCommand } from "../arguments/readExecuteArguments.js"
import type { ValueLoss } from "../../../src/swap/checks/valueLoss.js"
import { SwapDeclinedError } from "../execute/SwapDeclinedError.js"
import { chooseRoute } from "../offer/chooseRoute.js"
import { type DescribedDeposit, describeDeposit } from "./describeDeposit.js"
import { findPayment, statusOf } from "./findPayment.js"
import { getSwapOffer, type GetSwapOfferParameters } from "../offer/getSwapOffer.js"
import type { SwapRecords } from "../../../src/plugin/records/openJournal.js"
import { swapCommandKey } from "../journal/swapCommandKey.js"

/** What a deposit is opened with. */
export type OpenDepositParameters = SwapRecords &
  Pick<GetSwapOfferParameters, "pins" | "readers" | "userAddress"> & {
    readonly command: Extract<SwapCommand, { kind: "begin" }>
    readonly client: SwapClient
    readonly limits: RouteLimits
    readonly signal: AbortSignal
    /** Warns of a high loss, and asks whether to go on where somebody can answer. */
    readonly confirmLoss: (valueLoss: ValueLoss) => Promise<boolean>
    /** Shows what to pay, and where. */
    readonly print: (facts: DepositFacts) => void
    /** Says that the deposit which an earlier run opened is paid, and how that is known. */
    readonly printPaid: (payment: { quoteId: string; says: string }) => void
    /** Shows the route of a deposit until its end. Calls `onPaid` before it shows that the payment was seen. */
    readonly follow: (record: DepositRecord, onPaid: (state: string) => Promise<void>) => Promise<void>
  }

/**
 * Opens a deposit: gets a route that is paid by a transfer, checks it, records it, shows what to pay, and follows the route until its
 * end. Sends nothing. The same command shows the same deposit again until it has ended.
 *
 * @throws {RouteRefusedError} the route does not do what was requested
 * @throws {NoRouteError} no route takes deposits
 * @throws {SwapDeclinedError} the user does not accept its loss
 * @throws what `watchRoute` throws
 */
export async function openDeposit(parameters: OpenDepositParameters): Promise<void> {
  const { command, journal, commands, client } = parameters
  const { swapRequest } = command
  const key = swapCommandKey(command)
  await lockCommand(journal, key, async () => {
    const opened = await findOpened(parameters, key)
    const record = opened ?? (await open(parameters, key))
    const described = await describeDeposit({
      ...parameters,
      ...swapRequest,
      record,
      // It was accepted when the deposit was opened, and whoever has paid it must see that.
      limits: { ...parameters.limits, acceptLoss: 100 },
    })
    const payment = opened === undefined ? undefined : await paymentOf(parameters, described)
    if (payment === undefined) parameters.print({ ...described, isResumed: opened !== undefined })
    else parameters.printPaid({ quoteId: record.route.quoteId, says: payment })
    let isPaid = record.paid !== undefined
    try {
      await parameters.follow(record, async (state) => {
        if (isPaid) return
        await parameters.deposits.write({ ...record, paid: `the API said ${state}` })
        isPaid = true
      })
    } catch (error) {
      if (error instanceof RouteEndedError) await commands.end(record.route.quoteId, latestTime(client.clock))
      throw error
    }
    await commands.end(record.route.quoteId, latestTime(client.clock))
  })
}

/** Returns how it is known that a deposit is paid. Whoever has paid must not be asked to pay again. */
async function paymentOf(
  { journal, client, readers, signal }: OpenDepositParameters,
  { deposit, ...record }: DescribedDeposit,
): Promise<string | undefined> {
  const entry = await readFirstEntry(journal, record.route.quoteId)
  if (entry?.submission !== undefined) return `swap pay has sent ${entry.submission.hash ?? "it"} from ${entry.account}`
  return await findPayment({ record, deposit, client, origin: readers.origin, signal })
}

/** Finds the deposit that an earlier run of the command opened, unless it expired unpaid. */
async function findOpened(
  { commands, deposits, client, signal }: OpenDepositParameters,
  key: string,
): Promise<DepositRecord | undefined> {
  const command = await commands.read(key)
  if (command === undefined || command.endedAt !== undefined) return undefined
  const record = await deposits.read(command.quoteId)
  if (record === undefined || !isExpired(record.route, latestTime(client.clock))) return record
  const status = await statusOf(client, command.quoteId, signal)
  return status === undefined || status.status === "EXPIRED" ? undefined : record
}

async function open(parameters: OpenDepositParameters, key: string): Promise<DepositRecord> {
  const { command, client, limits, deposits, commands, signal, pins, readers, userAddress } = parameters
  const { swapRequest, choice } = command
  const { request, quote, routes } = await getSwapOffer(client, { swapRequest, userAddress, readers, pins, signal })
  const route = chooseRoute(routes, choice, "deposit")
  const { valueLoss } = checkRoute({
    ...limits,
    route,
    request,
    quote,
    now: latestTime(client.clock),
    unlisted: "report",
  })
  // Before it is shown, because people copy it into commands.
  checkQuoteId(route.quoteId, "quoteId")
  const isAccepted = await parameters.confirmLoss(valueLoss)
  if (signal.aborted) throw new AbortedError()
  if (!isAccepted) throw new SwapDeclinedError()
  const inputValueInUsd = quote.input?.valueInUsd
  const record = { request, route, inputValueInUsd, fromBlock: await readBlockNumber(readers.origin) }
  await deposits.write(record)
  await commands.write(key, route.quoteId)
  return record
}

async function readBlockNumber(origin: Client | undefined): Promise<bigint> {
  if (origin === undefined) return 0n
  return await getBlockNumber(origin, { cacheTime: 0 }).catch((error: unknown) => {
    throw explainCallError(error, { address: nativeToken, functionName: "eth_blockNumber" })
  })
}
