import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { NetworkConnection } from "hardhat/types/network"

import { UnknownDeploymentError } from "../../../messaging/deployments/deploymentErrors.js"
import type { ChainEntry } from "../../../primitives/chains.js"
import { chainsOf } from "../../config/chainsOf.js"
import { deploymentsOf, identifiedBy } from "../../config/deployments.js"
import type { PlugsConfig, UnidentifiedChain } from "../../config/PlugsConfig.js"
import { connectChain } from "./connectChain.js"

/**
 * Lists the configured chains, and those of a command whose slugs follow from a chain id that only their networks know. Only networks
 * that the command names are asked.
 *
 * @param references names of chains or networks that the command has; lists are separated by commas
 * @throws {UnknownDeploymentError} a network that is asked reaches a chain without a known deployment
 * @throws {NodeUnreachableError} its node does not answer
 */
export async function chainsFor(
  hre: HardhatRuntimeEnvironment,
  references: readonly (string | undefined)[],
): Promise<ChainEntry[]> {
  const { plugs, networks } = hre.config
  const chains = chainsOf(plugs)
  const names = new Set(references.flatMap((reference) => reference?.split(",") ?? []).map((name) => name.trim()))
  for (const name of names) {
    if (chains.some((chain) => chain.name === name || chain.network === name)) continue
    const own = findUnidentified(plugs, name)
    // A network that is not in `plugs.chains` is asked only if nothing says which chain it reaches.
    const isOpen = Object.hasOwn(networks, name) && networks[name]?.chainId === undefined
    const asked = own ?? (isOpen ? { name, network: name, socket: undefined } : undefined)
    if (asked === undefined) continue
    const connection = await connectChain(hre, asked)
    try {
      chains.push(await identifyConnection(connection, plugs, asked))
    } finally {
      await connection.close()
    }
  }
  return chains
}

/**
 * Asks a connection which chain it reaches.
 *
 * @param own what the configuration says of the chain
 * @throws {UnknownDeploymentError} it has no known deployment
 */
export async function identifyConnection(
  { provider, networkName }: Pick<NetworkConnection<string>, "provider" | "networkName">,
  plugs: PlugsConfig,
  { name, ...own }: UnidentifiedChain & { readonly name: string },
): Promise<ChainEntry> {
  const chainId = Number(await provider.request({ method: "eth_chainId" }))
  const deployment = (await deploymentsOf(plugs)).find((chain) => chain.chainId === chainId)
  if (deployment === undefined) throw new UnknownDeploymentError({ chainId, network: networkName })
  return { name, ...identifiedBy(deployment, own) }
}

/** Finds a configured chain without a slug by its name or its network. */
export function findUnidentified(
  { unidentified }: PlugsConfig,
  name: string,
): (UnidentifiedChain & { readonly name: string }) | undefined {
  const entries = Object.entries(unidentified).map(([own, chain]) => ({ name: own, ...chain }))
  return entries.find((chain) => chain.name === name) ?? entries.find((chain) => chain.network === name)
}
