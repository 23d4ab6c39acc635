import type { HardhatConfig } from "hardhat/types/config"
import type { Address } from "viem"

import { devnetSwapRouter } from "../../devnet/addresses.js"
import { parseAddress } from "../../primitives/address.js"
import type { ChainEntry } from "../../primitives/chains.js"
import { isLoopback } from "../../primitives/urls/isLoopback.js"
import { chainIdOf } from "../config/swapChains.js"

/** Contracts of one chain that swaps may call, and contracts that swaps may approve. */
export type TrustedContracts = {
  readonly allowedTargets: readonly Address[]
  readonly allowedSpenders: readonly Address[]
}

/**
 * Reads which contracts swaps may use on a chain: those of `plugs.swap.chains`, or else the devnet's router on a chain of the devnet.
 *
 * @param added contracts to trust besides, as targets and as spenders
 * @throws {InvalidInputError} the checksum of an address is wrong
 */
export async function trustedContracts(
  chain: ChainEntry,
  config: Pick<HardhatConfig, "networks" | "plugs">,
  added: readonly Address[] = [],
): Promise<TrustedContracts> {
  const { chains } = config.plugs.swap
  const own = Object.hasOwn(chains, chain.name) ? chains[chain.name] : undefined
  const read = (list: readonly Address[] | undefined, name: string): Address[] | undefined =>
    list?.map((address, index) => parseAddress(address, `config.plugs.swap.chains.${chain.name}.${name}[${index}]`))
  const targets =
    read(own?.allowedTargets, "allowedTargets") ?? ((await isDevnet(chain, config)) ? [devnetSwapRouter] : [])
  const spenders = read(own?.allowedSpenders, "allowedSpenders") ?? targets
  return { allowedTargets: [...targets, ...added], allowedSpenders: [...spenders, ...added] }
}

/**
 * Checks whether a chain is one of the devnet's: by its name and its numbers, and because its network is on this machine. A name alone
 * proves nothing, and everybody knows the key that deploys the devnet's contracts, so anybody can put other code at their addresses on
 * a public chain.
 */
async function isDevnet(chain: ChainEntry, config: Pick<HardhatConfig, "networks" | "plugs">): Promise<boolean> {
  const { networks, plugs } = config
  const isNamed = plugs.devnet.chains.some(
    ({ name, slug, chainId }) => name === chain.name && slug === chain.slug && chainId === chainIdOf(chain, config),
  )
  const network = networks[chain.network]
  if (!isNamed || network === undefined) return false
  return network.type !== "http" || isLoopback(await network.url.get())
}
