import path from "node:path"

import type { HookContext } from "hardhat/types/hooks"
import type { NetworkConnection } from "hardhat/types/network"
import type { Abi, Account, Address, Client, PublicClient, WalletClient } from "viem"

import { chainIdOf } from "../../config/chainIds.js"
import { chainsOf, gatewayChainOf } from "../../config/chainsOf.js"
import type { PlugsConfig } from "../../config/PlugsConfig.js"
import type { ChainIdentity } from "../../records/identifyChain.js"
import { connectChain, type ConnectOptions, requireNode } from "./connectChain.js"
import { connectionChain } from "./connectionChain.js"
import { chainIdAtFirst, requestToSign } from "./requestOnChain.js"
import { unlessAborted } from "#src/http/polling/unlessAborted.js"
import type { ReadableChain } from "#src/messaging/reading/Journey.js"
import type { NativeCurrency } from "#src/onchain/tokens.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { getOrAdd, lazily } from "#src/primitives/lifetime/lazily.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"
import { oneLine, shorten } from "#src/primitives/text.js"

/** A chain that is connected. Each other part is read when it is first asked for, once; one that failed is read again the next time. */
export type Chain = {
  readonly entry: ChainEntry
  readonly connection: NetworkConnection<string>
  readonly client: PublicClient
  /** As its node has said at first. */
  readonly chainId: number
  /** Whether what is spent on it is worth nothing, by the configuration. Anywhere else people are asked first. */
  readonly isLocal: boolean
  /** Its messaging contract, which is checked. */
  readonly socket: () => Promise<Address>
  /**
   * Opens what sends as an account of the chain.
   *
   * @param account Default: the first one
   * @throws {InvalidInputError} the network has no account, or not this one
   */
  readonly wallet: (account?: Address) => Promise<WalletClient & { account: Account }>
  /**
   * Finds the folder of a kind of records in `.plugs` of the project. It is found by the chain, whatever the network is called. A local chain
   * that was started again has another folder: nothing that the old one records happened on it.
   *
   * @throws {ChainNotIdentifiedError} it is unknown which folder is the chain's
   * @throws {JournalUnusableError} the folder cannot be written
   */
  readonly folderOf: (kind: string) => Promise<string>
  /** What gas is paid with. */
  readonly native: () => Promise<NativeCurrency>
  /** @throws {ChainNotIdentifiedError} the node does not answer */
  readonly identity: () => Promise<ChainIdentity>
  /** As its messages are read: with its socket and its other nodes. */
  readonly readable: () => Promise<ReadableChain>
  /**
   * Begins a file for a Safe, which others sign. As for what is signed here, the chain id is the one that the configuration says.
   *
   * @throws {InvalidInputError} the account is not known as a Safe
   */
  readonly fileFor: (
    safe: Address,
  ) => Promise<{ readonly chain: string; readonly chainId: number; readonly safe: Address }>
  /** The errors of the project's contracts, which say why a call on it reverts. */
  readonly errorAbis: () => Promise<Abi[]>
}

/** Why a chain cannot be read, as the end of a sentence. */
export type ChainProblem = { readonly problem: string }

/**
 * The chains of a project, each connected when it is first needed. A slug and a chain id mean the chain that the command has named by then,
 * whichever network else reaches it. Dispose of them when the task has ended.
 */
export type Chains = AsyncDisposable & {
  /** Connects to a chain that the command names, at each call until its node answers. Throws what is wrong with it. */
  connect(entry: ChainEntry): Promise<Chain>
  /** Connects to the chain of app gateways, by the network in `plugs.gateway.network`. */
  gateway(): Promise<Chain>
  /** Opens the configured chain of an id. */
  openId(chainId: number): Promise<Chain | ChainProblem>
  /** Opens the configured chain of a slug. */
  openSlug(slug: number): Promise<Chain | ChainProblem>
  /** The same once, as its messages are read. */
  open(chain: number | ChainEntry): Promise<ReadableChain | ChainProblem>
  /** The same of a chain that the command names, where nothing can be done without it. Throws what is wrong with it. */
  require(entry: ChainEntry): Promise<ReadableChain>
  /** The same, for whoever does without a chain that cannot be read. */
  find(chain: number | ChainEntry): Promise<ReadableChain | undefined>
}

