import type { HardhatConfig } from "hardhat/types/config"

import { chainIdOf } from "./chainsOf.js"
import { gatewayChain } from "#src/devnet/options.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { isLoopback } from "#src/primitives/urls/isLoopback.js"

/**
 * Checks whether a chain is one of the devnet's: by its name and its numbers, and because its network is on this machine. A name alone
 * proves nothing, and everybody knows the key that deploys the devnet's contracts, so anybody can put other code at their addresses on
 * a public chain.
 */
export async function isDevnetChain(
  chain: ChainEntry,
  config: Pick<HardhatConfig, "networks" | "plugs">,
): Promise<boolean> {
  const { networks, plugs } = config
  const { chainId: gatewayId } = plugs.devnet.gateway
  const own = [...plugs.devnet.chains, { name: gatewayChain.name, slug: gatewayId, chainId: gatewayId }]
  const isNamed = own.some(
    ({ name, slug, chainId }) => name === chain.name && slug === chain.slug && chainId === chainIdOf(chain, config),
  )
  const network = networks[chain.network]
  if (!isNamed || network === undefined) return false
  return network.type !== "http" || isLoopback(await network.url.get())
}
