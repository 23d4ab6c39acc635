import type { HardhatConfig } from "hardhat/types/config"
import type { Address } from "viem"

import type { KnownRouters } from "#extras/swap/src/checks/KnownRouter.js"
import { devnetSwapRouter } from "#src/devnet/addresses.js"
import { isDevnetChain } from "#src/plugin/config/isDevnetChain.js"
import type { PlugsConfig } from "#src/plugin/config/PlugsConfig.js"
import { parseAddress } from "#src/primitives/address.js"
import type { ChainEntry } from "#src/primitives/chains.js"

/** Contracts of one chain that swaps may call, approve and pay deposits to, and those whose calldata can be decoded. */
export type TrustedContracts = {
  readonly allowedTargets: readonly Address[]
  readonly allowedSpenders: readonly Address[]
  readonly allowedDeposits: readonly Address[]
  readonly routers: KnownRouters
}

/**
 * Reads which contracts swaps may use on a chain: those of `plugs.swap.chains`, or else the devnet's router on a chain of the devnet. That
 * router is known there in any case, besides those of `plugs.swap.routers`.
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
  const isLocal = await isDevnetChain(chain, config)
  const targets = read(own?.allowedTargets, "allowedTargets") ?? (isLocal ? [devnetSwapRouter] : [])
  const spenders = read(own?.allowedSpenders, "allowedSpenders") ?? targets
  const routers = config.plugs.swap.routers
  return {
    allowedTargets: [...targets, ...added],
    allowedSpenders: [...spenders, ...added],
    allowedDeposits: read(own?.allowedDeposits, "allowedDeposits") ?? [],
    routers: {
      ...(isLocal ? await devnetRouters(config.plugs) : {}),
      ...(Object.hasOwn(routers, chain.name) ? routers[chain.name] : {}),
    },
  }
}

async function devnetRouters({ devnet }: PlugsConfig): Promise<KnownRouters> {
  const { knownRouter } = await import("#extras/swap/src/market/knownRouter.js")
  return { [devnetSwapRouter]: knownRouter(devnet.chains) }
}
