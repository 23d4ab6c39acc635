import path from "node:path"

import type { HardhatConfig } from "hardhat/types/config"
import pLimit from "p-limit"
import type { Address } from "viem"
import { isAddressEqual } from "viem/utils"

import type { SwapRow } from "./output/SwapRow.js"
import { inputAmountOf } from "#extras/swap/src/checks/inputAmountOf.js"
import type { SwapClient } from "#extras/swap/src/createSwapClient.js"
import { inspectFileJournal } from "#extras/swap/src/execution/journal/createFileJournal.js"
import type { JournalEntry } from "#extras/swap/src/execution/types.js"
import { journalsFolder } from "#extras/swap/src/plugin/openJournal.js"
import { recordsKeyOf } from "#src/plugin/records/recordsKeyOf.js"
import { namesIn } from "#src/primitives/files/privateFiles.js"
import { isPlugsError, type PlugsError } from "#src/primitives/PlugsError.js"

/** Which swaps to list. */
export type ListSwapsParameters = {
  readonly config: Pick<HardhatConfig, "plugs" | "paths">
  readonly client: Pick<SwapClient, "getStatus">
  readonly chainId: number | undefined
  readonly account: Address | undefined
  readonly state: string | undefined
  readonly limit: number
  readonly signal: AbortSignal
}

/** A file or folder of a journal that could not be read, by its path, and why. */
export type UnreadJournal = { readonly file: string; readonly says: string }

/** The swaps, the newest first, and the files that could not be read. */
export type SwapList = { readonly swaps: readonly SwapRow[]; readonly problems: readonly UnreadJournal[] }

/** Requests at the same time. */
const atOnce = 8

/**
 * Lists the swaps that tasks and scripts of a project executed, from its journals, with the states that the API gives. The API has no list,
 * so a swap that was executed elsewhere is not in it.
 */
export async function listSwaps(parameters: ListSwapsParameters): Promise<SwapList> {
  const { config, chainId, account, state, limit } = parameters
  const folder = journalsFolder(config.paths.root)
  const problems: UnreadJournal[] = []
  const note = ({ facts, shortMessage }: PlugsError, name: string): void => {
    problems.push({
      file: typeof facts["file"] === "string" ? facts["file"] : path.join(folder, name),
      says: shortMessage,
    })
  }
  const journals = await Promise.all(
    (await namesIn(folder)).map(async (name) => {
      try {
        const { entries, damaged } = await inspectFileJournal(path.join(folder, name), recordsKeyOf(config))
        for (const error of damaged) note(error, name)
        return entries
      } catch (error) {
        if (!isPlugsError(error)) throw error
        note(error, name)
        return []
      }
    }),
  )
  const entries = journals
    .flat()
    .filter(
      ({ continues, submission, approvals }) =>
        continues === undefined && (submission !== undefined || approvals.length > 0),
    )
    .filter((entry) => chainId === undefined || entry.chainId === chainId)
    .filter((entry) => account === undefined || isAddressEqual(entry.account, account))
    .sort((a, b) => b.at - a.at)
  const limited = pLimit(atOnce)
  const candidates = state === undefined ? entries.slice(0, limit) : entries.slice(0, limit * stateFactor)
  const rows = await limited.map(candidates, async (entry) => rowOf(entry, await readStatus(entry, parameters)))
  return { swaps: rows.filter(({ status }) => state === undefined || status === state).slice(0, limit), problems }
}

/** A filter by state reads this many times as many swaps as it shows. */
const stateFactor = 10

/** The journal has the final status of a route that was followed to its end. */
async function readStatus(
  { outcome, submission, route }: JournalEntry,
  { client, signal }: ListSwapsParameters,
): Promise<string | undefined> {
  // An outcome can also be the reason why a transaction was given up.
  if (outcome !== undefined && /^[A-Z_]+$/.test(outcome)) return outcome
  if (submission === undefined) return undefined
  const { status } = await client.getStatus({ quoteId: route.quoteId, signal }).catch(() => ({ status: undefined }))
  return status
}

function rowOf(
  { quoteId, state, account, chainId, request, route, submission, at }: JournalEntry,
  status: string | undefined,
): SwapRow {
  return {
    quoteId,
    status: status ?? state,
    account,
    originChainId: chainId,
    destinationChainId: request.destinationChainId,
    inputToken: request.inputToken,
    outputToken: request.outputToken,
    inputAmount: inputAmountOf(request, route),
    txHash: submission?.hash ?? null,
    at,
  }
}
