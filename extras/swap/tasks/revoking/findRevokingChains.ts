import path from "node:path"

import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import type { RevokingChain } from "./revokeAllowances.js"
import { type InspectedJournal, inspectFileJournal } from "#extras/swap/src/execution/journal/createFileJournal.js"
import { journalFolders, journalsFolder } from "#extras/swap/src/plugin/openJournal.js"
import { chainIdOf, chainsOf } from "#src/plugin/config/chainsOf.js"
import { type GasArguments, readGasLimits } from "#src/plugin/config/gasLimits.js"
import type { Chains } from "#src/plugin/connection/chains/openChains.js"
import { chainFolderName, chainIdOfFolder } from "#src/plugin/records/identifyChain.js"
import { recordsKeyOf } from "#src/plugin/records/recordsKeyOf.js"
import type { ChainEntry } from "#src/primitives/chains.js"

export type FindRevokingChainsOptions = {
  readonly opened: Pick<Chains, "connect">
  /** The only chain to look at. */
  readonly named: ChainEntry | undefined
  /** Whether the journal says what to revoke. */
  readonly needsJournal: boolean
  /** What gas may cost. */
  readonly gas: GasArguments
}

/**
 * Opens the chains on which the project has recorded swaps, or one that is named.
 *
 * @throws {NodeUnreachableError} the node of one does not answer
 * @throws {JournalDamagedError} what may be left behind on one is recorded in a file that cannot be read
 */
export async function findRevokingChains(
  hre: HardhatRuntimeEnvironment,
  { opened, named, needsJournal, gas }: FindRevokingChainsOptions,
): Promise<readonly RevokingChain[]> {
  const { config } = hre
  const journals = await readAll(hre)
  const isRecorded = (chain: ChainEntry): boolean =>
    journals.some(
      ({ folder, entries, damaged }) =>
        entries.some(({ chainId }) => chainId === chainIdOf(chain, config)) ||
        (damaged.length > 0 && chainIdOfFolder(path.basename(folder)) === chainIdOf(chain, config)),
    )
  const wanted = named === undefined ? chainsOf(config.plugs).filter(isRecorded) : [named]
  const chains: RevokingChain[] = []
  for (const chain of wanted) {
    const { client: publicClient, identity, wallet } = await opened.connect(chain)
    const own = path.join(journalsFolder(config.paths.root), chainFolderName(await identity()))
    const ofChain = journals.filter(({ folder }) => folder === own)
    const [damaged] = ofChain.flatMap((journal) => journal.damaged)
    if (needsJournal && damaged !== undefined) throw damaged
    chains.push({
      name: chain.name,
      chainId: chainIdOf(chain, config),
      publicClient,
      walletClient: await wallet(),
      gasLimits: readGasLimits(gas, chain),
      entries: ofChain.flatMap(({ entries }) => entries),
    })
  }
  return chains
}

async function readAll(
  hre: HardhatRuntimeEnvironment,
): Promise<readonly (InspectedJournal & { readonly folder: string })[]> {
  return await Promise.all(
    (await journalFolders(hre.config.paths.root)).map(async (folder) => ({
      folder,
      ...(await inspectFileJournal(folder, recordsKeyOf(hre.config))),
    })),
  )
}
