import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import { chainsOf } from "#src/plugin/config/chainsOf.js"
import { type ChainEntry, findChain } from "#src/primitives/chains.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { isLoopback } from "#src/primitives/urls/isLoopback.js"

/**
 * Finds a chain in the configuration, by which the commands of the page reach it.
 *
 * @param port of the devnet that has the page
 * @throws {InvalidInputError} the configuration does not have the chain, or reaches another node by it
 */
export async function requireThisDevnet(
  slug: number,
  { config }: Pick<HardhatRuntimeEnvironment, "config">,
  port: number,
): Promise<ChainEntry> {
  const chain = findChain(chainsOf(config.plugs), slug, "chain")
  const network = config.networks[chain.network]
  const url = network?.type === "http" ? new URL(await network.url.getUrl()) : undefined
  if (url !== undefined && isLoopback(url) && Number(url.port) === port) return chain
  throw new InvalidInputError({
    argument: `config.networks.${chain.network}`,
    problem: "commands of this project do not reach this devnet by it",
    fix: `Start the devnet with the port of the configuration, or set plugs.devnet.port to ${port}.`,
  })
}
