import path from "node:path"

import type { HardhatConfig } from "hardhat/types/config"
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import { inputAmountOf } from "#extras/swap/src/checks/inputAmountOf.js"
import { type InspectedJournal, inspectFileJournal } from "#extras/swap/src/execution/journal/createFileJournal.js"
import { isUnfinished } from "#extras/swap/src/execution/journal/entries.js"
import type { JournalEntry } from "#extras/swap/src/execution/types.js"
import { journalFolders } from "#extras/swap/src/plugin/openJournal.js"
import { openSwapChains, type SwapChains } from "#extras/swap/src/plugin/openSwapChains.js"
import { explainTimeout, openChains } from "#src/plugin/connection/chains/openChains.js"
import { chainIdOfFolder } from "#src/plugin/records/identifyChain.js"
import { recordsKeyOf } from "#src/plugin/records/recordsKeyOf.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

/** A swap to go on with, and the chain that it began on. */
export type SwapToResume = { readonly source: ChainEntry; readonly quoteId: string }

/** How many swaps an error lists. */
const maxListed = 20

/**
 * Finds the swap to resume: the one of a quote, or else the only one of the project that was signed and is not over. A swap on a local
 * chain that was started again since is none of them.
 *
 * @param options.quoteId the id of its quote, or of the one that replaced it
 * @throws {InvalidInputError} there is none; or several, which the error lists
 * @throws {JournalDamagedError} a file that cannot be read may be the swap that is meant
 */
export async function findSwapToResume(
  hre: HardhatRuntimeEnvironment,
  { quoteId: wanted, signal }: { readonly quoteId: string | undefined; readonly signal: AbortSignal },
): Promise<SwapToResume> {
  await using opened = openChains(hre, { timeout: explainTimeout, signal })
  const chains = openSwapChains(hre.config, opened)
  const found = chooseSwap(await readRecorded(hre.config, chains), wanted)
  const source = chains.entryOf(found.chainId)
  if (source !== undefined) return { source, quoteId: found.continues ?? found.quoteId }
  throw new InvalidInputError({
    argument: "quoteId",
    problem: `the swap began on the chain ${found.chainId}, which no network reaches`,
    fix: "Add the chain to plugs.chains.",
  })
}

/** What is recorded of a chain that is still the same, or cannot be looked at now. */
export async function readRecorded(
  config: Pick<HardhatConfig, "plugs" | "paths">,
  chains: Pick<SwapChains, "folderOf">,
): Promise<InspectedJournal> {
  const recorded = await Promise.all(
    (await journalFolders(config.paths.root)).map(async (folder) => {
      const inspected = await inspectFileJournal(folder, recordsKeyOf(config))
      const chainId = chainIdOfFolder(path.basename(folder))
      if (chainId === undefined) return [inspected]
      const current = await chains.folderOf(chainId)
      return current === undefined || current === path.basename(folder) ? [inspected] : []
    }),
  )
  const ofChains = recorded.flat()
  return {
    entries: ofChains.flatMap(({ entries }) => entries),
    damaged: ofChains.flatMap(({ damaged }) => damaged),
  }
}

/**
 * Chooses the swap of a quote, or else the only one that is unfinished.
 *
 * @throws {InvalidInputError} there is none; or several, which the error lists
 * @throws {JournalDamagedError} a file that cannot be read may be the swap that is meant
 */
export function chooseSwap({ entries, damaged }: InspectedJournal, wanted: string | undefined): JournalEntry {
  const known = wanted === undefined ? undefined : entries.find(({ quoteId }) => quoteId === wanted)
  if (known === undefined && damaged[0] !== undefined) throw damaged[0]
  return known ?? (wanted === undefined ? onlyOne(entries) : unknown())
}

function unknown(): never {
  throw new InvalidInputError({
    argument: "quoteId",
    problem: "no swap of this quote was begun from this project, on a chain that is still the same",
    fix: "Check the id: npx hardhat swap list shows what was sent from here.",
  })
}

function onlyOne(recorded: readonly JournalEntry[]): JournalEntry {
  const unfinished = recorded.filter(isUnfinished).sort((one, other) => other.at - one.at)
  const [only, ...others] = unfinished
  if (only !== undefined && others.length === 0) return only
  if (only === undefined) {
    throw new InvalidInputError({
      argument: "quoteId",
      problem: "no swap of this project is unfinished",
      fix: "npx hardhat swap list shows those that were sent from here.",
    })
  }
  const listed = unfinished
    .slice(0, maxListed)
    .map(
      ({ quoteId, state, request, route, at }) =>
        `${quoteId} (${state}, ${inputAmountOf(request, route)} of ${request.inputToken}, ${new Date(at).toISOString()})`,
    )
  throw new InvalidInputError({
    argument: "quoteId",
    problem: `${unfinished.length} swaps of this project are unfinished`,
    fix: `Name one of them: ${listed.join(", ")}.`,
  })
}
