import type { HardhatConfig } from "hardhat/types/config"
import type { NetworkConnection } from "hardhat/types/network"
import type { Client } from "viem"

import { chainsOf } from "../../config/chainsOf.js"
import { gatewayDeploymentOf } from "../../config/deployments.js"
import type { PlugsConfig } from "../../config/PlugsConfig.js"
import { createChainReader, createGatewayReader } from "../createGatewayReader.js"
import { forwarderContractsOf } from "../gatewayContracts.js"
import type { Explanation } from "#src/explaining/Explanation.js"
import {
  explainTransaction,
  type ExplainTransactionParameters,
  type GatewayCauseName,
  type GatewayClient,
} from "#src/gateway/index.js"
import { getGatewayContracts } from "#src/gateway/onchain/getGatewayContracts.js"
import type { GatewayChain, ReachedChain } from "#src/gateway/reading/types.js"
import type { ChainEntry } from "#src/primitives/chains.js"

/** Explains a transaction, payload, timeout or trigger with the chains of a project that its connection and its networks reach. */
export async function explainGatewayOnConnection(
  connection: NetworkConnection<string>,
  { plugs: config, networks }: Pick<HardhatConfig, "plugs" | "networks">,
  {
    api,
    ...parameters
  }: Omit<ExplainTransactionParameters, "gateway" | "chainOf" | "slugs" | "api"> & {
    api: GatewayClient
  },
): Promise<Explanation<GatewayCauseName>> {
  const client = await createGatewayReader(connection, { config, networks })
  const slug = networks[config.gateway.network]?.chainId ?? config.devnet.gateway.chainId
  const { gateway, reached } = await explainedChainsOf(config, client, { name: config.gateway.network, slug })
  const chains = chainsOf(config)
  return await explainTransaction({
    ...parameters,
    gateway,
    api,
    slugs: chains.map((chain) => chain.slug),
    chainOf: async (wanted) => {
      const entry = chains.find((chain) => chain.slug === wanted)
      const reader = entry && (await createChainReader(connection, networks, entry.network))
      return entry && reader && reached(reader, entry)
    },
  })
}

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
    reached: (reader, entry) => {
      const socket = deployment?.chains.find((chain) => chain.slug === entry.slug)?.socket
      return { client: reader, slug: entry.slug, name: entry.name, socket }
    },
  }
}
