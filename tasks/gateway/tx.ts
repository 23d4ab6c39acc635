import { txRows } from "./index.js"
import { transactionError } from "./output/notes.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { waitOptionsOf } from "#src/plugin/arguments/readArguments.js"
import { chainsOf, nameChains } from "#src/plugin/config/chainsOf.js"
import { openGateway, pollingIntervals, requireReachable } from "#src/plugin/connection/openClients.js"
import { openContractBook } from "#src/plugin/contracts/ContractBook.js"
import { readErrorAbis } from "#src/plugin/contracts/readAbis.js"
import { describedSteps, exitCodes } from "#src/plugin/run/runTask.js"
import { apart } from "#src/terminal/report.js"

export default actionOf(txRows, async (args, hre, { terminal, signal, clock }) => {
  const { txHash, json, failOnRevert } = args
  const { plugs } = hre.config
  const client = await openGateway(plugs, { clock })
  const readReportOptions = async () => ({
    chainName: nameChains(chainsOf(plugs)),
    abis: await readErrorAbis(hre.artifacts),
    names: await openContractBook(hre),
  })

  // What decodes and shows the answer needs viem, so it is loaded after the request.
  if (!args.wait && !args.follow) {
    const requests = await client.getTransaction({ txHash, signal })
    const [{ getOpenedTransactions }, { revertsOf }, { openedReport, transactionReport }] = await Promise.all([
      import("#src/gateway/following/openedRequests.js"),
      import("#src/gateway/reverts.js"),
      import("./output/transactionReport.js"),
    ])
    const opened = await getOpenedTransactions(client, { requests, signal })
    const error = transactionError(txHash, requests, { failOnRevert, revertsOf })
    const reportOptions = await readReportOptions()
    return {
      document: { txHash, requests, opened },
      report: () => apart(transactionReport(requests, reportOptions), openedReport(opened)),
      error,
    }
  }

  await requireReachable(hre.config.plugs.gateway, () => client.getTransaction({ txHash, signal }))
  const [{ watchTransaction }, { showSteps }, { transactionView }] = await Promise.all([
    import("#src/gateway/following/watchTransaction.js"),
    import("#src/terminal/live/showSteps.js"),
    import("./output/transactionView.js"),
  ])
  const reportOptions = await readReportOptions()
  const { abis } = reportOptions
  const polling = { ...pollingIntervals(plugs.gateway), ...waitOptionsOf(args), signal }
  const watch = (onTrouble: (error: unknown) => void) =>
    describedSteps(
      watchTransaction(client, { txHash, failOnRevert, descendants: args.follow, abis, ...polling, onTrouble }),
      hre,
    )
  await showSteps(watch, transactionView(reportOptions), { terminal, json, clock })
  return exitCodes.success
})
