import type { HardhatConfig } from "hardhat/types/config"
import type { NetworkConnection } from "hardhat/types/network"

import type { Explanation } from "../../../explaining/Explanation.js"
import {
  explainTransaction,
  type ExplainTransactionParameters,
  type GatewayCauseName,
  type GatewayClient,
} from "../../../gateway/index.js"
import { chainsOf } from "../../config/chainsOf.js"
import { createChainReader, createGatewayReader } from "../createGatewayReader.js"
import { explainedChainsOf } from "./explainedChains.js"

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
