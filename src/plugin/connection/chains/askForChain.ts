import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { NetworkConnection } from "hardhat/types/network"

import { chainsOf } from "../../config/chainsOf.js"
import { deploymentsOf, identifiedBy, identifyChains } from "../../config/deployments.js"
import type { PlugsConfig, UnidentifiedChain } from "../../config/PlugsConfig.js"
import { askedNetworks, connectChain } from "./connectChain.js"
import { requestOnChain } from "./requestOnChain.js"
import type { ChainDeployment } from "#src/messaging/deployments/ChainDeployment.js"
import { UnknownDeploymentError } from "#src/messaging/deployments/deploymentErrors.js"
import type { ChainEntry } from "#src/primitives/chains.js"

type AskedConnection = Pick<NetworkConnection<string>, "provider" | "networkName">
type NamedChain = UnidentifiedChain & { readonly name: string }

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
  const { plugs } = hre.config
  const chains = chainsOf(plugs)
  const names = new Set(references.flatMap((reference) => reference?.split(",") ?? []).map((name) => name.trim()))
  for (const name of names) {
    const asked = findOpen(name, chains, hre.config)
    if (asked === undefined) continue
    await using connection = await connectChain(hre, asked)
    chains.push(await identifyConnection(connection, plugs, asked))
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
  connection: AskedConnection,
  plugs: PlugsConfig,
  { name, ...own }: NamedChain,
): Promise<ChainEntry> {
  return { name, ...identifiedBy(await readDeployment(connection, plugs), own) }
}

async function readDeployment(connection: AskedConnection, plugs: PlugsConfig): Promise<ChainDeployment> {
  const chainId = Number(await requestOnChain(connection, { method: "eth_chainId" }))
  const deployment = (await deploymentsOf(plugs)).find((chain) => chain.chainId === chainId)
  if (deployment === undefined) throw new UnknownDeploymentError({ chainId, network: connection.networkName })
  return deployment
}

/** Finds a configured chain without a slug by its name or its network. */
export function findUnidentified({ unidentified }: PlugsConfig, name: string): NamedChain | undefined {
  const entries = Object.entries(unidentified).map(([own, chain]) => ({ name: own, ...chain }))
  return entries.find((chain) => chain.name === name) ?? entries.find((chain) => chain.network === name)
}

/** Finds the chain that a reference names if only its network knows which one it is. */
function findOpen(
  name: string,
  known: readonly ChainEntry[],
  { plugs, networks }: HardhatRuntimeEnvironment["config"],
): NamedChain | undefined {
  if (known.some((chain) => chain.name === name || chain.network === name)) return undefined
  // A network that is not in `plugs.chains` is asked only if nothing says which chain it reaches.
  const isOpen = Object.hasOwn(networks, name) && networks[name]?.chainId === undefined
  return findUnidentified(plugs, name) ?? (isOpen ? { name, network: name, socket: undefined } : undefined)
}

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
    const asked = findOpen(reference?.trim() ?? "", chainsOf(plugs), hre.config)
    const network = asked === undefined ? undefined : networks[asked.network]
    if (asked === undefined || network === undefined) continue
    await using connection = await connectChain(hre, asked)
    const { chainId } = await readDeployment(connection, plugs)
    const known = { ...network, chainId }
    askedNetworks.add(known)
    networks[asked.network] = known
  }
  return { ...hre, config: { ...hre.config, networks, plugs: await identifyChains(plugs, networks) } }
}
