import type { Client } from "viem"

import type { GatewayDeployment } from "../../../gateway/deployments/gatewayDeployments.js"
import { getGatewayContracts } from "../../../gateway/onchain/getGatewayContracts.js"
import type { GatewayChain, ReachedChain } from "../../../gateway/reading/types.js"
import type { ChainEntry } from "../../../primitives/chains.js"
import { gatewayDeploymentOf } from "../../config/deployments.js"
import type { PlugsConfig } from "../../config/PlugsConfig.js"
import { forwarderContractsOf } from "../gatewayContracts.js"

/** The chains that an explanation reads, made of viem clients and the configuration. */
export type ExplainedChains = {
  readonly gateway: GatewayChain
  readonly reached: (client: Client, entry: Pick<ChainEntry, "slug" | "name">) => ReachedChain
}

/**
 * Finds the contracts that an explanation reads on the gateway chain and on the chains that it reaches.
 *
 * @param client a client of the gateway chain
 * @throws {InvalidInputError} the configuration does not say the gateway's contracts
 */
export async function explainedChainsOf(
  config: PlugsConfig,
  client: Client,
  { name, slug }: Pick<ChainEntry, "slug" | "name">,
): Promise<ExplainedChains> {
  const [deployment, { addressResolver }] = await Promise.all([
    gatewayDeploymentOf(config),
    forwarderContractsOf(config, (work) => work(client)),
  ])
  const { watcher, feesManager } = await getGatewayContracts(client, { addressResolver })
  return {
    gateway: { client, name, slug: deployment?.gateway.slug ?? slug, addressResolver, watcher, feesManager },
    reached: (reader, entry) => ({
      client: reader,
      slug: entry.slug,
      name: entry.name,
      socket: socketOf(deployment, entry.slug),
    }),
  }
}

function socketOf(deployment: GatewayDeployment | undefined, slug: number): ReachedChain["socket"] {
  return deployment?.chains.find((chain) => chain.slug === slug)?.socket
}
