import { type GatewayRequest, getOpenedTransactions, revertsOf, watchTransaction } from "../../src/gateway/index.js"
import { checkPayloadStatus } from "../../src/gateway/wire/parameters.js"
import { refuseUnused } from "../../src/plugin/arguments/readArguments.js"
import { readWaitOptions } from "../../src/plugin/arguments/readWaitOptions.js"
import { chainsOf, nameChains } from "../../src/plugin/config/chainsOf.js"
import { openGateway, pollingIntervals } from "../../src/plugin/connection/openClients.js"
import { requireReachable } from "../../src/plugin/connection/requireReachable.js"
import { openContractBook } from "../../src/plugin/contracts/ContractBook.js"
import { readErrorAbis } from "../../src/plugin/run/readErrorAbis.js"
import { type BoundTask, type ExitCode, exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { checkHash } from "../../src/primitives/checks.js"
import { toJson } from "../../src/terminal/core/toJson.js"
import { showSteps } from "../../src/terminal/core/showSteps.js"
import { openedReport } from "../../src/terminal/gateway/openedReport.js"
import { transactionReport } from "../../src/terminal/gateway/transactionReport.js"
import { transactionView } from "../../src/terminal/gateway/transactionView.js"

type TransactionArguments = {
  txHash: string
  wait: boolean
  follow: boolean
  until: string | undefined
  timeout: string | undefined
  failOnRevert: boolean
  json: boolean
}

const tx: BoundTask<TransactionArguments> = runTask(async (args, hre, { terminal, signal, clock }) => {
  const { json, failOnRevert } = args
  const { plugs } = hre.config
  const txHash = checkHash(args.txHash, "txHash")
  const isWaiting = args.wait || args.follow
  if (!isWaiting) refuseUnused({ "--until": args.until, "--timeout": args.timeout }, "--wait")
  const waitOptions = readWaitOptions(args, checkPayloadStatus)
  const client = await openGateway(plugs, { clock })
  const abis = await readErrorAbis(hre.artifacts)
  const reportOptions = { chainName: nameChains(chainsOf(plugs)), abis, names: await openContractBook(hre) }

  if (!isWaiting) {
    const requests = await client.getTransaction({ txHash, signal })
    const opened = await getOpenedTransactions(client, { requests, signal })
    const { out } = terminal
    if (json) out.line(toJson({ txHash, requests, ...(opened.length === 0 ? {} : { opened }) }, { indent: 2 }))
    else out.line([transactionReport(requests, reportOptions, out), ...openedReport(opened, out.paint)].join("\n"))
    return exitCodeOf(requests, { failOnRevert })
  }

  await requireReachable(() => client.getTransaction({ txHash, signal }))
  const polling = { ...pollingIntervals(plugs.gateway), ...waitOptions, signal }
  const watch = (onTrouble: (error: unknown) => void) =>
    watchTransaction(client, { txHash, failOnRevert, descendants: args.follow, abis, ...polling, onTrouble })
  await showSteps(watch, transactionView(reportOptions), { terminal, json, clock })
  return exitCodes.success
})

export default tx

/** Unknown is an error, because the hash may be wrong. A revert is not a failure by itself, unless its tries are over. */
function exitCodeOf(requests: readonly GatewayRequest[], { failOnRevert }: { failOnRevert: boolean }): ExitCode {
  if (requests.length === 0) return exitCodes.error
  if (requests.some(({ payloads }) => payloads.some(({ isGivenUp }) => isGivenUp === true))) return exitCodes.failure
  const isReverting = requests.some(
    ({ status, payloads }) => status === "REVERTING" || payloads.some((payload) => revertsOf(payload).length > 0),
  )
  return failOnRevert && isReverting ? exitCodes.failure : exitCodes.success
}
