import type { Client } from "viem"
import { getBlockNumber } from "viem/actions"

import { explainCallError } from "../../../src/onchain/callErrors.js"
import type { SwapRecords } from "../../../src/plugin/records/openJournal.js"
import { latestTime } from "../../../src/primitives/clock.js"
import { checkDepositAddress } from "../../../src/swap/checks/checkOnChain.js"
import { checkRoute, isExpired } from "../../../src/swap/checks/checkRoute.js"
import type { RouteLimits } from "../../../src/swap/checks/types.js"
import type { ValueLoss } from "../../../src/swap/checks/valueLoss.js"
import type { SwapClient } from "../../../src/swap/createSwapClient.js"
import type { DepositRecord, StoredDeposit } from "../../../src/swap/execution/journal/depositRecords.js"
import { assertSameRequest, readFirstEntry } from "../../../src/swap/execution/journal/entries.js"
import { nativeToken } from "../../../src/swap/nativeToken.js"
import { checkQuoteId } from "../../../src/swap/wire/parameters/statusChecks.js"
import type { SwapCommand } from "../arguments/readExecuteArguments.js"
import { chooseRoute } from "../offer/chooseRoute.js"
import { getSwapOffer, type GetSwapOfferParameters, readSwapTerms } from "../offer/getSwapOffer.js"
import type { LeastSubject } from "../offer/ownLeast.js"
import { findPayment, type FindPaymentParameters, statusOf } from "./findPayment.js"

/**
 * Gets a route that is paid by a transfer, and checks it. Records nothing yet.
 *
 * @throws {RouteRefusedError} the route does not do what was requested
 * @throws {NoRouteError} no route takes deposits
 */
export async function quoteDeposit(
  client: SwapClient,
  { choice }: Extract<SwapCommand, { kind: "begin" }>,
  {
    limits,
    leastOf,
    ...terms
  }: GetSwapOfferParameters & {
    readonly limits: RouteLimits
    readonly leastOf: (subject: LeastSubject) => bigint | undefined
  },
): Promise<{ readonly record: DepositRecord; readonly valueLoss: ValueLoss }> {
  const offer = await getSwapOffer(client, terms)
  const { request, quote, routes } = offer
  const minOut = leastOf(offer)
  const route = chooseRoute(routes, choice, "deposit")
  const now = latestTime(client.clock)
  const { valueLoss } = checkRoute({ ...limits, minOut, route, request, quote, now, unlisted: "report" })
  const { origin } = terms.readers
  if (origin !== undefined) await checkDepositAddress(origin, route, limits.allowedDeposits)
  // Before it is shown, because people copy it into commands.
  checkQuoteId(route.quoteId, "quoteId")
  const fromBlock = await readBlockNumber(terms.readers.origin)
  return { record: { request, route, inputValueInUsd: quote.input?.valueInUsd, fromBlock }, valueLoss }
}

/**
 * Finds the deposit that an earlier run of a command opened, unless it expired unpaid.
 *
 * @throws {JournalMismatchError} the deposit that is recorded for the command is of another request
 */
export async function findOpenedDeposit(
  { commands, deposits }: SwapRecords,
  key: string,
  { client, terms }: { readonly client: SwapClient; readonly terms: GetSwapOfferParameters },
): Promise<StoredDeposit | undefined> {
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
export async function findAnyPayment(
  { journal }: SwapRecords,
  parameters: FindPaymentParameters,
): Promise<string | undefined> {
  const entry = await readFirstEntry(journal, parameters.record.route.quoteId)
  if (entry?.submission !== undefined) return `swap pay has sent ${entry.submission.hash ?? "it"} from ${entry.account}`
  return await findPayment(parameters)
}

async function readBlockNumber(origin: Client | undefined): Promise<bigint> {
  if (origin === undefined) return 0n
  return await getBlockNumber(origin, { cacheTime: 0 }).catch((error: unknown) => {
    throw explainCallError(error, { address: nativeToken, functionName: "eth_blockNumber" })
  })
}
