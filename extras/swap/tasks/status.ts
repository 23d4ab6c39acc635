import { findRouteEitherWay } from "./status/findRouteEitherWay.js"
import { showStatus } from "./status/showStatus.js"
import { openSwap } from "#extras/swap/src/plugin/openSwap.js"
import { checkQuoteId } from "#extras/swap/src/wire/parameters/statusChecks.js"
import { readWaitOptions, refuseUnused } from "#src/plugin/arguments/readArguments.js"
import { nameSwapChains } from "#src/plugin/config/swapChains.js"
import { requireReachable } from "#src/plugin/connection/openClients.js"
import { type BoundTask, exitCodes, runTask } from "#src/plugin/run/runTask.js"
import { openMalformedNotes } from "#src/terminal/malformedNotes.js"

type StatusArguments = { id: string; wait: boolean; details: boolean; timeout: string | undefined; json: boolean }

const status: BoundTask<StatusArguments> = runTask(async (args, hre, io) => {
  const { json } = args
  const { terminal, signal, clock } = io
  const quoteId = checkQuoteId(args.id.trim(), "id")
  if (!args.wait) refuseUnused({ "--timeout": args.timeout }, "--wait")
  const waitOptions = readWaitOptions({ timeout: args.timeout })
  using notes = openMalformedNotes(terminal.err)
  const client = findRouteEitherWay(await openSwap(hre.config.plugs, { clock, onMalformed: notes.onMalformed }))
  const subject = { quoteId, ...(args.details ? { includeQuoteDetails: true } : {}) }
  if (!args.wait) {
    const route = await client.getStatus({ ...subject, signal })
    return showStatus(route, { quoteId, chainName: nameSwapChains(hre.config), json }, terminal.out)
  }
  await requireReachable(() => client.getStatus({ quoteId, signal }))
  notes.print()
  // Reads chains, which a status alone does not.
  const { followRoute } = await import("./status/followRoute.js")
  await followRoute(hre, { client, route: { ...subject, ...waitOptions }, json }, io)
  return exitCodes.success
})

export default status