/** The connection of a script, through which its own chain is read: a chain in this process is no other one's. It stays open. */
export type OwnChain = {
  readonly connection: NetworkConnection<string>
  /** Its chain. Default: the one that the configuration says, if it does. */
  readonly entry?: ChainEntry | undefined
}

/**
 * Opens the chains of a project.
 *
 * @example
 * await using chains = openChains(hre, { signal })
 * const chain = await chains.connect(source)
 * const socket = await chain.socket()
 */
export function openChains(
  hre: HookContext,
  { own, ...connecting }: ConnectOptions & { readonly own?: OwnChain | undefined } = {},
): Chains {
  const { config } = hre
  const connections: AsyncDisposable[] = []
  const connected = new Map<string, () => Promise<Chain>>()
  const ownEntry = own && entryOf(own, config.plugs)
  const named: ChainEntry[] = ownEntry === undefined ? [] : [ownEntry]
  let isClosed = false

  const connectTo = async (entry: ChainEntry): Promise<NetworkConnection<string>> => {
    if (own !== undefined && (entry === ownEntry || entry.network === own.connection.networkName)) {
      const { patience, clock, signal } = connecting
      await requireNode(hre, own.connection, { patience, clock, signal })
      return own.connection
    }
    if (own !== undefined && config.networks[entry.network]?.type === "edr-simulated") throw notOfScript(entry)
    const connection = await connectChain(hre, entry, connecting)
    connections.push(connection)
    // One that nobody waited for is closed when it comes.
    if (isClosed) await connection[Symbol.asyncDispose]()
    return connection
  }
  const reach = (entry: ChainEntry): Promise<Chain> =>
    getOrAdd(connected, `${entry.name} ${entry.network}`, () =>
      lazily(async () => describeChain(hre, { entry, connection: await connectTo(entry), signal: connecting.signal })),
    )()
  const choose = async (isWanted: (chain: ChainEntry) => boolean): Promise<Chain | ChainProblem> => {
    const [first, second] = chainsOf(config.plugs).filter(isWanted)
    const chosen = named.find(isWanted)
    if (chosen !== undefined) return await reach(chosen).catch(problemOf)
    if (first === undefined) return { problem: "it is not in plugs.chains" }
    if (second === undefined) return await reach(first).catch(problemOf)
    return { problem: `it can mean ${first.name} or ${second.name}` }
  }
  const openSlug: Chains["openSlug"] = (wanted) => choose(({ slug }) => slug === wanted)
  const open: Chains["open"] = async (wanted) => {
    const chain = await (typeof wanted === "number" ? openSlug(wanted) : reach(wanted).catch(problemOf))
    return "problem" in chain ? chain : await chain.readable().catch(problemOf)
  }
  const connect: Chains["connect"] = async (entry) => {
    named.push(entry)
    return await reach(entry)
  }
  return {
    connect,
    openSlug,
    open,
    async gateway() {
      const { network } = config.plugs.gateway
      if (own?.connection.networkName !== network && !Object.hasOwn(config.networks, network)) throw noGateway(network)
      return await reach(gatewayChainOf(config))
    },
    async openId(chainId) {
      const chain = await choose((entry) => chainIdOf(entry, config) === chainId)
      if ("problem" in chain || chain.chainId === chainId) return chain
      return { problem: `its network reaches the chain ${chain.chainId}` }
    },
    require: async (entry) => await (await connect(entry)).readable(),
    async find(chain) {
      const found = await open(chain).catch(() => undefined)
      return found === undefined || "problem" in found ? undefined : found
    },
    [Symbol.asyncDispose]: async () => {
      isClosed = true
      await Promise.all(connections.map((connection) => connection[Symbol.asyncDispose]()))
    },
  }
}

function entryOf({ connection, entry }: OwnChain, plugs: PlugsConfig): ChainEntry | undefined {
  try {
    return entry ?? connectionChain(connection, plugs)
  } catch {
    return undefined
  }
}

