import type { HookContext } from "hardhat/types/hooks"

import { chainsOf } from "../../config/chainsOf.js"
import { connectChain } from "./connectChain.js"
import type { MessageChain } from "#src/messaging/following/followSocket.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"

/** Why a chain cannot be read, as the end of a sentence. */
export type ChainProblem = { readonly problem: string }

/** The configured chains, each opened when it is first needed. Dispose of them when the task has ended. */
export type MessageChains = AsyncDisposable & {
  /** Opens the chain of a slug once. */
  open(slug: number): Promise<MessageChain | ChainProblem>
  /** The same, where nothing can be done without the chain. Throws what is wrong with it. */
  require(entry: ChainEntry): Promise<MessageChain>
  /** The same, for whoever does without a chain that cannot be read. */
  find(slug: number): Promise<MessageChain | undefined>
}

/**
 * Opens the configured chains for reading, by their slugs.
 *
 * @param options.timeout milliseconds for each request to a node that is reached by http. Default: that of the network
 */
export function openMessageChains(
  hre: HookContext,
  { timeout }: { readonly timeout?: number | undefined } = {},
): MessageChains {
  const connections: AsyncDisposable[] = []
  const opened = new Map<number, Promise<MessageChain>>()
  const entryOf = (slug: number): ChainEntry | undefined =>
    chainsOf(hre.config.plugs).find((chain) => chain.slug === slug)
  const connect = async (entry: ChainEntry): Promise<MessageChain> => {
    const connection = await connectChain(hre, entry, { timeout })
    connections.push(connection)
    // After its first request, which needs no viem. Most tasks that may read chains do not come to it at all.
    const [{ publicClientOf }, { openSocket }, { openOtherNodes }] = await Promise.all([
      import("./clientsOf.js"),
      import("./openSocket.js"),
      import("./openOtherNodes.js"),
    ])
    const [socket, otherNodes] = await Promise.all([openSocket(connection, entry), openOtherNodes(entry, connection)])
    return { client: publicClientOf(connection), socket, name: entry.name, otherNodes }
  }
  const require = (entry: ChainEntry): Promise<MessageChain> => {
    const opening = opened.get(entry.slug) ?? connect(entry)
    opened.set(entry.slug, opening)
    return opening
  }
  return {
    require,
    async open(slug) {
      const entry = entryOf(slug)
      return entry === undefined ? { problem: "it is not in plugs.chains" } : await require(entry).catch(problemOf)
    },
    async find(slug) {
      const entry = entryOf(slug)
      return entry && (await require(entry).catch(() => undefined))
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(connections.map((connection) => connection[Symbol.asyncDispose]()))
    },
  }
}

/** Checks that at least one of several chains can be read, and throws the first one's error if none can. */
export async function requireOne(
  opened: Pick<MessageChains, "find" | "require">,
  chains: readonly ChainEntry[],
): Promise<void> {
  const found = await Promise.all(chains.map(({ slug }) => opened.find(slug)))
  const [first] = chains
  if (first !== undefined && found.every((chain) => chain === undefined)) await opened.require(first)
}

function problemOf(error: unknown): ChainProblem {
  if (!isPlugsError(error)) throw error
  return { problem: error.shortMessage.replace(/\.$/, "") }
}

/** Milliseconds for each request while explaining: a little longer than `guardClient` waits, to end what it gave up. */
export const explainTimeout = 10_000
