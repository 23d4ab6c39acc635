import type { HookContext } from "hardhat/types/hooks"
import type { NetworkConnection } from "hardhat/types/network"

import { chainIdOf, chainsOf, gatewayChainOf } from "../../config/chainsOf.js"
import type { PlugsConfig } from "../../config/PlugsConfig.js"
import { connectChain, type ConnectOptions, requireNode } from "./connectChain.js"
import { connectionChain } from "./connectionChain.js"
import { type Chain, describeChain } from "./describeChain.js"
import type { ReadableChain } from "#src/messaging/reading/Journey.js"
import { type ChainEntry, findChain } from "#src/primitives/chains.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { getOrAdd, lazily } from "#src/primitives/lifetime/lazily.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { clauseOf, oneLine, shorten } from "#src/primitives/text.js"

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
  require(chain: number | ChainEntry): Promise<ReadableChain>
  /** The same; the work continues without a chain that cannot be read. */
  find(chain: number | ChainEntry): Promise<ReadableChain | undefined>
}

/** The connection of a script, through which its own chain is read: a chain in this process is no other one's. It stays open. */
export type OwnChain = {
  readonly connection: NetworkConnection<string>
  /** Its chain. Default: the one that the configuration says, if it does. */
  readonly entry?: ChainEntry | undefined
}

type OpenChainsOptions = ConnectOptions & {
  readonly own?: OwnChain | undefined
  readonly named?: readonly (ChainEntry | undefined)[]
}

/**
 * Opens the chains of a project.
 *
 * @param options.named the chains that the command has named already
 * @example
 * await using chains = openChains(hre, { signal })
 * const chain = await chains.connect(source)
 * const socket = await chain.socket()
 */
export function openChains(
  hre: HookContext,
  { own, named: given = [], ...connecting }: OpenChainsOptions = {},
): Chains {
  const { config } = hre
  const connections: AsyncDisposable[] = []
  const connected = new Map<string, () => Promise<Chain>>()
  const ownEntry = own && entryOf(own, config.plugs)
  const named = [ownEntry, ...given].filter((entry) => entry !== undefined)
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
    // A connection that was not awaited is closed when it opens.
    if (isClosed) await connection[Symbol.asyncDispose]()
    return connection
  }
  const reach = (entry: ChainEntry): Promise<Chain> =>
    getOrAdd(connected, `${entry.name} ${entry.network}`, () =>
      lazily(async () => describeChain(hre, { entry, connection: await connectTo(entry), signal: connecting.signal })),
    )()
  const choose = async (isWanted: (chain: ChainEntry) => boolean): Promise<Chain | ChainProblem> => {
    const chosen = named.find(isWanted)
    const [first, second] = chosen === undefined ? chainsOf(config.plugs).filter(isWanted) : [chosen]
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
    if (!named.includes(entry)) named.push(entry)
    return await reach(entry)
  }
  const leaving = (wanted: number): ChainEntry =>
    named.find(({ slug }) => slug === wanted) ?? findChain(chainsOf(config.plugs), wanted, "srcChainSlug")
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
    require: async (chain) => await (await connect(typeof chain === "number" ? leaving(chain) : chain)).readable(),
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
  if (isPlugsError(error)) return { problem: error.clause }
  if (!(error instanceof Error) || error.name !== "HardhatError") throw error
  return { problem: clauseOf(shorten(oneLine(error.message), 200)) }
}

/** Milliseconds for each request while explaining: a little longer than `guardClient` waits, to end what it gave up. */
export const explainTimeout = 10_000
