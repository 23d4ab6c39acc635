import { refuseUnused } from "../../src/plugin/arguments/readArguments.js"
import { readTimeoutQuery, type TimeoutQueryArguments } from "./readTimeoutQuery.js"
import { readWaitOptions } from "../../src/plugin/arguments/readWaitOptions.js"
import { openGateway, pollingIntervals } from "../../src/plugin/connection/openClients.js"
import { gatewayChainOf } from "../../src/plugin/contracts/bookChains.js"
import { openContractBook } from "../../src/plugin/contracts/ContractBook.js"
import { requireReachable } from "../../src/plugin/connection/requireReachable.js"
import { readErrorAbis } from "../../src/plugin/contracts/readErrorAbis.js"
import { type BoundTask, exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { printDocument } from "../../src/terminal/printJson.js"
import { describedSteps } from "../../src/plugin/run/describedSteps.js"

type TimeoutsArguments = TimeoutQueryArguments & { wait: boolean; timeout: string | undefined; json: boolean }

const timeouts: BoundTask<TimeoutsArguments> = runTask(async (args, hre, { terminal, signal, clock }) => {
  const { json } = args
  const book = await openContractBook(hre)
  const query = await readTimeoutQuery(args, { book, gatewayChain: gatewayChainOf(hre.config) })
  if (!args.wait) refuseUnused({ "--timeout": args.timeout }, "--wait")
  const waitOptions = readWaitOptions({ timeout: args.timeout })
  const client = await openGateway(hre.config.plugs, { clock })
  const abis = await readErrorAbis(hre.artifacts)
  const reportOptions = { abis, names: book, now: () => clock.now() }

  if (!args.wait) {
    const found = await client.getTimeouts({ ...query, signal })
    const { out } = terminal
    if (json) printDocument(out, { ...query, timeouts: found })
    else {
      const { timeoutReport } = await import("./output/timeouts.js")
      out.line(timeoutReport(found, reportOptions, out))
    }
    return exitCodes.success
  }

  await requireReachable(() => client.getTimeouts({ ...query, signal }))
  const [{ watchTimeouts }, { showSteps }, { timeoutsView }] = await Promise.all([
    import("../../src/gateway/following/watchTimeouts.js"),
    import("../../src/terminal/showSteps.js"),
    import("./output/timeouts.js"),
  ])
  const polling = { ...pollingIntervals(hre.config.plugs.gateway), ...waitOptions, signal }
  const watch = (onTrouble: (error: unknown) => void) =>
    describedSteps(watchTimeouts(client, { ...query, abis, ...polling, onTrouble }), hre)
  await showSteps(watch, timeoutsView(reportOptions), { terminal, json, clock })
  return exitCodes.success
})

export default timeouts
