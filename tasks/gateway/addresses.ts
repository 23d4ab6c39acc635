import type { NewTaskActionFunction } from "hardhat/types/tasks"

import { getDeployment, waitForDeployment } from "../../src/gateway/index.js"
import { readList, readRequired, refuseUnused } from "../../src/plugin/arguments/readArguments.js"
import { readContractId } from "../../src/plugin/arguments/readContractId.js"
import { readWaitOptions } from "../../src/plugin/arguments/readWaitOptions.js"
import { chainsOf } from "../../src/plugin/config/chainsOf.js"
import { openGateway } from "../../src/plugin/connection/openGateway.js"
import { pollingOf } from "../../src/plugin/connection/pollingOf.js"
import { refuseUnreachable } from "../../src/plugin/connection/refuseUnreachable.js"
import { lookUpDeployments } from "../../src/plugin/run/gateway/lookUpDeployments.js"
import { listenForInterruption } from "../../src/plugin/run/listenForInterruption.js"
import { exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { throwWorst } from "../../src/plugin/run/throwWorst.js"
import { parseAddress } from "../../src/primitives/address.js"
import { findChain } from "../../src/primitives/chains.js"
import { deploymentTable } from "../../src/terminal/gateway/deploymentTable.js"
import { toJson } from "../../src/terminal/core/json.js"
import { showDeployments } from "../../src/terminal/gateway/showDeployments.js"

type AddressesArguments = {
  appGateway: string
  contract: string | undefined
  chains: string | undefined
  wait: boolean
  timeout: string | undefined
  json: boolean
}

const addresses: NewTaskActionFunction<AddressesArguments> = runTask(async (args, hre, terminal) => {
  const { json } = args
  const appGatewayAddress = parseAddress(args.appGateway, "appGateway")
  const contract = readRequired(args.contract, { argument: "--contract", example: "--contract counter" })
  const contractId = readContractId(contract, "--contract")
  const names = readList(
    readRequired(args.chains, { argument: "--chains", example: "--chains alpha,beta" }),
    "--chains",
  )
  const known = chainsOf(hre.config.plugs)
  const chains = [...new Set(names.map((name) => findChain(known, name, "--chains")))]
  if (!args.wait) refuseUnused({ "--timeout": args.timeout }, "--wait")
  const patience = readWaitOptions({ until: undefined, timeout: args.timeout }, String)

  const client = openGateway(hre.config.plugs)
  using interruption = listenForInterruption()
  const subject = { appGatewayAddress, contractId, signal: interruption.signal }
  const lookUp = (chainSlug: number) => getDeployment(client, { ...subject, chainSlug })
  if (!args.wait) {
    const rows = await lookUpDeployments(chains, lookUp)
    const { out } = terminal
    out.line(json ? toJson({ appGatewayAddress, contractId, chains: rows }, { indent: 2 }) : deploymentTable(rows, out))
    return rows.some(({ error }) => error !== null) ? exitCodes.error : exitCodes.success
  }

  for (const { slug } of chains.slice(0, 1)) await refuseUnreachable(() => lookUp(slug))
  const waited = { ...subject, ...pollingOf(hre.config.plugs.gateway), ...patience }
  const waits = chains.map((chain) => ({
    chain,
    done: waitForDeployment(client, { ...waited, chainSlug: chain.slug }),
  }))
  throwWorst(await showDeployments(waits, { terminal, json }), terminal.err)
  return exitCodes.success
})

export default addresses
