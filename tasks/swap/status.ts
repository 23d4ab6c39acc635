import type { Hex } from "viem"

import { readWaitOptions, refuseUnused } from "../../src/plugin/arguments/readArguments.js"
import { nameSwapChains } from "../../src/plugin/config/swapChains.js"
import { openSwap, pollingIntervals, requireReachable } from "../../src/plugin/connection/openClients.js"
import { type BoundTask, describedSteps, exitCodeOf, exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { ShownFailureError } from "../../src/plugin/run/shownErrors.js"
import { explainSwapCommand } from "../../src/primitives/commands/explainCommands.js"
import { isPlugsError } from "../../src/primitives/PlugsError.js"
import { excerpt } from "../../src/primitives/text.js"
import type { SwapClient } from "../../src/swap/createSwapClient.js"
import { statesOf } from "../../src/swap/following/routeTracker.js"
import { watchRoute } from "../../src/swap/following/watchRoute.js"
import { stateInfo } from "../../src/swap/states.js"
import type { RouteStatus } from "../../src/swap/types.js"
import { checkQuoteId } from "../../src/swap/wire/parameters/statusChecks.js"
import type { GetStatusParameters } from "../../src/swap/wire/parameters/types.js"
import { showSteps } from "../../src/terminal/live/showSteps.js"
import { openMalformedNotes } from "../../src/terminal/malformedNotes.js"
import { printDocument } from "../../src/terminal/printJson.js"
import { routeReport, routeView } from "./output/routeReport.js"

type StatusArguments = { id: string; wait: boolean; details: boolean; timeout: string | undefined; json: boolean }

const status: BoundTask<StatusArguments> = runTask(async (args, hre, { terminal, signal, clock }) => {
  const { json } = args
  const { plugs } = hre.config
  const quoteId = checkQuoteId(args.id.trim(), "id")
  if (!args.wait) refuseUnused({ "--timeout": args.timeout }, "--wait")
  const waitOptions = readWaitOptions({ timeout: args.timeout })
  using notes = openMalformedNotes(terminal.err)
  const client = findRouteEitherWay(await openSwap(plugs, { clock, onMalformed: notes.onMalformed }))
  const chainName = nameSwapChains(hre.config)
  const details = args.details ? { includeQuoteDetails: true } : {}

  if (!args.wait) {
    const route = await client.getStatus({ quoteId, ...details, signal })
    const { out } = terminal
    const end = stateInfo(route.status, statesOf(route))?.final ?? "success"
    const error =
      end === "success"
        ? undefined
        : new ShownFailureError({
            message: `The API says that the swap is ${excerpt(route.status)}.`,
            facts: { quote: excerpt(route.quoteId) },
            next: `Check the transactions on both chains, and get a new quote to try again. To find out why: ${explainSwapCommand(quoteId)}`,
          })
    if (json) printDocument(out, { route }, error)
    else out.line(routeReport(route, chainName, out))
    return exitCodeOf(error)
  }

  await requireReachable(() => client.getStatus({ quoteId, signal }))
  notes.print()
  // Reads chains, which a status alone does not.
  const { withPayout } = await import("./explain/confirmProjectPayout.js")
  const polling = { ...pollingIntervals(plugs.swap), ...waitOptions, signal }
  const watch = (onTrouble: (error: unknown) => void, onWait: (ms: number) => void) =>
    describedSteps(
      withPayout(hre, watchRoute(client, { quoteId, ...details, ...polling, onTrouble, onWait }), { clock, signal }),
      hre,
    )
  await showSteps(watch, routeView(chainName), { terminal, json, clock })
  return exitCodes.success
})

export default status

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
