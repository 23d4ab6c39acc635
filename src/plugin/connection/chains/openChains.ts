import type { HookContext } from "hardhat/types/hooks"
import type { NetworkConnection } from "hardhat/types/network"
import type { Abi, Account, Address, Client, PublicClient, WalletClient } from "viem"

import { chainIdOf } from "../../config/chainIds.js"
import { chainsOf, gatewayChainOf } from "../../config/chainsOf.js"
import type { ChainIdentity } from "../../records/identifyChain.js"
import { connectChain, type ConnectOptions } from "./connectChain.js"
import { chainIdAtFirst, requestToSign } from "./requestOnChain.js"
import { unlessAborted } from "#src/http/polling/unlessAborted.js"
import type { ReadableChain } from "#src/messaging/reading/Journey.js"
import type { NativeCurrency } from "#src/onchain/tokens.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { getOrAdd, lazily } from "#src/primitives/lifetime/lazily.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"
import { oneLine, shorten } from "#src/primitives/text.js"

/** A chain that is connected. Each other part is read when it is first asked for, once; one that failed is read again the next time. */
export type Chain = {
  readonly entry: ChainEntry
  readonly connection: NetworkConnection
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
  /** Opens the configured chain of a slug once, as its messages are read. */
  open(chain: number | ChainEntry): Promise<ReadableChain | ChainProblem>
  /** The same of a chain that the command names, where nothing can be done without it. Throws what is wrong with it. */
  require(entry: ChainEntry): Promise<ReadableChain>
  /** The same, for whoever does without a chain that cannot be read. */
  find(chain: number | ChainEntry): Promise<ReadableChain | undefined>
}

/** The chain of a script's connection, which is read through the connection itself: a chain in this process is no other one's. */
export type OwnChain = { readonly slug: number | undefined; readonly open: () => Promise<ReadableChain> }

/**
 * Opens the chains of a project.
 *
 * @param options.own the chain of a script's connection, which is open already
 * @example
 * await using chains = openChains(hre, { signal })
 * const chain = await chains.connect(source)
 * const socket = await chain.socket()
 */
export function openChains(
  hre: HookContext,
  { own, ...connecting }: ConnectOptions & { readonly own?: OwnChain } = {},
): Chains {
  const { config } = hre
  const connections: AsyncDisposable[] = []
  const connected = new Map<string, () => Promise<Chain>>()
  const opened = new Map<string, Promise<ReadableChain>>()
  const named: ChainEntry[] = []
  let isClosed = false
  const keyOf = ({ name, network }: ChainEntry): string => `${name} ${network}`

  const reach = (entry: ChainEntry): Promise<Chain> =>
    getOrAdd(connected, keyOf(entry), () =>
      lazily(async () => {
        const connection = await connectChain(hre, entry, connecting)
        connections.push(connection)
        // One that nobody waited for is closed when it comes.
        if (isClosed) await connection[Symbol.asyncDispose]()
        return await describeChain(hre, { entry, connection, signal: connecting.signal })
      }),
    )()
  const read = (entry: ChainEntry): Promise<ReadableChain> =>
    entry.slug === own?.slug
      ? own.open()
      : getOrAdd(opened, keyOf(entry), async () => await (await reach(entry)).readable())
  const entryOf = (isWanted: (chain: ChainEntry) => boolean): ChainEntry | ChainProblem => {
    const [first, second] = chainsOf(config.plugs).filter(isWanted)
    const chosen = named.find(isWanted)
    if (chosen !== undefined) return chosen
    if (first === undefined) return { problem: "it is not in plugs.chains" }
    if (second === undefined) return first
    return { problem: `it can mean ${first.name} or ${second.name}` }
  }
  const open: Chains["open"] = async (chain) => {
    if (chain === own?.slug) return await own.open().catch(problemOf)
    const entry = typeof chain === "number" ? entryOf(({ slug }) => slug === chain) : chain
    return "problem" in entry ? entry : await read(entry).catch(problemOf)
  }
  return {
    open,
    async connect(entry) {
      named.push(entry)
      return await reach(entry)
    },
    gateway: () => reach({ ...gatewayChainOf(config), network: config.plugs.gateway.network }),
    async openId(chainId) {
      const entry = entryOf((chain) => chainIdOf(chain, config) === chainId)
      const chain = "problem" in entry ? entry : await reach(entry).catch(problemOf)
      if ("problem" in chain || chain.chainId === chainId) return chain
      return { problem: `its network reaches the chain ${chain.chainId}` }
    },
    async require(entry) {
      named.push(entry)
      return await read(entry)
    },
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

type Connected = {
  readonly entry: ChainEntry
  readonly connection: NetworkConnection
  readonly signal?: AbortSignal | undefined
}

async function describeChain(
  { config, artifacts }: HookContext,
  { entry, connection, signal }: Connected,
): Promise<Chain> {
  // After its first request, which needs no viem. Most tasks that may read chains do not come to it at all.
  const [{ publicClientOf, walletClientOf }, { identifyChain, isLocalNetwork }, { NodeFailedError }] =
    await Promise.all([
      import("./clientsOf.js"),
      import("../../records/identifyChain.js"),
      import("#src/onchain/callErrors.js"),
    ])
  const client = publicClientOf(connection)
  const chainId = chainIdAtFirst(connection)
  const socket = async (): Promise<Address> => (await import("./openSocket.js")).openSocket(connection, entry)
  return {
    entry,
    connection,
    client,
    chainId,
    isLocal: await isLocalNetwork(connection, config),
    socket,
    wallet: (account) => unlessAborted(walletClientOf(connection, account), [signal]),
    native: lazily(async () => (await import("#src/onchain/tokens.js")).readNativeCurrency(client, chainId)),
    identity: lazily(() => identifyChain(connection, config, client)),
    readable: async () => {
      const { openOtherNodes } = await import("./openOtherNodes.js")
      const otherNodes: readonly Client[] = await openOtherNodes(entry, connection)
      const { safeCode } = config.plugs.trust ?? {}
      return { client, socket: await socket(), slug: entry.slug, name: entry.name, otherNodes, safeCode }
    },
    async fileFor(safe) {
      const { requireSafe } = await import("#src/messaging/reading/safe/requireSafe.js")
      const { safeCode } = config.plugs.trust ?? {}
      await requireSafe({ client, socket: await socket() }, { address: safe, chain: entry.name, safeCode })
      const signed = await requestToSign(connection, { method: "eth_chainId" }).catch((error: unknown) => {
        throw new NodeFailedError({ functionName: "eth_chainId", chain: entry.name }, nodeReason(error))
      })
      return { chain: entry.name, chainId: Number(signed), safe }
    },
    errorAbis: async () => (await import("../../contracts/readAbis.js")).readErrorAbis(artifacts),
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
