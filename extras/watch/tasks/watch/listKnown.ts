import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import { toRow } from "../output/watchView.js"
import { openWatchReader } from "./openWatch.js"
import type { LatestMessages } from "#extras/watch/src/store/WatchStore.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import type { MessageRow } from "#tasks/messaging/output/messageTable.js"

/** As a list from chains, but for the blocks from which on they were read, which nobody has written down. */
export type KnownList = {
  readonly messages: readonly MessageRow[]
  readonly searched: readonly { readonly srcChainSlug: number; readonly fromBlock: null; readonly toBlock: bigint }[]
  readonly problems: readonly { readonly srcChainSlug: number; readonly says: string }[]
  readonly disagreements: readonly never[]
}

/** Lists the latest messages that the project's watch knows, the newest first, and up to where it has read. No chain is asked. */
export async function listKnown(
  hre: HardhatRuntimeEnvironment,
  wanted: LatestMessages,
  io: Pick<TaskIo, "clock">,
): Promise<KnownList> {
  await using reader = await openWatchReader(hre, {}, io)
  const messages = (await reader.latest(wanted)).map(toRow)
  const chains = (await reader.chains()).filter(({ slug }) => wanted.src === undefined || slug === wanted.src)
  const searched = chains.flatMap(({ slug: srcChainSlug, block }) =>
    block === null ? [] : [{ srcChainSlug, fromBlock: null, toBlock: BigInt(block) }],
  )
  const problems = chains.flatMap(({ slug: srcChainSlug, block }) =>
    block === null ? [{ srcChainSlug, says: "the watch has not read it yet" }] : [],
  )
  return { messages, searched, problems, disagreements: [] }
}
