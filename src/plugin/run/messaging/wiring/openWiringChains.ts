import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { NetworkConnection } from "hardhat/types/network"
import type { Account, Address, PublicClient, WalletClient } from "viem"

import { getChainId } from "viem/actions"

import { findDeployment, loadDeployments } from "../../../../messaging/deployments/findDeployment.js"
import { createWiringJournal } from "../../../../messaging/wiring/apply/createWiringJournal.js"
import type { UnreachedChain, WiringChain, WiringChains } from "../../../../messaging/wiring/types.js"
import type { ChainEntry } from "../../../../primitives/chains.js"
import { InvalidInputError } from "../../../../primitives/InvalidInputError.js"
import { isPlugsError } from "../../../../primitives/PlugsError.js"
import { publicClientOf, walletClientOf } from "../../../connection/chains/clientsOf.js"
import { socketOf } from "../../../connection/configuredContracts.js"
import { connectChain } from "../../../connection/chains/connectChain.js"
import { openChainFolder } from "../../openChainFolder.js"
import { forkChain } from "./forkChain.js"

export type OpenWiringChainsOptions = {
  /** The chains of the wiring, by name. */
  readonly names: readonly string[]
  readonly chains: readonly ChainEntry[]
  /** Whether every chain is a fork of its own in this process. */
  readonly isDryRun: boolean
}

/** The chains of a wiring, and what closes them. */
export type OpenedWiringChains = AsyncDisposable & {
  readonly chains: WiringChains
  /** The connections of forks, by chain. */
  readonly forks: ReadonlyMap<string, NetworkConnection>
}

/**
 * Connects to all chains of a wiring at the same time. One that does not answer is among them with its error. The other configured chains, and those
 * of the same public deployment, are there with their slugs, because plugs can be connected to somebody on them.
 */
export async function openWiringChains(
  hre: HardhatRuntimeEnvironment,
  { names, chains, isDryRun }: OpenWiringChainsOptions,
): Promise<OpenedWiringChains> {
  const connections: NetworkConnection[] = []
  const forks = new Map<string, NetworkConnection>()
  const open = async (chain: ChainEntry): Promise<WiringChain | UnreachedChain> => {
    try {
      const connection = await connectChain(hre, chain)
      connections.push(connection)
      const publicClient = publicClientOf(connection)
      const socket = chain.socket === undefined ? await knownSocket(chain, publicClient) : socketOf(chain)
      const walletClient = await walletIfAny(connection)
      const opened = { slug: chain.slug, socket, publicClient, walletClient }
      if (!isDryRun) {
        const place = { root: hre.config.paths.root, name: "wiring" }
        const { folder } = await openChainFolder(connection, place, publicClient)
        return { ...opened, journal: createWiringJournal(folder) }
      }
      const fork = await forkChain(hre, chain, await getChainId(publicClient))
      connections.push(fork)
      forks.set(chain.name, fork)
      return { ...opened, publicClient: publicClientOf(fork) }
    } catch (error) {
      if (!isPlugsError(error) || error instanceof InvalidInputError) throw error
      return { slug: chain.slug, error }
    }
  }
  const opened = await Promise.all(
    chains.map(
      async (chain) => [chain.name, names.includes(chain.name) ? await open(chain) : { slug: chain.slug }] as const,
    ),
  )
  return {
    chains: { ...(await siblingsElsewhere(chains, names)), ...Object.fromEntries(opened) },
    forks,
    [Symbol.asyncDispose]: async () => {
      await Promise.all(connections.map((connection) => connection.close()))
    },
  }
}

/** The chains of the public deployments that the wired ones belong to, unless the configuration has them. */
async function siblingsElsewhere(
  chains: readonly ChainEntry[],
  names: readonly string[],
): Promise<Record<string, UnreachedChain>> {
  const known = await loadDeployments()
  const wired = chains.filter(({ name }) => names.includes(name))
  const own = known.filter(({ slug }) => wired.some((chain) => chain.slug === slug))
  const others = known.filter(
    ({ slug, isMainnet }) =>
      own.some((chain) => chain.isMainnet === isMainnet) && chains.every((chain) => chain.slug !== slug),
  )
  return Object.fromEntries(others.map(({ name, slug }) => [name, { slug }]))
}

async function knownSocket(chain: ChainEntry, client: PublicClient): Promise<Address> {
  const deployment = await findDeployment(await getChainId(client))
  // Without either, the error says what to configure.
  return deployment?.slug === chain.slug ? deployment.socket : socketOf(chain)
}

/** A network without an account is no error: then somebody else sends everything. */
async function walletIfAny(connection: NetworkConnection): Promise<(WalletClient & { account: Account }) | undefined> {
  try {
    return await walletClientOf(connection)
  } catch (error) {
    if (error instanceof InvalidInputError) return undefined
    throw error
  }
}
