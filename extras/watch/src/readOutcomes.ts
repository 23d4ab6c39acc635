import type { Abi } from "viem"

import type { Alert } from "./alerts/Alert.js"
import type { FollowedChain } from "./followChain.js"
import type { LeaveToNextLook } from "./leaveToNextLook.js"
import { readOrUnread } from "./reconciling/judgeDelivery.js"
import { isOfWatched } from "./reconciling/reconcile.js"
import type { Execution, WatchStore } from "./store/WatchStore.js"
import { describeKeptBack } from "#src/messaging/explaining/finding/findKeptBack.js"
import { unpackMessageId } from "#src/messaging/ids.js"
import { type Outcome, readOutcome } from "#src/messaging/reading/execution/readOutcome.js"
import type { Clock } from "#src/primitives/clock.js"

export type ReadOutcomesOptions = {
  readonly store: WatchStore
  readonly chains: readonly FollowedChain[]
  /** Of the project's contracts. */
  readonly abis: readonly Abi[]
  readonly chainName: (slug: number) => string
  readonly clock: Clock
  /** Each chain has a turn of its own. */
  readonly leave: LeaveToNextLook
  readonly signal?: AbortSignal | undefined
}

export const heldScope = "held:"

/** How many deliveries of a chain are read at a time, and how many of those may fail before the rest waits for the next look. */
const [atOnce, maxFailures] = [8, 3]

/** Milliseconds after which what is held, or was not read, is read again at the latest. */
const maxPause = 10 * 60_000

/**
 * Reads what the contracts of the project did with what was delivered: of each delivery once, and again only while something is held or it
 * could not be read. What comes of it is in the store.
 */
export async function readOutcomes({ chains, leave, signal, ...options }: ReadOutcomesOptions): Promise<void> {
  const now = options.clock.now()
  const readAll = (dst: FollowedChain) => () => readDue(dst, { ...options, now, signal })
  await Promise.all(chains.map((dst) => leave(`outcomes ${dst.slug}`, readAll(dst), signal)))
}

type DueOptions = Omit<ReadOutcomesOptions, "chains" | "leave" | "clock"> & { readonly now: number }

/** Reads what is to be read by now, each once. */
async function readDue(dst: FollowedChain, { store, abis, chainName, now, signal }: DueOptions): Promise<void> {
  for (;;) {
    const due = await store.toLookAt(dst.slug, now, atOnce)
    if (due.length === 0 || signal?.aborted === true) return
    const failed = await Promise.all(
      due.map(async (execution) => {
        const { key: messageId, tx: transactionHash, seen } = execution
        if (!isOfWatched(execution, dst)) {
          await store.setOutcome(execution, "unwatched")
          return false
        }
        const read = await readOrUnread(dst, async () => {
          const known = await readOutcome(dst, { messageId, transactionHash }, abis)
          return known === undefined ? { unread: `the node of ${dst.name} does not have its logs.` } : { known }
        })
        const again = now + Math.min(Math.max(now - seen, 1), maxPause)
        if ("unread" in read) {
          await store.setOutcome(execution, read, again)
          return read.isDown === true
        }
        const held = alertsOf(read.known, execution, { dst, chainName })
        // Without a known call that releases it, no log says that it was released.
        const isReleasable = Object.values(held).some(({ release }) => release !== undefined)
        await store.setOutcome(execution, { held }, isReleasable ? again : undefined)
        return false
      }),
    )
    if (failed.filter(Boolean).length >= maxFailures) return
  }
}

/** An alert for each log by which something was kept back, by an id that stays while others are released. */
function alertsOf(
  { logs, keptBack }: Outcome,
  { key: messageId, tx: inboundTx, message }: Execution,
  { dst, chainName }: { readonly dst: FollowedChain; readonly chainName: (slug: number) => string },
): Record<string, Alert> {
  const { srcChainSlug, dstPlug } = unpackMessageId(messageId)
  const about = { messageId, srcChainSlug, dstChainSlug: dst.slug, outboundTx: message?.tx, inboundTx }
  const alerts = keptBack.flatMap((kept) => {
    // Nothing can be done about it any more.
    if (kept.isEnded) return []
    const { log, release } = kept
    const index = logs.findIndex(({ address, says }) => address === log.address && says === log.says)
    const { says, fix } = describeKeptBack(kept, { chain: dst.name, dstPlug })
    const alert: Alert = {
      ...{ kind: "held", says: `${chainName(srcChainSlug)} → ${dst.name}: delivered, and ${says}` },
      ...{ ...about, cause: "kept-back", next: fix.who, release },
    }
    return [[`${heldScope}${dst.slug}:${inboundTx}:${messageId}:${index}`, alert] as const]
  })
  return Object.fromEntries(alerts)
}
