import type { HardhatConfig } from "hardhat/types/config"

import { chainsOf } from "./chainsOf.js"
import type { ChainEntry } from "#src/primitives/chains.js"

/** The chain id that wallets and the swap API use: of the network, or else the slug, nearly always the same. */
export function chainIdOf({ network, slug }: ChainEntry, { networks }: Pick<HardhatConfig, "networks">): number {
  return networks[network]?.chainId ?? slug
}

/** Names the chain of an id as the configuration does, if it is configured. */
export function nameConfiguredChains(
  config: Pick<HardhatConfig, "networks" | "plugs">,
): (chainId: number) => string | undefined {
  const names = new Map(chainsOf(config.plugs).map((chain) => [chainIdOf(chain, config), chain.name]))
  return (chainId) => names.get(chainId)
}
