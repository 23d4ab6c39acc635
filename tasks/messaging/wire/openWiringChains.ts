import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { NetworkConnection } from "hardhat/types/network"
import type { Account, Address, WalletClient } from "viem"
import { getChainId } from "viem/actions"

import { devnetSocket } from "../../../src/devnet/addresses.js"
import { AbortedError } from "../../../src/http/errors.js"
import { findDeployment, loadDeployments } from "../../../src/messaging/deployments/findDeployment.js"
import { devnetSwitchboard, isDevnetKind } from "../../../src/messaging/switchboardKinds.js"
import { createWiringJournal } from "../../../src/messaging/wiring/apply/createWiringJournal.js"
import type { SwitchboardOf } from "../../../src/messaging/wiring/plan/planWiring.js"
import type { UnreachedChain, WiringChain, WiringChains } from "../../../src/messaging/wiring/Wiring.js"
import { noteAbandonedRequest } from "../../../src/plugin/connection/chains/abandonedRequests.js"
import { publicClientOf, walletClientOf } from "../../../src/plugin/connection/chains/clientsOf.js"
import { connectChain, nodeUnreachable } from "../../../src/plugin/connection/chains/connectChain.js"
import { socketOf } from "../../../src/plugin/connection/configuredContracts.js"
import { openChainFolder } from "../../../src/plugin/records/openChainFolder.js"
import type { ChainEntry } from "../../../src/primitives/chains.js"
import { InvalidInputError } from "../../../src/primitives/InvalidInputError.js"
import { isPlugsError } from "../../../src/primitives/PlugsError.js"
import { type AnswerLimitOptions, createAnswerLimit, noAnswer } from "./createAnswerLimit.js"

export type OpenWiringChainsOptions = AnswerLimitOptions & {
  /** The chains of the wiring, by name. */
  readonly names: readonly string[]
  readonly chains: readonly ChainEntry[]
  /** Whether every chain is a fork of its own in this process. */
  readonly isDryRun: boolean
  /** Ends the wait for the nodes. */
  readonly signal: AbortSignal
}

/** The chains of a wiring, and what closes them. */
export type OpenedWiringChains = AsyncDisposable & {
  readonly chains: WiringChains
  /** The connections of forks, by chain. */
  readonly forks: ReadonlyMap<string, NetworkConnection>
}

/**
 * Connects to all chains of a wiring at the same time. One that does not answer is among them with its error. The other configured chains, and those
 * of the same public deployment, are there with their slugs, because plugs can be connected to plugs on them.
 */
export async function openWiringChains(
  hre: HardhatRuntimeEnvironment,
  { names, chains, isDryRun, signal, ...waiting }: OpenWiringChainsOptions,
): Promise<OpenedWiringChains> {
  const connections: { readonly chain: string; readonly connection: NetworkConnection }[] = []
  const forks = new Map<string, NetworkConnection>()
  const limit = createAnswerLimit(waiting)
  const reach = async (chain: ChainEntry, stopped: AbortSignal): Promise<ReachedChain> => {
    // The wait is limited for all that is asked of the chain.
    const connection = await connectChain(hre, chain, { patience: Number.POSITIVE_INFINITY, signal: stopped })
    connections.push({ chain: chain.name, connection })
    const publicClient = publicClientOf(connection)
    const chainId = await getChainId(publicClient)
    await checkChainId(hre, chain.network, chainId)
    const socket = chain.socket === undefined ? await knownSocket(chain, chainId) : socketOf(chain)
    const walletClient = await walletIfAny(connection)
    const opened = { slug: chain.slug, socket, publicClient, walletClient }
    if (isDryRun) return { connection, chainId, opened }
    const { folder } = await openChainFolder(connection, { config: hre.config, name: "wiring" }, publicClient)
    return { connection, chainId, opened: { ...opened, journal: createWiringJournal(folder) } }
  }
  const open = async (chain: ChainEntry): Promise<WiringChain | UnreachedChain> => {
    try {
      const { connection, chainId, opened } = await limit.wait(chain.name, (stopped) => reach(chain, stopped), {
        onTimeout: () => nodeUnreachable(hre, chain.network, noAnswer),
        signal,
      })
      if (!isDryRun) {
        return {
          ...opened,
          publicClient: publicClientOf({ provider: limit.limitRequests(chain.name, connection.provider) }),
        }
      }
      // A fork answers when it has read what it needs, which can take long.
      const fork = await forkChain(hre, chain, chainId)
      connections.push({ chain: chain.name, connection: fork })
      forks.set(chain.name, fork)
      return { ...opened, publicClient: publicClientOf(fork) }
    } catch (error) {
      if (!isPlugsError(error) || error instanceof InvalidInputError || error instanceof AbortedError) throw error
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
      const answering = connections.map(async ({ chain, connection }) => {
        const closing = connection.close()
        // Closing waits for every answer, and this node may never give it.
        if (limit.silent.has(chain)) closing.catch(() => undefined)
        else await closing
      })
      await Promise.all(answering)
      if (limit.silent.size > 0) noteAbandonedRequest()
    },
  }
}

