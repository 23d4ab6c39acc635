import type { NewTaskActionFunction } from "hardhat/types/tasks"

import { watchTransaction } from "../../src/gateway/index.js"
import { checkPayloadStatus } from "../../src/gateway/wire/parameters.js"
import { refuseUnused } from "../../src/plugin/arguments/readArguments.js"
import { readWaitOptions } from "../../src/plugin/arguments/readWaitOptions.js"
import { chainsOf, nameChains } from "../../src/plugin/config/chainsOf.js"
import { openGateway } from "../../src/plugin/connection/openGateway.js"
import { pollingOf } from "../../src/plugin/connection/pollingOf.js"
import { refuseUnreachable } from "../../src/plugin/connection/refuseUnreachable.js"
import { requireSuccess } from "../../src/plugin/run/gateway/requireSuccess.js"
import { listenForInterruption } from "../../src/plugin/run/listenForInterruption.js"
import { readErrorAbis } from "../../src/plugin/run/readErrorAbis.js"
import { exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { checkHash } from "../../src/primitives/checks.js"
import { toJson } from "../../src/terminal/core/json.js"
import { showSteps } from "../../src/terminal/core/showSteps.js"
import { transactionView } from "../../src/terminal/gateway/transactionView.js"
import { transactionReport } from "../../src/terminal/gateway/transactionReport.js"

type TransactionArguments = {
  txHash: string
  wait: boolean
  until: string | undefined
  timeout: string | undefined
  failOnRevert: boolean
  json: boolean
}

const tx: NewTaskActionFunction<TransactionArguments> = runTask(async (args, hre, terminal) => {
  const { json, failOnRevert } = args
  const txHash = checkHash(args.txHash, "txHash")
  if (!args.wait) refuseUnused({ "--until": args.until, "--timeout": args.timeout }, "--wait")
  const patience = readWaitOptions(args, checkPayloadStatus)
  const client = openGateway(hre.config.plugs)
  const wording = { chainName: nameChains(chainsOf(hre.config.plugs)), abis: await readErrorAbis(hre.artifacts) }
  using interruption = listenForInterruption()
  const { signal } = interruption

  if (!args.wait) {
    const requests = await client.getTransaction({ txHash, signal })
    const { out } = terminal
    out.line(json ? toJson({ txHash, requests }, { indent: 2 }) : transactionReport(requests, wording, out))
    return requireSuccess(requests, { failOnRevert })
  }

  await refuseUnreachable(() => client.getTransaction({ txHash, signal }))
  const watched = { txHash, failOnRevert, abis: wording.abis, ...pollingOf(hre.config.plugs.gateway), ...patience }
  const watch = (onTrouble: (error: unknown) => void) => watchTransaction(client, { ...watched, signal, onTrouble })
  await showSteps(watch, transactionView(wording), { terminal, json })
  return exitCodes.success
})

export default tx
