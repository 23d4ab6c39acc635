import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { NetworkConnection } from "hardhat/types/network"

import type { ChainEntry } from "../../../src/primitives/chains.js"
import { InvalidInputError } from "../../../src/primitives/InvalidInputError.js"

/**
 * Forks a chain in this process. Nothing that is sent to the fork reaches the chain.
 *
 * @throws {InvalidInputError} the chain has no URL, or the project has no simulated network
 */
export async function forkChain(
  hre: HardhatRuntimeEnvironment,
  chain: ChainEntry,
  chainId: number,
  argument = "--dry-run",
): Promise<NetworkConnection> {
  const { networks } = hre.config
  const forked = networks[chain.network]
  if (forked?.type !== "http") {
    throw new InvalidInputError({
      argument,
      problem: `${chain.name} has no URL that could be forked`,
      fix: `Its network is a simulated one, so try it without ${argument}.`,
    })
  }
  const simulated = Object.keys(networks).find((name) => networks[name]?.type === "edr-simulated")
  if (simulated === undefined) {
    throw new InvalidInputError({
      argument,
      problem: "the project has no simulated network to fork in",
      fix: 'Add one to config.networks, such as fork: { type: "edr-simulated" }.',
    })
  }
  const url = await forked.url.get()
  return await hre.network.create({ network: simulated, override: { chainId, forking: { url } } })
}
