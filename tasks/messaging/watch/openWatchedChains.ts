import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import { type Address, isAddressEqual, zeroAddress } from "viem"
import { getBlockNumber } from "viem/actions"

import { getPlugConfig } from "../../../src/messaging/onchain/getPlugConfig.js"
import type { FollowedChain } from "../../../src/messaging/watching/followChain.js"
import { answerWithin } from "../../../src/onchain/scanning/askPatiently.js"
import { batchCalls } from "../../../src/onchain/scanning/batchCalls.js"
import { firstOfNewest } from "../../../src/onchain/scanning/firstOfNewest.js"
import { chainsOf } from "../../../src/plugin/config/chainsOf.js"
import { publicClientOf } from "../../../src/plugin/connection/chains/clientsOf.js"
import { connectChain } from "../../../src/plugin/connection/chains/connectChain.js"
import { openSocket } from "../../../src/plugin/connection/chains/openSocket.js"
import { chainFolderName, identifyChain } from "../../../src/plugin/records/identifyChain.js"
import type { ChainEntry } from "../../../src/primitives/chains.js"
import { Disposables } from "../../../src/primitives/lifetime/Disposables.js"
import type { WatchedPlug } from "./findWatchedPlugs.js"

export type OpenedChains = AsyncDisposable & { readonly chains: readonly FollowedChain[] }

/**
 * Connects to the chains of the plugs, and to those of the plugs that they are connected to.
 *
 * @param options.blocks how many of the newest blocks are read of a chain that was not read before
 * @throws {NodeUnreachableError} the node of a chain does not answer
 */
export async function openWatchedChains(
  hre: HardhatRuntimeEnvironment,
  plugs: readonly WatchedPlug[],
  { blocks, signal }: { readonly blocks: bigint; readonly signal: AbortSignal },
): Promise<OpenedChains> {
  await using connections = new Disposables()
  const open = async (entry: ChainEntry): Promise<OpenedChain> => {
    const connection = connections.use(await connectChain(hre, entry, { timeout: answerWithin, signal }))
    const client = publicClientOf(connection)
    const identity = await identifyChain(connection, hre.config, client)
    const newest = await getBlockNumber(client, { cacheTime: 0 })
    const first = hre.config.plugs.watch.fromBlocks[entry.name]
    const from = first === undefined ? firstOfNewest(blocks, newest) : BigInt(first)
    const own = plugs.filter(({ chain }) => chain.slug === entry.slug).map(({ address }) => address)
    return {
      ...{ slug: entry.slug, name: entry.name, client, socket: await openSocket(connection, entry), from, plugs: own },
      ...{ identity: chainFolderName(identity), isLocal: identity.genesis !== undefined },
    }
  }
  const entries = chainsOf(hre.config.plugs)
  const home = new Set(plugs.map(({ chain }) => chain.slug))
  const opened = await Promise.all(entries.filter(({ slug }) => home.has(slug)).map(open))
  const paths = await readPaths(opened, entries)
  const away = new Set(paths.map(({ siblingSlug }) => siblingSlug).filter((slug) => !home.has(slug)))
  const all = [...opened, ...(await Promise.all(entries.filter(({ slug }) => away.has(slug)).map(open)))]
  // What a sibling gets passes the switchboard of the sibling.
  const back = await readPaths(
    all.map((chain) => ({ ...chain, plugs: [...chain.plugs, ...siblingsOn(chain.slug, paths)] })),
    entries,
  )
  const chains = all.map((chain): FollowedChain => {
    const switchboards = back.filter(({ slug }) => slug === chain.slug).map(({ switchboard }) => switchboard)
    return { ...chain, siblings: siblingsOn(chain.slug, paths), switchboards: [...new Set(switchboards)] }
  })
  return { chains, [Symbol.asyncDispose]: connections.move()[Symbol.asyncDispose] }
}

type OpenedChain = Omit<FollowedChain, "siblings" | "switchboards">

/** A connection of a plug to another chain. */
type Path = {
  readonly slug: number
  readonly switchboard: Address
  readonly siblingSlug: number
  readonly sibling: Address
}

async function readPaths(chains: readonly OpenedChain[], entries: readonly ChainEntry[]): Promise<Path[]> {
  const asked = chains.flatMap(({ client: single, socket, slug, plugs }) => {
    const client = batchCalls(single)
    return plugs.flatMap((plug) =>
      entries
        .filter((entry) => entry.slug !== slug)
        .map(async ({ slug: siblingSlug }) => {
          const found = await getPlugConfig(client, { socket, plug, siblingChainSlug: siblingSlug })
          return { slug, siblingSlug, sibling: found.siblingPlug, switchboard: found.inboundSwitchboard }
        }),
    )
  })
  return (await Promise.all(asked)).filter(({ sibling }) => !isAddressEqual(sibling, zeroAddress))
}

function siblingsOn(slug: number, paths: readonly Path[]): Address[] {
  return [...new Set(paths.filter(({ siblingSlug }) => siblingSlug === slug).map(({ sibling }) => sibling))]
}
