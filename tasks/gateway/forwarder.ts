import { forwarderRows } from "./index.js"
import { forwarderReport } from "./output/forwarderReport.js"
import { actionOf } from "#src/plugin/arguments/actionOf.js"
import { readRequired } from "#src/plugin/arguments/readArguments.js"
import { chainsFor } from "#src/plugin/connection/chains/askForChain.js"
import { openChains } from "#src/plugin/connection/chains/openChains.js"
import { forwarderContractsOf } from "#src/plugin/connection/gatewayContracts.js"
import { openGateway } from "#src/plugin/connection/openClients.js"
import { openContractBook } from "#src/plugin/contracts/ContractBook.js"
import { ShownFailureError } from "#src/plugin/run/shownErrors.js"
import { findChain } from "#src/primitives/chains.js"

export default actionOf(forwarderRows, async (args, hre, { signal, clock }) => {
  const { plugs } = hre.config
  const chains = await chainsFor(hre, [args.chain])
  const given = args.chain === undefined ? undefined : findChain(chains, args.chain, "--chain")
  const book = await openContractBook(hre)
  const contract = await book.find(args.onChainAddress, { chain: given, argument: "onChainAddress" })
  const onChainAddress = contract.address
  const missing = { argument: "--chain", example: "--chain alpha" }
  const chain = contract.chain ?? findChain(chains, readRequired(args.chain, missing), "--chain")
  const isKnown = plugs.gateway.deployment !== undefined || Object.keys(plugs.gateway.contracts).length > 0
  await using opened = openChains(hre, { signal })
  const open = async () => (await opened.gateway()).client
  const contracts = isKnown ? await forwarderContractsOf(plugs, open) : undefined
  const client = await openGateway(plugs, { clock })
  const answer = await client.getForwarder({ onChainAddress, chainSlug: chain.slug, signal })
  const { compareForwarders } = await import("./compareForwarders.js")
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
  return {
    document: { chain, chainSlug, onChainAddress, forwarderAddress, isDeployed, predicted, agrees },
    report: () => forwarderReport({ ...comparison, name: contract.name }, chain.name),
    error,
  }
})
