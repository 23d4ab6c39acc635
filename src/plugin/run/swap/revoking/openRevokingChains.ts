import path from "node:path"

import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import type { ChainEntry } from "../../../../primitives/chains.js"
import type { JournalEntry } from "../../../../swap/index.js"
import { inspectFileJournal } from "../../../../swap/execution/journal/inspectFileJournal.js"
import { chainsOf } from "../../../config/chainsOf.js"
import { chainIdOf } from "../../../config/swapChains.js"
import { publicClientOf, walletClientOf } from "../../../connection/chains/clientsOf.js"
import { connectChain } from "../../../connection/chains/connectChain.js"
import { chainFolderName } from "../../openChainFolder.js"
import { identifyChain } from "../identifyChain.js"
import { journalFolders, ownFolders } from "../journal/journalFolders.js"
import type { RevokingChain } from "./revokeAllowances.js"

/** Chains to revoke on. Their connections are closed with it. */
export type RevokingChains = AsyncDisposable & { readonly chains: readonly RevokingChain[] }

/**
 * Opens the chains on which the project has recorded swaps, or one that is named.
 *
 * @param named the only chain to look at
 * @throws {NodeUnreachableError} the node of one does not answer
 */
export async function openRevokingChains(
  hre: HardhatRuntimeEnvironment,
  { named, signal }: { readonly named: ChainEntry | undefined; readonly signal: AbortSignal },
): Promise<RevokingChains> {
  const { config } = hre
  const journals = await readAll(hre)
  const isRecorded = (chain: ChainEntry): boolean =>
    journals.some(({ entries }) => entries.some(({ chainId }) => chainId === chainIdOf(chain, config)))
  const wanted = named === undefined ? chainsOf(config.plugs).filter(isRecorded) : [named]
  await using opening = new AsyncDisposableStack()
  const chains: RevokingChain[] = []
  for (const chain of wanted) {
    const connection = await connectChain(hre, chain, { signal })
    opening.defer(() => connection.close())
    const publicClient = publicClientOf(connection)
    const own = path.join(ownFolders(config.paths.root), chainFolderName(await identifyChain(connection, publicClient)))
    chains.push({
      name: chain.name,
      chainId: chainIdOf(chain, config),
      publicClient,
      walletClient: await walletClientOf(connection),
      entries: journals.flatMap(({ folder, entries }) => (folder === own ? entries : [])),
    })
  }
  const opened = opening.move()
  return { chains, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

async function readAll(
  hre: HardhatRuntimeEnvironment,
): Promise<readonly { readonly folder: string; readonly entries: readonly JournalEntry[] }[]> {
  return await Promise.all(
    (await journalFolders(hre.config.paths)).map(async (folder) => ({
      folder,
      entries: (await inspectFileJournal(folder)).entries,
    })),
  )
}
