import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { NetworkConnection } from "hardhat/types/network"

import { type ChainToOpen, networkConfig, openChain, type OpenChainsFunction } from "../../devnet/chain/chains.js"
import { limitStates } from "../../devnet/chain/limitStates.js"
import { InvalidInputError } from "../../primitives/InvalidInputError.js"

/** What a world needs of the user's Hardhat project. */
export type ProjectRuntime = Pick<HardhatRuntimeEnvironment, "network" | "artifacts" | "config">

/**
 * Opens chains as connections of the user's own Hardhat project, so that stack traces show its source, and coverage and gas statistics
 * count its contracts.
 *
 * @param network a simulated network of the project, which each chain takes its settings from
 */
export function openProjectChains(hre: ProjectRuntime, network: string): OpenChainsFunction {
  const type = hre.config.networks[network]?.type
  if (type !== "edr-simulated") {
    throw new InvalidInputError({
      argument: "network",
      problem: type === undefined ? `the project has no network ${network}` : `the network ${network} is not simulated`,
      fix: 'Name a network whose type is "edr-simulated".',
    })
  }
  return async (chainsToOpen, { bornAt, attach } = {}) => {
    const connect = (chain: ChainToOpen): Promise<NetworkConnection> =>
      hre.network.create({ network, override: networkConfig(chain, bornAt) })
    const connections = await limitStates(() => Promise.all(chainsToOpen.map(connect)))
    chainsToOpen.forEach(({ name }, index) => attach?.(name, (connections[index] as NetworkConnection).provider))
    return {
      chains: await Promise.all(
        connections.map((connection, index) => openChain(chainsToOpen[index] as ChainToOpen, connection)),
      ),
      async close() {
        await Promise.all(connections.map((connection) => connection.close()))
      },
    }
  }
}
