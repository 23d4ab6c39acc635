import { latestTime } from "../../../primitives/clock.js"
import { commandKey } from "../../../swap/execution/commands/createCommandRecords.js"
import { lockCommand } from "../../../swap/execution/commands/lockCommand.js"
import type { DepositRecord } from "../../../swap/execution/deposits/createDepositRecords.js"
import {
  checkRoute,
  type RouteLimits,
  RouteEndedError,
  RouteNotFoundError,
  type RouteStatus,
  type SwapClient,
} from "../../../swap/index.js"
import { isExpired } from "../../../swap/checks/checkRoute.js"
import type { DepositFacts } from "../../../terminal/swap/printDeposit.js"
import type { SwapCommand } from "../../arguments/swap/readExecuteArguments.js"
import { chooseRoute } from "./chooseRoute.js"
import { describeDeposit } from "./describeDeposit.js"
import { getSwapOffer, type GetSwapOfferParameters } from "./getSwapOffer.js"
import type { SwapRecords } from "./openJournal.js"

/** What a deposit is opened with. */
export type OpenDepositParameters = SwapRecords &
  Pick<GetSwapOfferParameters, "pins" | "readers" | "userAddress"> & {
    readonly command: Extract<SwapCommand, { kind: "begin" }>
    readonly client: SwapClient
    readonly limits: RouteLimits
    readonly signal: AbortSignal
    /** Shows what to pay, and where. */
    readonly print: (facts: DepositFacts) => void
    /** Shows the route of a deposit until its end. */
    readonly follow: (record: DepositRecord) => Promise<void>
  }

/**
 * Opens a deposit: gets a route that is paid by a transfer, checks it, records it, shows what to pay, and follows the route until its
 * end. Sends nothing. The same command shows the same deposit again until it has ended.
 *
 * @throws {RouteRefusedError} the route does not do what was requested
 * @throws {NoRouteError} no route takes deposits
 * @throws what `watchRoute` throws
 */
export async function openDeposit(parameters: OpenDepositParameters): Promise<void> {
  const { command, journal, commands, client } = parameters
  const { swapRequest, choice, source } = command
  const tokens = { token: swapRequest.token.toLowerCase(), wanted: swapRequest.wanted.toLowerCase() }
  const key = commandKey({ ...swapRequest, ...tokens, choice, source: source.network })
  await lockCommand(journal, key, async () => {
    const opened = await findOpened(parameters, key)
    const record = opened ?? (await open(parameters, key))
    const described = await describeDeposit(client, { ...parameters, ...swapRequest, record })
    parameters.print({ ...described, isResumed: opened !== undefined })
    try {
      await parameters.follow(record)
    } catch (error) {
      if (error instanceof RouteEndedError) await commands.end(record.route.quoteId, latestTime(client.clock))
      throw error
    }
    await commands.end(record.route.quoteId, latestTime(client.clock))
  })
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

async function open(
  { command, client, limits, deposits, commands, signal, pins, readers, userAddress }: OpenDepositParameters,
  key: string,
): Promise<DepositRecord> {
  const { swapRequest, choice } = command
  const { request, quote, routes } = await getSwapOffer(client, { swapRequest, userAddress, readers, pins, signal })
  const route = chooseRoute(routes, choice, "deposit")
  checkRoute({ ...limits, route, request, quote, now: latestTime(client.clock), unlisted: "report" })
  const record = { request, route }
  await deposits.write(record)
  await commands.write(key, route.quoteId)
  return record
}

/** Returns what the API says of a route; `undefined` if it does not know the route. */
export async function statusOf(
  client: SwapClient,
  quoteId: string,
  signal: AbortSignal,
): Promise<RouteStatus | undefined> {
  try {
    return await client.getStatus({ quoteId, signal })
  } catch (error) {
    if (error instanceof RouteNotFoundError) return undefined
    throw error
  }
}
