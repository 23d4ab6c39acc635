import type { HardhatConfig } from "hardhat/types/config"

import type { ChainEntry } from "../../primitives/chains.js"

/**
 * The id by which wallets, and the swap API, know a configured chain. It is the slug of most chains, and where it isn't, the
 * chain's network says so.
 */
export function chainIdOf({ network, slug }: ChainEntry, { networks }: Pick<HardhatConfig, "networks">): number {
  return networks[network]?.chainId ?? slug
}
