import type { HardhatConfig } from "hardhat/types/config"

import { gatewayChain } from "../../devnet/options.js"
import type { ChainEntry } from "../../primitives/chains.js"
import { chainsOf } from "../config/chainsOf.js"

/**
 * Returns the chain of app gateways. It is a network, and not in `plugs.chains`, because messages cannot go there.
 */
export function gatewayChainOf({ networks, plugs }: Pick<HardhatConfig, "networks" | "plugs">): ChainEntry {
  const { name } = gatewayChain
  return { name, slug: networks[name]?.chainId ?? plugs.devnet.gateway.chainId, network: name }
}

/** Lists the chains on which contracts can have names: the configured ones and the gateway's. */
export function bookChains(config: Pick<HardhatConfig, "networks" | "plugs">): ChainEntry[] {
  const chains = chainsOf(config.plugs)
  const gateway = gatewayChainOf(config)
  return chains.some(({ name, slug }) => name === gateway.name || slug === gateway.slug) ? chains : [...chains, gateway]
}
