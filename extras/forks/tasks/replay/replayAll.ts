import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { Address, Hex } from "viem"

import { openReplayer, type Replay, type ReplayChanges } from "#extras/forks/src/replay/replayMessage.js"
import type { OutboundMessage } from "#src/messaging/onchain/events.js"
import type { Chains } from "#src/plugin/connection/chains/openChains.js"
import { openMessaging } from "#src/plugin/connection/openClients.js"
import type { TaskIo } from "#src/plugin/run/openProcess.js"
import { type ChainEntry, findChain } from "#src/primitives/chains.js"
import { isPlugsError, type PlugsError } from "#src/primitives/PlugsError.js"
import { listMessages, type MessageList } from "#tasks/messaging/follow/listMessages.js"
import { undelivered } from "#tasks/messaging/retry/findByCause.js"
import { pickMessage } from "#tasks/messaging/retry/pickMessage.js"

/** A message that was not delivered: what it comes to on a fork as things are, and with what is changed. */
export type ReplayOfMany = {
  readonly message: OutboundMessage
  readonly to: ChainEntry
  readonly before: Replay["replayed"] | undefined
  readonly after: Replay["replayed"] | undefined
  /** Why it could not be replayed. */
  readonly error: PlugsError | undefined
}

export type Replays = Pick<MessageList, "searched" | "problems"> & { readonly replays: readonly ReplayOfMany[] }

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

/** The messages that fail as things are, and those of them that are delivered with what is changed. */
export function countMended(replays: readonly ReplayOfMany[]): {
  readonly failed: number
  readonly mended: readonly Hex[]
} {
  const failed = replays.filter(({ before }) => before?.outcome !== "delivered")
  const mended = failed.filter(({ after }) => after?.outcome === "delivered")
  return { failed: failed.length, mended: mended.map(({ message }) => message.messageId) }
}
