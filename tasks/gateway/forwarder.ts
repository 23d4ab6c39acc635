import { readRequired } from "../../src/plugin/arguments/readArguments.js"
import { chainsOf } from "../../src/plugin/config/chainsOf.js"
import { gatewayContractsOf } from "../../src/plugin/connection/configuredContracts.js"
import { openGateway } from "../../src/plugin/connection/openClients.js"
import { openContractBook } from "../../src/plugin/contracts/ContractBook.js"
import { compareForwarders } from "../../src/plugin/run/gateway/compareForwarders.js"
import { type BoundTask, exitCodes, runTask } from "../../src/plugin/run/runTask.js"
import { findChain } from "../../src/primitives/chains.js"
import { toJson } from "../../src/terminal/core/toJson.js"
import { forwarderReport } from "../../src/terminal/gateway/forwarderReport.js"

type ForwarderArguments = { onChainAddress: string; chain: string | undefined; json: boolean }

const forwarder: BoundTask<ForwarderArguments> = runTask(async (args, hre, { terminal: { out }, signal, clock }) => {
  const { plugs } = hre.config
  const given = args.chain === undefined ? undefined : findChain(chainsOf(plugs), args.chain, "--chain")
  const book = await openContractBook(hre)
  const contract = await book.find(args.onChainAddress, { chain: given, argument: "onChainAddress" })
  const onChainAddress = contract.address
  const missing = { argument: "--chain", example: "--chain alpha" }
  const chain = contract.chain ?? findChain(chainsOf(plugs), readRequired(args.chain, missing), "--chain")
  const contracts = plugs.gateway.contracts === undefined ? undefined : gatewayContractsOf(plugs)
  const client = await openGateway(plugs, { clock })
  const answer = await client.getForwarder({ onChainAddress, chainSlug: chain.slug, signal })
  const comparison = compareForwarders({ ...answer, onChainAddress, chainSlug: chain.slug }, contracts)
  out.line(
    args.json
      ? toJson({ chain, ...comparison }, { indent: 2 })
      : forwarderReport({ ...comparison, name: contract.name }, chain.name, out.paint),
  )
  return comparison.agrees === false ? exitCodes.failure : exitCodes.success
})

export default forwarder
