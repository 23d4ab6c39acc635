import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Address } from "viem"

import type { ReplayOfMany, Replays } from "../output/replaysReport.js"
import { openReplayer, type Replay, type ReplayChanges } from "#extras/forks/src/replay/replayMessage.js"
import type { OutboundMessage } from "#src/messaging/onchain/events.js"
import type { Chains } from "#src/plugin/connection/chains/openChains.js"
import { openMessaging } from "#src/plugin/connection/openClients.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import { type ChainEntry, findChain } from "#src/primitives/chains.js"
import { isPlugsError, type PlugsError } from "#src/primitives/PlugsError.js"
import { listMessages } from "#tasks/messaging/follow/listMessages.js"
import { undelivered } from "#tasks/messaging/retry/findByCause.js"
import { pickMessage } from "#tasks/messaging/retry/pickMessage.js"

/** Messages that are replayed at most. */
const limit = 500

/** Replays all messages of a plug that were not delivered, the oldest first: each after the newest block, and by itself. */
export async function replayAll(
  hre: HardhatRuntimeEnvironment,
  asked: {
    readonly source: ChainEntry
    readonly plug: Address
    readonly blocks: bigint
    readonly changes: ReplayChanges
  },
  {
    opened,
    chains,
    signal,
    clock,
  }: Pick<TaskIo, "signal" | "clock"> & { readonly opened: Chains; readonly chains: readonly ChainEntry[] },
): Promise<Replays> {
  const { source, plug, blocks, changes } = asked
  const { messages, searched, problems } = await listMessages({
    ...{ sources: [source], chains: opened, source: "both", remembered: [], plug, limit, blocks, signal },
    ...{ api: await openMessaging(hre.config.plugs, { clock }), account: undefined, state: undefined },
  })
  const src = await opened.require(source)
  const replays: ReplayOfMany[] = []
  for (const [slug, rows] of Map.groupBy(undelivered(messages), ({ dstChainSlug }) => dstChainSlug)) {
    const to = findChain(chains, slug, "id")
    const found = await Promise.all(
      rows.map(({ outboundTx, messageId }) => pickMessage(src, { srcTxHash: outboundTx, messageId })),
    )
    const [message] = found as [OutboundMessage]
    await using replayer = await openReplayer(hre, { message, to, chain: await opened.require(to) })
    for (const one of found) {
      if (signal.aborted) break
      const both = async () => ({ before: await replayer.replay(one, {}), after: await replayer.replay(one, changes) })
      const { before, after, error } = await tried(both)
      replays.push({ message: one, to, before: before?.replayed, after: after?.replayed, error })
    }
  }
  return { replays, searched, problems }
}

type Both = { readonly before?: Replay; readonly after?: Replay; readonly error?: PlugsError }

/** One that cannot be replayed stops no other. */
async function tried(work: () => Promise<Both>): Promise<Both> {
  return await work().catch((error: unknown) => {
    if (!isPlugsError(error)) throw error
    return { error }
  })
}
