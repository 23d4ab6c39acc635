import { readRequired } from "../../src/plugin/arguments/readArguments.js"
import { chainsOf } from "../../src/plugin/config/chainsOf.js"
import { gatewayContractsOf } from "../../src/plugin/connection/configuredContracts.js"
import { openGateway } from "../../src/plugin/connection/openClients.js"
import { compareForwarders } from "../../src/plugin/run/gateway/compareForwarders.js"
import { ShownFailureError } from "../../src/plugin/run/shownErrors.js"
import { type BoundTask, exitCodeOf, runTask } from "../../src/plugin/run/runTask.js"
import { parseAddress } from "../../src/primitives/address.js"
import { findChain } from "../../src/primitives/chains.js"
import { printDocument } from "../../src/terminal/core/json/printJson.js"
import { forwarderReport } from "../../src/terminal/gateway/forwarderReport.js"

type ForwarderArguments = { onChainAddress: string; chain: string | undefined; json: boolean }

const forwarder: BoundTask<ForwarderArguments> = runTask(async (args, hre, { terminal: { out }, signal, clock }) => {
  const { plugs } = hre.config
  const onChainAddress = parseAddress(args.onChainAddress, "onChainAddress")
  const name = readRequired(args.chain, { argument: "--chain", example: "--chain alpha" })
  const chain = findChain(chainsOf(plugs), name, "--chain")
  const contracts = plugs.gateway.contracts === undefined ? undefined : gatewayContractsOf(plugs)
  const client = await openGateway(plugs, { clock })
  const answer = await client.getForwarder({ onChainAddress, chainSlug: chain.slug, signal })
  const comparison = compareForwarders({ ...answer, onChainAddress, chainSlug: chain.slug }, contracts)
  // Only these: the API could add a field with the name of another.
  const { chainSlug, forwarderAddress, isDeployed, predicted, agrees } = comparison
  const error =
    agrees === false
      ? new ShownFailureError({
          message: "The forwarder of the API is not the one that is predicted.",
          next: "Do not use it. Check plugs.gateway: its contracts must belong to the gateway that baseUrl serves.",
        })
      : undefined
  if (args.json)
    printDocument(out, { chain, chainSlug, onChainAddress, forwarderAddress, isDeployed, predicted, agrees }, error)
  else out.line(forwarderReport(comparison, chain.name, out.paint))
  return exitCodeOf(error)
})

export default forwarder
