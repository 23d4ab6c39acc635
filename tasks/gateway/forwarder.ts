import type { NewTaskActionFunction } from "hardhat/types/tasks"

import { readRequired } from "../../src/plugin/arguments/readArguments.js"
import { chainsOf } from "../../src/plugin/config/chainsOf.js"
import { gatewayContractsOf } from "../../src/plugin/connection/gatewayContractsOf.js"
import { openGateway } from "../../src/plugin/connection/openGateway.js"
import { compareForwarders } from "../../src/plugin/run/gateway/compareForwarders.js"
import { listenForInterruption } from "../../src/plugin/run/listenForInterruption.js"
import { exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { parseAddress } from "../../src/primitives/address.js"
import { findChain } from "../../src/primitives/chains.js"
import { forwarderReport } from "../../src/terminal/gateway/forwarderReport.js"
import { toJson } from "../../src/terminal/core/json.js"

type ForwarderArguments = { onChainAddress: string; chain: string | undefined; json: boolean }

const forwarder: NewTaskActionFunction<ForwarderArguments> = runTask(async (args, hre, { out }) => {
  const { plugs } = hre.config
  const onChainAddress = parseAddress(args.onChainAddress, "onChainAddress")
  const name = readRequired(args.chain, { argument: "--chain", example: "--chain alpha" })
  const chain = findChain(chainsOf(plugs), name, "--chain")
  const contracts = plugs.gateway.contracts === undefined ? undefined : gatewayContractsOf(plugs)
  using interruption = listenForInterruption()
  const question = { onChainAddress, chainSlug: chain.slug, signal: interruption.signal }
  const answer = await openGateway(plugs).getForwarder(question)
  const comparison = compareForwarders({ ...answer, onChainAddress, chainSlug: chain.slug }, contracts)
  out.line(
    args.json ? toJson({ chain, ...comparison }, { indent: 2 }) : forwarderReport(comparison, chain.name, out.paint),
  )
  return comparison.agrees === false ? exitCodes.failure : exitCodes.success
})

export default forwarder
