import type { HardhatConfig } from "hardhat/types/config"

import { chainIdOf, chainsOf, nameConfiguredChains } from "#src/plugin/config/chainsOf.js"
import { findChain } from "#src/primitives/chains.js"

/** A chain as the swap API identifies it. */
export type SwapChain = {
  /** Its name in the configuration; for a chain that is not configured, its id. */
  readonly name: string
  readonly chainId: number
}

/**
 * Reads a chain that only the swap API has to know: a configured one by its name, any other one by its chain id.
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

/** Names the chain of an id: as the configuration does, or by the id itself. */
export function nameSwapChains(config: Pick<HardhatConfig, "networks" | "plugs">): (chainId: number) => string {
  const nameOf = nameConfiguredChains(config)
  return (chainId) => nameOf(chainId) ?? String(chainId)
}
