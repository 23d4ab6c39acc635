import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import { type Address, isAddressEqual, zeroAddress } from "viem"
import { getBlockNumber } from "viem/actions"

import type { WatchedPlug } from "./findWatchedPlugs.js"
import type { ChainOpening } from "#extras/watch/src/createWatch.js"
import type { FollowedChain } from "#extras/watch/src/followChain.js"
import { leaveToNextLook } from "#extras/watch/src/leaveToNextLook.js"
import { watchedAmong } from "#extras/watch/src/scanChain.js"
import { readStageTimes } from "#src/messaging/explaining/stageTimes.js"
import { getPlugConfig } from "#src/messaging/onchain/getPlugConfig.js"
import { explainCallError, NodeFailedError } from "#src/onchain/callErrors.js"
import { batchCalls } from "#src/onchain/scanning/batchCalls.js"
import { firstOfNewest } from "#src/onchain/scanning/LogPosition.js"
import { answerWithin } from "#src/onchain/scanning/requestWithRetries.js"
import { chainsOf } from "#src/plugin/config/chainsOf.js"
import { openChains } from "#src/plugin/connection/chains/openChains.js"
import { chainFolderName } from "#src/plugin/records/identifyChain.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { isPlugsError, type PlugsError } from "#src/primitives/PlugsError.js"
import { nodeReason } from "#src/primitives/reverts/nodeReason.js"

export type WatchedChains = AsyncDisposable &
  ChainOpening & {
    /** Those that are open. One of which more is known by another call of `open` is replaced. */
    readonly chains: readonly FollowedChain[]
    /** Those that are to be open, as far as they are known by now. */
    readonly wanted: readonly ChainEntry[]
  }

type WatchChainsOptions = Pick<TaskIo, "clock" | "signal"> & {
  /** How many of the newest blocks are read of a chain that was not read before. */
  readonly blocks: bigint
  /** Milliseconds that a chain is waited for at once. */
  readonly patience?: number | undefined
}

/**
 * Connects to the chains of the plugs, and to those of the plugs that they are connected to, at each call of `open` to those that have not
 * answered. The first call alone throws what is wrong with the configuration: later, a node must not end what others tell.
 */
