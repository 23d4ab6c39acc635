import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { NetworkConnection } from "hardhat/types/network"
import type { PublicClient } from "viem"

import type { DeployedSwitchboard } from "#src/messaging/deployments/ChainDeployment.js"
import { switchboardsTo } from "#src/messaging/deployments/findDeployment.js"
import { deploymentsOf } from "#src/plugin/config/deployments.js"
import { devnetRpcUrl } from "#src/plugin/config/resolvePlugs.js"
import { connectChain } from "#src/plugin/connection/chains/connectChain.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { lazily } from "#src/primitives/lifetime/lazily.js"
import { isLoopback } from "#src/primitives/urls/isLoopback.js"

/** A configured chain, connected when it is first asked. */
export type DoctorChain = ChainEntry & {
  /** Whether its network is the devnet that the configuration describes. */
  readonly isDevnet: boolean
  /** Whether its node runs on this machine. */
  readonly isLocal: boolean
  /** The chain id that the configuration names for its network, if it does. */
  readonly chainId: number | undefined
  readonly open: () => Promise<OpenChain>
  /** Lists the switchboards that lead to another chain; none if the project's deployments do not have this chain. */
  readonly switchboardsTo: (siblingSlug: number) => Promise<readonly DeployedSwitchboard[]>
}

/** The connection to a chain. */
export type OpenChain = { readonly connection: NetworkConnection; readonly client: PublicClient }

/** Dispose of them when the checks have ended. */
export type DoctorChains = AsyncDisposable & { readonly chains: readonly DoctorChain[] }

/**
 * Describes configured chains for the checks.
 *
 * @param timeout milliseconds for each request to a node
 */
export async function openDoctorChains(
  hre: HardhatRuntimeEnvironment,
  entries: readonly ChainEntry[],
  timeout: number,
): Promise<DoctorChains> {
  const connections: AsyncDisposable[] = []
  const connect = async (chain: ChainEntry): Promise<NetworkConnection> => {
    const connection = await connectChain(hre, chain, { timeout })
    connections.push(connection)
    return connection
  }
  return {
    chains: await Promise.all(entries.map((chain) => describeChain(hre, chain, connect))),
    [Symbol.asyncDispose]: async () => {
      await Promise.all(connections.map((connection) => connection[Symbol.asyncDispose]()))
    },
  }
}

async function describeChain(
  hre: HardhatRuntimeEnvironment,
  chain: ChainEntry,
  connect: (chain: ChainEntry) => Promise<NetworkConnection>,
): Promise<DoctorChain> {
  const network = hre.config.networks[chain.network]
  // A URL that is not set is reported by the check that connects.
  const url = network?.type === "http" ? await network.url.get().catch(() => undefined) : undefined
  return {
    ...chain,
    isDevnet: url === devnetRpcUrl(hre.config.plugs.devnet.port, chain.network),
    isLocal: network?.type === "edr-simulated" || (url !== undefined && isLoopback(url)),
    chainId: network?.chainId,
    open: lazily(async () => {
      const connection = await connect(chain)
      const { publicClientOf } = await import("#src/plugin/connection/chains/clientsOf.js")
      return { connection, client: publicClientOf(connection) }
    }),
    switchboardsTo: async (siblingSlug) => {
      // A file that cannot be read is told by the command that uses it.
      const deployments = await deploymentsOf(hre.config.plugs).catch(() => [])
      const deployment = deployments.find(({ slug }) => slug === chain.slug)
      return deployment === undefined ? [] : switchboardsTo(deployment, siblingSlug)
    },
  }
}
