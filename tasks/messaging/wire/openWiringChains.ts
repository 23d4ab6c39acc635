import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { NetworkConnection } from "hardhat/types/network"
import type { Account, Address, WalletClient } from "viem"

import { type AnswerLimit, type AnswerLimitOptions, createAnswerLimit, noAnswer } from "./createAnswerLimit.js"
import { type Fork, forkChain } from "./forkChain.js"
import { AbortedError } from "#src/http/errors.js"
import { findDeployment, loadDeployments } from "#src/messaging/deployments/findDeployment.js"
import { createWiringJournal } from "#src/messaging/wiring/apply/createWiringJournal.js"
import type { UnreachedChain, WiringChain, WiringChains } from "#src/messaging/wiring/Wiring.js"
import { noteAbandonedRequest } from "#src/plugin/connection/chains/abandonedRequests.js"
import { publicClientOf, walletClientOf } from "#src/plugin/connection/chains/clientsOf.js"
import { connectChain, nodeUnreachable } from "#src/plugin/connection/chains/connectChain.js"
import { chainIdAtFirst, requestToSign } from "#src/plugin/connection/chains/requestOnChain.js"
import { socketOf } from "#src/plugin/connection/configuredContracts.js"
import { openChainFolder } from "#src/plugin/records/identifyChain.js"
import { recordsKeyOf } from "#src/plugin/records/recordsKeyOf.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"

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
  /** By chain. */
  readonly forks: ReadonlyMap<string, Fork>
}

/**
 * Connects to all chains of a wiring at the same time. One that does not answer is among them with its error. The other configured chains, and those
 * of the same public deployment, are there with their slugs, because plugs can be connected to plugs on them.
 */
export async function openWiringChains(
  hre: HardhatRuntimeEnvironment,
  { names, chains, isDryRun, signal, ...waiting }: OpenWiringChainsOptions,
): Promise<OpenedWiringChains> {
  const limit = createAnswerLimit(waiting)
  const kept = keepConnections(limit.silent)
  const forks = new Map<string, Fork>()
  const opening = { hre, isDryRun, signal, limit, kept, forks }
  const opened = await Promise.allSettled(
    chains.map(
      async (chain) =>
        [chain.name, names.includes(chain.name) ? await open(chain, opening) : { slug: chain.slug }] as const,
    ),
  )
  const failed = opened.find((result) => result.status === "rejected")
  if (failed !== undefined) {
    await kept[Symbol.asyncDispose]()
    throw failed.reason
  }
  const reached = opened.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []))
  return {
    chains: { ...(await siblingsElsewhere(chains, names)), ...Object.fromEntries(reached) },
    forks,
    [Symbol.asyncDispose]: () => kept[Symbol.asyncDispose](),
  }
}

type Opening = Pick<OpenWiringChainsOptions, "isDryRun" | "signal"> & {
  readonly hre: HardhatRuntimeEnvironment
  readonly limit: AnswerLimit
  readonly kept: KeptConnections
  readonly forks: Map<string, Fork>
}

async function open(
  chain: ChainEntry,
  { hre, isDryRun, signal, limit, kept, forks }: Opening,
): Promise<WiringChain | UnreachedChain> {
  try {
    const { connection, chainId, opened } = await limit.wait(
      chain.name,
      (stopped) => reach(chain, stopped, { hre, isDryRun, kept }),
      { onTimeout: () => nodeUnreachable(hre, chain.network, noAnswer), signal },
    )
    if (!isDryRun) {
      const provider = limit.limitRequests(chain.name, connection.provider)
      return { ...opened, publicClient: publicClientOf({ provider }) }
    }
    // A fork answers when it has read what it needs, which can take long.
    const fork = await forkChain(hre, chain, { chainId, client: opened.publicClient })
    kept.add(chain.name, fork)
    forks.set(chain.name, fork)
    return { ...opened, publicClient: publicClientOf(fork.connection) }
  } catch (error) {
    if (!isPlugsError(error) || error instanceof InvalidInputError || error instanceof AbortedError) throw error
    return { slug: chain.slug, error }
  }
}

type ReachedChain = {
  readonly connection: NetworkConnection
  readonly chainId: number
  readonly opened: WiringChain
}

async function reach(
  chain: ChainEntry,
  stopped: AbortSignal,
  { hre, isDryRun, kept }: Pick<Opening, "hre" | "isDryRun" | "kept">,
): Promise<ReachedChain> {
  // The wait is limited for all that is asked of the chain.
  const connection = await connectChain(hre, chain, { patience: Number.POSITIVE_INFINITY, signal: stopped })
  kept.add(chain.name, connection)
  const publicClient = publicClientOf(connection)
  const chainId = chainIdAtFirst(connection)
  const wanted = hre.config.networks[chain.network]?.chainId
  // The node must be of the chain that would be signed for.
  await requestToSign(connection, { method: "eth_chainId" }).catch(async (error: unknown) => {
    const isOther = wanted !== undefined && wanted !== chainId
    const other = `the node is of chain ${chainId}, and config.networks.${chain.network}.chainId says ${wanted ?? ""}`
    throw await nodeUnreachable(hre, chain.network, isOther ? other : nodeReason(error))
  })
  const socket = chain.socket === undefined ? await knownSocket(chain, chainId) : socketOf(chain)
  const walletClient = await walletIfAny(connection)
  const opened = { slug: chain.slug, socket, publicClient, walletClient }
  if (isDryRun) return { connection, chainId, opened }
  const { folder } = await openChainFolder(connection, { config: hre.config, name: "wiring" }, publicClient)
  return {
    connection,
    chainId,
    opened: { ...opened, journal: createWiringJournal(folder, { key: recordsKeyOf(hre.config) }) },
  }
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

type Closable = { close(): Promise<void> }

/** Connections to chains, closed together. */
type KeptConnections = AsyncDisposable & { add(chain: string, connection: Closable): void }

/** @param silent the chains that did not answer. Closing a connection waits for every answer, and theirs may never come */
export function keepConnections(silent: ReadonlySet<string>): KeptConnections {
  const connections: { readonly chain: string; readonly connection: Closable }[] = []
  return {
    add: (chain, connection) => {
      connections.push({ chain, connection })
    },
    [Symbol.asyncDispose]: async () => {
      const closing = connections.map(async ({ chain, connection }) => {
        const closed = connection.close()
        if (silent.has(chain)) closed.catch(() => undefined)
        else await closed
      })
      await Promise.all(closing)
      if (silent.size > 0) noteAbandonedRequest()
    },
  }
}