export function openWatchedChains(
  hre: HardhatRuntimeEnvironment,
  plugs: readonly WatchedPlug[],
  { blocks, clock, signal, patience = Number.POSITIVE_INFINITY }: WatchChainsOptions,
): WatchedChains {
  const reached = openChains(hre, { timeout: answerWithin, signal })
  const leave = leaveToNextLook(patience, clock)
  const entries = chainsOf(hre.config.plugs)
  const plugsOn = (on: number): Address[] => plugs.flatMap(({ chain, address }) => (chain.slug === on ? [address] : []))
  const home = entries.filter(({ name }) => plugs.some(({ chain }) => chain.name === name))
  const [wanted, chains] = [[...home], [] as FollowedChain[]]
  const opened = new Map<number, OpenedChain>()
  const followed = new Map<number, FollowedChain>()
  const failures = new Map<number, PlugsError>()
  let isFirst = true

  async function open(entry: ChainEntry): Promise<OpenedChain> {
    const before = opened.get(entry.slug)
    if (before !== undefined) return before
    const twin = home.includes(entry) ? undefined : entries.find((one) => one !== entry && one.slug === entry.slug)
    if (twin !== undefined) throw unread(entry.name, `it can mean ${entry.name} or ${twin.name}`)
    const { client, ...connected } = await reached.connect(entry)
    const identity = await connected.identity()
    const newest = await getBlockNumber(client, { cacheTime: 0 })
    const first = hre.config.plugs.watch.fromBlocks[entry.name]
    const from = first === undefined ? firstOfNewest(blocks, newest) : BigInt(first)
    const chain = {
      ...{ slug: entry.slug, name: entry.name, client, socket: await connected.socket(), from },
      ...{ identity: chainFolderName(identity), isLocal: identity.genesis !== undefined, plugs: plugsOn(entry.slug) },
    }
    // Nearly every message is delivered when each of its stages has taken what nearly every one takes.
    const usual = Object.values(await readStageTimes(chain)).reduce((sum, { typical }) => sum + typical, 0)
    const found = { ...chain, usual, paths: await readPaths(chain, chain.plugs, entries) }
    opened.set(entry.slug, found)
    return found
  }

  async function follow({ paths: own, ...chain }: OpenedChain, paths: readonly Path[]): Promise<void> {
    const { slug } = chain
    const siblings = siblingsOn(slug, paths)
    const awaited = home.filter((one) => !opened.has(one.slug)).map((one) => one.slug)
    const before = followed.get(slug)
    if (before?.siblings.length === siblings.length && before.awaited?.length === awaited.length) return
    // What a sibling gets passes the switchboard of the sibling.
    const back = [...own, ...(await readPaths(chain, siblings, entries))]
    const switchboards = [...new Set(back.map(({ switchboard }) => switchboard))]
    followed.set(slug, { ...chain, siblings, switchboards, awaited })
  }

  async function attempt({ slug, name }: ChainEntry, work: () => Promise<unknown>): Promise<void> {
    try {
      const ended = await leave(name, work, signal)
      if (ended !== undefined) failures.delete(slug)
    } catch (thrown) {
      const call = { address: zeroAddress, functionName: "eth_blockNumber", chain: name } as const
      const isOfHardhat = thrown instanceof Error && thrown.name === "HardhatError" && !isFirst
      const error = isOfHardhat ? new NodeFailedError(call, nodeReason(thrown)) : explainCallError(thrown, call)
      if (!isPlugsError(error) || error.code === "ABORTED" || (isFirst && !unanswered.has(error.code))) throw thrown
      failures.set(slug, error)
    }
  }

  return {
    ...{ chains, wanted, isWatched: watchedAmong(home.map(({ slug }) => ({ slug, plugs: plugsOn(slug) }))) },
    async open() {
      await Promise.all(home.map((entry) => attempt(entry, () => open(entry))))
      const paths = home.flatMap(({ slug }) => opened.get(slug)?.paths ?? [])
      const isSibling = ({ slug }: ChainEntry): boolean => paths.some(({ siblingSlug }) => siblingSlug === slug)
      for (const entry of entries) {
        if (isSibling(entry) && wanted.every(({ slug }) => slug !== entry.slug)) wanted.push(entry)
      }
      const following = wanted.filter((entry) => opened.has(entry.slug) || !home.includes(entry))
      const openAndFollow = async (entry: ChainEntry): Promise<void> => follow(await open(entry), paths)
      await Promise.all(following.map((entry) => attempt(entry, () => openAndFollow(entry))))
      isFirst = false
      chains.splice(0, chains.length, ...wanted.flatMap(({ slug }) => followed.get(slug) ?? []))
      const isWhole = home.every(({ slug }) => opened.has(slug))
      const closed = (isWhole ? wanted : entries).filter(({ slug }) => !followed.has(slug))
      return closed.map((entry) => {
        const { slug, name } = entry
        const problem = failures.get(slug) ?? unread(name, "it has not answered yet")
        return { slug, name, block: undefined, isUnsure: !wanted.includes(entry), problem }
      })
    },
    [Symbol.asyncDispose]: reached[Symbol.asyncDispose],
  }
}

function unread(chain: string, why: string): NodeFailedError {
  return new NodeFailedError({ functionName: "eth_chainId", chain }, why)
}

/** Errors of a node that does not answer, or not as one. */
const unanswered = new Set(["NODE_UNREACHABLE", "NODE_FAILED", "CHAIN_NOT_IDENTIFIED"])

/** With the connections of its watched plugs. */
type OpenedChain = Omit<FollowedChain, "siblings" | "switchboards"> & { readonly paths: readonly Path[] }

/** A connection of a plug to another chain. */
type Path = { readonly switchboard: Address; readonly siblingSlug: number; readonly sibling: Address }

async function readPaths(
  { client: single, socket, slug }: Pick<FollowedChain, "client" | "socket" | "slug">,
  plugs: readonly Address[],
  entries: readonly ChainEntry[],
): Promise<Path[]> {
  const client = batchCalls(single)
  const others = entries.filter((entry) => entry.slug !== slug)
  const asked = plugs.flatMap((plug) =>
    others.map(async ({ slug: siblingSlug }) => {
      const found = await getPlugConfig(client, { socket, plug, siblingChainSlug: siblingSlug })
      return { siblingSlug, sibling: found.siblingPlug, switchboard: found.inboundSwitchboard }
    }),
  )
  return (await Promise.all(asked)).filter(({ sibling }) => !isAddressEqual(sibling, zeroAddress))
}

function siblingsOn(slug: number, paths: readonly Path[]): Address[] {
  return [...new Set(paths.filter(({ siblingSlug }) => siblingSlug === slug).map(({ sibling }) => sibling))]
}
