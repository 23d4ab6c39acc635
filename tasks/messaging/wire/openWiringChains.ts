import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Account, Address, WalletClient } from "viem"

import { type Fork, forkChain } from "./forkChain.js"
import { AbortedError } from "#src/http/errors.js"
import { findDeployment, loadDeployments } from "#src/messaging/deployments/findDeployment.js"
import { createWiringJournal } from "#src/messaging/wiring/apply/createWiringJournal.js"
import type { UnreachedChain, WiringChain, WiringChains } from "#src/messaging/wiring/Wiring.js"
import { publicClientOf } from "#src/plugin/connection/chains/clientsOf.js"
import { type ConnectOptions, nodeUnreachable } from "#src/plugin/connection/chains/connectChain.js"
import type { Chain } from "#src/plugin/connection/chains/describeChain.js"
import { openChains } from "#src/plugin/connection/chains/openChains.js"
import { requestToSign } from "#src/plugin/connection/chains/requestOnChain.js"
import { closeConnection } from "#src/plugin/connection/chains/waitForNode.js"
import { socketOf } from "#src/plugin/connection/configuredContracts.js"
import { recordsKeyOf } from "#src/plugin/records/recordsKeyOf.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import type { Clock } from "#src/primitives/clock.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { Disposables } from "#src/primitives/lifetime/Disposables.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"

export type OpenWiringChainsOptions = Required<Pick<ConnectOptions, "onWait">> & {
  /** The chains of the wiring, by name. */
  readonly names: readonly string[]
  readonly chains: readonly ChainEntry[]
  /** Whether every chain is a fork of its own in this process. */
  readonly isDryRun: boolean
  /** Ends the wait for the nodes. */
  readonly signal: AbortSignal
  readonly clock: Clock
}

/** The chains of a wiring, and what closes them. */
export type OpenedWiringChains = AsyncDisposable & {
  readonly chains: WiringChains
  /** By chain. */
  readonly forks: ReadonlyMap<string, Fork>
}

/** Milliseconds for an answer of a chain's node. */
const patience = 15_000

/**
 * Connects to all chains of a wiring at the same time. One that does not answer is among them with its error. The other configured chains, and those
 * of the same public deployment, are there with their slugs, because plugs can be connected to plugs on them.
 */
export async function openWiringChains(
  hre: HardhatRuntimeEnvironment,
  { names, chains, isDryRun, ...options }: OpenWiringChainsOptions,
): Promise<OpenedWiringChains> {
  await using opening = new Disposables()
  const opened = opening.use(openChains(hre, { patience, ...options }))
  const forks = new Map<string, Fork>()
  const open = async (entry: ChainEntry): Promise<WiringChain | UnreachedChain> => {
    try {
      const chain = await opened.connect(entry)
      await requireWanted(hre, chain)
      const wired = {
        slug: entry.slug,
        socket: entry.socket === undefined ? await knownSocket(chain) : socketOf(entry),
        walletClient: await walletIfAny(chain),
      }
      if (!isDryRun) {
        const journal = createWiringJournal(await chain.folderOf("wiring"), { key: recordsKeyOf(hre.config) })
        return { ...wired, journal, publicClient: chain.client }
      }
      // A fork answers when it has read what it needs, which can take long.
      const fork = await forkChain(hre, entry, chain)
      const { provider } = chain.connection
      opening.defer(() => closeConnection({ provider, close: () => fork.close() }, options.clock))
      forks.set(entry.name, fork)
      return { ...wired, publicClient: publicClientOf(fork.connection) }
    } catch (error) {
      if (!isPlugsError(error) || error instanceof InvalidInputError || error instanceof AbortedError) throw error
      return { slug: entry.slug, error }
    }
  }
  const reached = await Promise.allSettled(
    chains.map(
      async (entry) => [entry.name, names.includes(entry.name) ? await open(entry) : { slug: entry.slug }] as const,
    ),
  )
  const failed = reached.find((result) => result.status === "rejected")
  if (failed !== undefined) throw failed.reason
  const found = reached.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []))
  const siblings = await siblingsElsewhere(chains, names)
  return {
    chains: { ...siblings, ...Object.fromEntries(found) },
    forks,
    [Symbol.asyncDispose]: opening.move()[Symbol.asyncDispose],
  }
}

/** The node must be of the chain that would be signed for. */
async function requireWanted(
  hre: HardhatRuntimeEnvironment,
  { connection, chainId, entry: { network } }: Chain,
): Promise<void> {
  const wanted = hre.config.networks[network]?.chainId
  await requestToSign(connection, { method: "eth_chainId" }).catch(async (error: unknown) => {
    const isOther = wanted !== undefined && wanted !== chainId
    const other = `the node is of chain ${chainId}, and config.networks.${network}.chainId says ${wanted ?? ""}`
    throw await nodeUnreachable(hre, network, isOther ? other : nodeReason(error))
  })
}

/** The chains of the public deployments that the wired ones belong to, unless the configuration has them. */
export async function siblingsElsewhere(
  chains: readonly Pick<ChainEntry, "name" | "slug">[],
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

async function knownSocket({ entry, chainId }: Chain): Promise<Address> {
  const deployment = await findDeployment(chainId)
  // Without either, the error says what to configure.
  return deployment?.slug === entry.slug ? deployment.socket : socketOf(entry)
}

/** A network without an account is no error: then other owners send everything. */
async function walletIfAny(chain: Chain): Promise<(WalletClient & { account: Account }) | undefined> {
  return await chain.wallet().catch((error: unknown) => {
    if (error instanceof InvalidInputError) return undefined
    throw error
  })
}