function noGateway(network: string): InvalidInputError {
  return new InvalidInputError({
    argument: "config.plugs.gateway.network",
    problem: `the gateway chain has to be read, and there is no network ${network}`,
    fix: `Add config.networks.${network} with the URL of a node of the gateway chain, or name another network.`,
  })
}

function notOfScript({ name, network }: ChainEntry): InvalidInputError {
  return new InvalidInputError({
    argument: `config.networks.${network}`,
    problem: `no URL of the network ${network} is known`,
    fix: `What is in this process is another chain for each connection, so ${name} is read by its own connection alone.`,
  })
}

type Connected = {
  readonly entry: ChainEntry
  readonly connection: NetworkConnection<string>
  readonly signal?: AbortSignal | undefined
}

/** Describes a chain of which its node was asked already. */
export async function describeChain(
  { config, artifacts }: Pick<HookContext, "config" | "artifacts">,
  { entry, connection, signal }: Connected,
): Promise<Chain> {
  // After its first request, which needs no viem. Most tasks that may read chains do not come to it at all.
  const [{ publicClientOf, walletClientOf }, { chainFolderName, identifyChain, isLocalNetwork }, { NodeFailedError }] =
    await Promise.all([
      import("./clientsOf.js"),
      import("../../records/identifyChain.js"),
      import("#src/onchain/callErrors.js"),
    ])
  const client = publicClientOf(connection)
  const chainId = chainIdAtFirst(connection)
  const identity = lazily(() => identifyChain(connection, config, client))
  const socket = lazily(async () => (await import("./openSocket.js")).openSocket(connection, entry))
  return {
    entry,
    connection,
    client,
    chainId,
    isLocal: await isLocalNetwork(connection, config),
    socket,
    wallet: (account) => unlessAborted(walletClientOf(connection, account), [signal]),
    native: lazily(async () => (await import("#src/onchain/tokens.js")).readNativeCurrency(client, chainId)),
    identity,
    async folderOf(kind) {
      const { openRecordsFolder } = await import("../../records/openRecordsFolder.js")
      return path.join(await openRecordsFolder(config.paths.root), kind, chainFolderName(await identity()))
    },
    readable: lazily(async () => {
      const { openOtherNodes } = await import("./openOtherNodes.js")
      const otherNodes: readonly Client[] = await openOtherNodes(entry, connection)
      const { safeCode } = config.plugs.trust ?? {}
      return { client, socket: await socket(), slug: entry.slug, name: entry.name, otherNodes, safeCode }
    }),
    async fileFor(safe) {
      const { requireSafe } = await import("#src/messaging/reading/safe/requireSafe.js")
      const { safeCode } = config.plugs.trust ?? {}
      await requireSafe({ client, socket: await socket() }, { address: safe, chain: entry.name, safeCode })
      const signed = await requestToSign(connection, { method: "eth_chainId" }).catch((error: unknown) => {
        throw new NodeFailedError({ functionName: "eth_chainId", chain: entry.name }, nodeReason(error))
      })
      return { chain: entry.name, chainId: Number(signed), safe }
    },
    errorAbis: lazily(async () => (await import("../../contracts/readAbis.js")).readErrorAbis(artifacts)),
  }
}

/** Checks that at least one of several chains can be read, and throws the first one's error if none can. */
export async function requireOne(
  opened: Pick<Chains, "find" | "require">,
  chains: readonly ChainEntry[],
): Promise<void> {
  const found = await Promise.all(chains.map((chain) => opened.find(chain)))
  const [first] = chains
  if (first !== undefined && found.every((chain) => chain === undefined)) await opened.require(first)
}

/** What Hardhat refuses is about the configuration, such as a variable that is not set. */
function problemOf(error: unknown): ChainProblem {
  if (isPlugsError(error)) return { problem: error.shortMessage.replace(/\.$/, "") }
  if (!(error instanceof Error) || error.name !== "HardhatError") throw error
  return { problem: shorten(oneLine(error.message), 200).replace(/\.$/, "") }
}

/** Milliseconds for each request while explaining: a little longer than `guardClient` waits, to end what it gave up. */
export const explainTimeout = 10_000
