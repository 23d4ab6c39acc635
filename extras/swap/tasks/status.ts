import type { Hex } from "viem"

import { statusRows } from "./index.js"
import { routeReport } from "./output/routeReport.js"
import type { SwapClient } from "#extras/swap/src/createSwapClient.js"
import { statesOf } from "#extras/swap/src/following/routeTracker.js"
import { openSwap } from "#extras/swap/src/plugin/openSwap.js"
import { nameSwapChains } from "#extras/swap/src/plugin/swapChains.js"
import type { RouteStatus } from "#extras/swap/src/types.js"
import { checkQuoteId } from "#extras/swap/src/wire/parameters/statusChecks.js"
import type { GetStatusParameters } from "#extras/swap/src/wire/parameters/types.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { waitOptionsOf } from "#src/plugin/arguments/readArguments.js"
import { requireReachable } from "#src/plugin/connection/openClients.js"
import { exitCodes, type Found } from "#src/plugin/run/runTask.js"
import { ShownFailureError } from "#src/plugin/run/shownErrors.js"
import { explainSwapCommand } from "#src/primitives/commands/explainCommands.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { excerpt } from "#src/primitives/text.js"
import { stateInfo } from "#src/swap/states.js"
import { openMalformedNotes } from "#src/terminal/malformedNotes.js"

export default actionOf(statusRows, async (args, hre, io) => {
  const { json } = args
  const { terminal, signal, clock } = io
  const quoteId = checkQuoteId(args.id.trim(), "id")
  using notes = openMalformedNotes(terminal.err)
  const client = findRouteEitherWay(await openSwap(hre.config.plugs, { clock, onMalformed: notes.onMalformed }))
  const subject = { quoteId, ...(args.details ? { includeQuoteDetails: true } : {}) }
  if (!args.wait) {
    const route = await client.getStatus({ ...subject, signal })
    return statusFound(route, { quoteId, chainName: nameSwapChains(hre.config) })
  }
  await requireReachable(hre.config.plugs.swap, () => client.getStatus({ quoteId, signal }))
  notes.print()
  // Reads chains, which a status alone does not.
  const { followRoute } = await import("./status/followRoute.js")
  await followRoute(hre, { client, route: { ...subject, ...waitOptionsOf(args) }, json }, io)
  return exitCodes.success
})

/**
 * Makes a client whose `getStatus` also accepts the hash of the origin transaction as `quoteId`. Both can be 32 bytes of hex, so only
 * the API can distinguish them.
 */
export function findRouteEitherWay(client: SwapClient): SwapClient {
  let found: "quoteId" | "srcTxHash" | undefined

  async function getStatus({ quoteId: id, ...parameters }: GetStatusParameters): Promise<RouteStatus> {
    const byQuote = (): Promise<RouteStatus> => client.getStatus({ ...parameters, quoteId: id })
    const byTransaction = (): Promise<RouteStatus> => client.getStatus({ ...parameters, srcTxHash: id as Hex })
    if (id === undefined || found === "quoteId" || !/^0x[0-9a-f]{64}$/i.test(id)) return await byQuote()
    if (found === "srcTxHash") return await byTransaction()
    try {
      const route = await byQuote()
      found = "quoteId"
      return route
    } catch (error) {
      if (!isNotFound(error)) throw error
    }
    const route = await byTransaction()
    found = "srcTxHash"
    return route
  }

  return { ...client, getStatus }
}

function isNotFound(error: unknown): boolean {
  return isPlugsError(error) && error.code === "NOT_FOUND"
}

type StatusOptions = {
  /** As the command names the route. */
  readonly quoteId: string
  readonly chainName: (chainId: number) => string
}

/** How a route stands. Its exit code is that of a failure if it ended as one. */
export function statusFound(route: RouteStatus, { quoteId, chainName }: StatusOptions): Found {
  const end = stateInfo(route.status, statesOf(route))?.final ?? "success"
  const next = `Check the transactions on both chains, and get a new quote to try again. To find out why: ${explainSwapCommand(quoteId)}`
  const message = `The API says that the swap is ${excerpt(route.status)}.`
  return {
    document: { route },
    report: () => routeReport(route.status === "COMPLETED" ? { ...route, payout: "not looked" } : route, chainName),
    error:
      end === "success"
        ? undefined
        : new ShownFailureError({ message, facts: { quote: excerpt(route.quoteId) }, next }),
  }
}
