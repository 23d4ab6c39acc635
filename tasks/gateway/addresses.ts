import { createContractId, getDeployment, waitForDeployment } from "../../src/gateway/index.js"
import { checkContractId } from "../../src/gateway/wire/parameters.js"
import { readList, readRequired, refuseUnused } from "../../src/plugin/arguments/readArguments.js"
import { readWaitOptions } from "../../src/plugin/arguments/readWaitOptions.js"
import { chainsOf } from "../../src/plugin/config/chainsOf.js"
import { openGateway, pollingIntervals } from "../../src/plugin/connection/openClients.js"
import { requireReachable } from "../../src/plugin/connection/requireReachable.js"
import { gatewayChainOf } from "../../src/plugin/contracts/bookChains.js"
import { openContractBook } from "../../src/plugin/contracts/ContractBook.js"
import { lookUpDeployments } from "../../src/plugin/run/gateway/lookUpDeployments.js"
import { type BoundTask, exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { throwMostSevere } from "../../src/plugin/run/throwMostSevere.js"
import { checkHash } from "../../src/primitives/checks.js"
import { findChain } from "../../src/primitives/chains.js"
import { toJson } from "../../src/terminal/core/toJson.js"
import { deploymentTable } from "../../src/terminal/gateway/deploymentTable.js"
import { showDeployments } from "../../src/terminal/gateway/showDeployments.js"

type AddressesArguments = {
  appGateway: string
  contract: string | undefined
  chains: string | undefined
  tx: string | undefined
  wait: boolean
  timeout: string | undefined
  json: boolean
}

const addresses: BoundTask<AddressesArguments> = runTask(async (args, hre, { terminal, signal, clock }) => {
  const { json } = args
  const { plugs } = hre.config
  const book = await openContractBook(hre)
  const gatewayChain = gatewayChainOf(hre.config)
  const appGateway = await book.find(args.appGateway, { chain: gatewayChain, argument: "appGateway" })
  const appGatewayAddress = appGateway.address
  const contract = readRequired(args.contract, { argument: "--contract", example: "--contract counter" })
  const contractId = /^0x/i.test(contract) ? checkContractId(contract, "--contract") : createContractId(contract)
  const chainList = readRequired(args.chains, { argument: "--chains", example: "--chains alpha,beta" })
  const known = chainsOf(plugs)
  const chains = [...new Set(readList(chainList, "--chains").map((name) => findChain(known, name, "--chains")))]
  if (!args.wait) refuseUnused({ "--timeout": args.timeout }, "--wait")
  const waitOptions = readWaitOptions({ timeout: args.timeout })

  const txHash = args.tx === undefined ? undefined : checkHash(args.tx, "--tx")
  const client = await openGateway(plugs, { clock })
  const subject = { appGatewayAddress, contractId, txHash, signal }
  const lookUp = (chainSlug: number) => getDeployment(client, { ...subject, chainSlug })
  if (!args.wait) {
    const rows = await lookUpDeployments(chains, lookUp)
    const { out } = terminal
    out.line(
      json ? toJson({ appGatewayAddress, contractId, chains: rows }, { indent: 2 }) : deploymentTable(rows, out, book),
    )
    if (rows.some(({ deployment }) => deployment?.isStuck === true)) return exitCodes.failure
    return rows.some(({ error }) => error !== null) ? exitCodes.error : exitCodes.success
  }

  for (const { slug } of chains.slice(0, 1)) await requireReachable(() => lookUp(slug))
  const polling = { ...pollingIntervals(plugs.gateway), ...waitOptions }
  const waits = chains.map((chain) => ({
    chain,
    deployed: waitForDeployment(client, { ...subject, ...polling, chainSlug: chain.slug }),
  }))
  throwMostSevere(await showDeployments(waits, { terminal, json, clock }), terminal.err)
  return exitCodes.success
})

export default addresses
