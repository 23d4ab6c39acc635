import type { HardhatConfig } from "hardhat/types/config"

import { findChain } from "../../../primitives/chains.js"
import { chainIdOf } from "../../config/chainIdOf.js"
import { chainsOf } from "../../config/chainsOf.js"

/** A chain as a swap speaks of it. */
export type SwapChain = {
  /** In the configuration; of a chain that isn't there, its id. */
  readonly name: string
  readonly chainId: number
}

/**
 * A chain that only the swap API has to know: a configured one by its name, any other by its chain id.
 *
 * @throws {InvalidInputError} no configured chain has the name
 */
export function readSwapChain(
  reference: string | number,
  argument: string,
  config: Pick<HardhatConfig, "networks" | "plugs">,
): SwapChain {
  const text = String(reference).trim()
  const chainId = /^\d{1,16}$/.test(text) ? Number(text) : undefined
  if (chainId === undefined || !Number.isSafeInteger(chainId)) {
    const chain = findChain(chainsOf(config.plugs), text, argument)
    return { name: chain.name, chainId: chainIdOf(chain, config) }
  }
  return { name: nameSwapChains(config)(chainId), chainId }
}

/** What the configuration calls the chain of an id, if anything. */
export function nameConfiguredChains(
  config: Pick<HardhatConfig, "networks" | "plugs">,
): (chainId: number) => string | undefined {
  const names = new Map(chainsOf(config.plugs).map((chain) => [chainIdOf(chain, config), chain.name]))
  return (chainId) => names.get(chainId)
}

/** What a person calls the chain of an id: its name in the configuration, or the id. */
export function nameSwapChains(config: Pick<HardhatConfig, "networks" | "plugs">): (chainId: number) => string {
  const nameOf = nameConfiguredChains(config)
  return (chainId) => nameOf(chainId) ?? String(chainId)
}
