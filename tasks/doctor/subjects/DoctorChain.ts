import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import type { DeployedSwitchboard } from "#src/messaging/deployments/ChainDeployment.js"
import { switchboardsTo } from "#src/messaging/deployments/findDeployment.js"
import { deploymentsOf } from "#src/plugin/config/deployments.js"
import { devnetRpcUrl } from "#src/plugin/config/resolvePlugs.js"
import type { Chain } from "#src/plugin/connection/chains/describeChain.js"
import type { Chains } from "#src/plugin/connection/chains/openChains.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { isLoopback } from "#src/primitives/urls/isLoopback.js"

/** A configured chain, connected when it is first asked. */
export type DoctorChain = ChainEntry & {
  /** Whether its network is the devnet that the configuration describes. */
  readonly isDevnet: boolean
  /** Whether its node runs on this machine. */
  readonly isLocal: boolean
  /** The chain id that the configuration names for its network, if it does. */
  readonly chainId: number | undefined
  readonly open: () => Promise<Chain>
  /** Lists the switchboards that lead to another chain; none if the project's deployments do not have this chain. */
  readonly switchboardsTo: (siblingSlug: number) => Promise<readonly DeployedSwitchboard[]>
}

/** Describes a configured chain for the checks. */
export async function describeDoctorChain(
  { config }: Pick<HardhatRuntimeEnvironment, "config">,
  entry: ChainEntry,
  opened: Pick<Chains, "connect">,
): Promise<DoctorChain> {
  const network = config.networks[entry.network]
  // A URL that is not set is reported by the check that connects.
  const url = network?.type === "http" ? await network.url.get().catch(() => undefined) : undefined
  return {
    ...entry,
    isDevnet: url === devnetRpcUrl(config.plugs.devnet.port, entry.network),
    isLocal: network?.type === "edr-simulated" || (url !== undefined && isLoopback(url)),
    chainId: network?.chainId,
    open: () => opened.connect(entry),
    switchboardsTo: async (siblingSlug) => {
      // A file that cannot be read is told by the command that uses it.
      const deployments = await deploymentsOf(config.plugs).catch(() => [])
      const deployment = deployments.find(({ slug }) => slug === entry.slug)
      return deployment === undefined ? [] : switchboardsTo(deployment, siblingSlug)
    },
  }
}