type ReachedChain = {
  readonly connection: NetworkConnection
  readonly chainId: number
  readonly opened: WiringChain
}

/**
 * Checks that a node is of the chain that the configuration says. Hardhat would refuse every other request to it.
 *
 * @throws {NodeUnreachableError} it is of another chain
 */
async function checkChainId(hre: HardhatRuntimeEnvironment, network: string, found: number): Promise<void> {
  const wanted = hre.config.networks[network]?.chainId
  if (wanted === undefined || wanted === found) return
  const reason = `the node is of chain ${found}, and config.networks.${network}.chainId says ${wanted}`
  throw await nodeUnreachable(hre, network, reason)
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

async function knownSocket(chain: ChainEntry, chainId: number): Promise<Address> {
  const deployment = await findDeployment(chainId)
  // Without either, the error says what to configure.
  return deployment?.slug === chain.slug ? deployment.socket : socketOf(chain)
}

/** A network without an account is no error: then other owners send everything. */
async function walletIfAny(connection: NetworkConnection): Promise<(WalletClient & { account: Account }) | undefined> {
  try {
    return await walletClientOf(connection)
  } catch (error) {
    if (error instanceof InvalidInputError) return undefined
    throw error
  }
}

/**
 * Forks a chain in this process. Nothing that is sent to the fork reaches the chain.
 *
 * @throws {InvalidInputError} the chain has no URL, or the project has no simulated network
 */
export async function forkChain(
  hre: HardhatRuntimeEnvironment,
  chain: ChainEntry,
  chainId: number,
): Promise<NetworkConnection> {
  const { networks } = hre.config
  const forked = networks[chain.network]
  if (forked?.type !== "http") {
    throw new InvalidInputError({
      argument: "--dry-run",
      problem: `${chain.name} has no URL that could be forked`,
      fix: "Its network is a simulated one, so try it without --dry-run.",
    })
  }
  const simulated = Object.keys(networks).find((name) => networks[name]?.type === "edr-simulated")
  if (simulated === undefined) {
    throw new InvalidInputError({
      argument: "--dry-run",
      problem: "the project has no simulated network to fork in",
      fix: 'Add one to config.networks, such as fork: { type: "edr-simulated" }.',
    })
  }
  const url = await forked.url.get()
  return await hre.network.create({ network: simulated, override: { chainId, forking: { url } } })
}

/** Knows the switchboards of a devnet's chains, which are the same for every sibling. Others are in the public deployments. */
export function devnetSwitchboards(chains: readonly ChainEntry[]): SwitchboardOf {
  return (kind, chainName) => {
    const chain = chains.find(({ name }) => name === chainName)
    if (chain?.socket?.toLowerCase() !== devnetSocket.toLowerCase()) return undefined
    return isDevnetKind(kind) ? devnetSwitchboard(kind) : undefined
  }
}
