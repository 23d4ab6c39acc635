import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import { UnknownDeploymentError } from "../../../messaging/deployments/deploymentErrors.js"
import { chainsOf } from "../../config/chainsOf.js"
import { deploymentsOf, identifyChains } from "../../config/deployments.js"
import { findUnidentified } from "./askForChain.js"
import { connectChain } from "./connectChain.js"

/**
 * Returns the environment with the chain ids that only the networks of a command know, and with what follows from them: swaps need the
 * chain id of a chain, not only its slug. Only networks that the command names are asked.
 *
 * @param references names of chains or networks that the command has
 * @throws {UnknownDeploymentError} a network that is asked reaches a chain without a known deployment
 * @throws {NodeUnreachableError} its node does not answer
 */
export async function identifyNetworks(
  hre: HardhatRuntimeEnvironment,
  references: readonly (string | undefined)[],
): Promise<HardhatRuntimeEnvironment> {
  const { plugs } = hre.config
  const networks = { ...hre.config.networks }
  for (const reference of new Set(references)) {
    const name = reference?.trim() ?? ""
    if (chainsOf(plugs).some((chain) => chain.name === name || chain.network === name)) continue
    const isOpen = Object.hasOwn(networks, name) && networks[name]?.chainId === undefined
    const asked = findUnidentified(plugs, name) ?? (isOpen ? { name, network: name } : undefined)
    const network = asked === undefined ? undefined : networks[asked.network]
    if (asked === undefined || network === undefined) continue
    const connection = await connectChain(hre, asked)
    try {
      const chainId = Number(await connection.provider.request({ method: "eth_chainId" }))
      const isKnown = (await deploymentsOf(plugs)).some((chain) => chain.chainId === chainId)
      if (!isKnown) throw new UnknownDeploymentError({ chainId, network: asked.network })
      networks[asked.network] = { ...network, chainId }
    } finally {
      await connection.close()
    }
  }
  return { ...hre, config: { ...hre.config, networks, plugs: await identifyChains(plugs, networks) } }
}
