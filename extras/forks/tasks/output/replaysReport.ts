import type { Hex } from "viem"

import { sayResult } from "./replayReport.js"
import type { Replay } from "#extras/forks/src/replay/replayMessage.js"
import type { OutboundMessage } from "#src/messaging/onchain/events.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import type { PlugsError } from "#src/primitives/PlugsError.js"
import { apart, type Report, table } from "#src/terminal/report.js"

/** A message that was not delivered: what it comes to on a fork as things are, and with what is changed. */
export type ReplayOfMany = {
  readonly message: OutboundMessage
  readonly to: ChainEntry
  readonly before: Replay["replayed"] | undefined
  readonly after: Replay["replayed"] | undefined
  /** Why it could not be replayed. */
  readonly error: PlugsError | undefined
}

export type Replays = {
  readonly replays: readonly ReplayOfMany[]
  readonly searched: readonly { readonly srcChainSlug: number; readonly fromBlock: bigint; readonly toBlock: bigint }[]
  /** What could not be searched, and why. */
  readonly problems: readonly { readonly srcChainSlug: number; readonly says: string }[]
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

/** Replays of many messages, as a program gets them. */
export function replaysDocument(replays: readonly ReplayOfMany[], searched: Omit<Replays, "replays">): object {
  const messages = replays.map(({ message, to, before = null, after = null, error = null }) => {
    const { messageId, transactionHash: outboundTx } = message
    return { messageId, outboundTx, to, before: before && say(before), after: after && say(after), error }
  })
  return { messages, ...countMended(replays), ...searched }
}

function say({ outcome, reason, gasUsed, gasLimit }: Replay["replayed"]): object {
  return { outcome, reason, gasUsed, gasLimit }
}

/** What the messages come to as things are, and with the changes. */
export function replaysReport(replays: readonly ReplayOfMany[]): Report {
  if (replays.length === 0) return "No message was found that was not delivered. --blocks searches more."
  const { failed, mended } = countMended(replays)
  return apart(
    table(replays, {
      message: ({ message }, hash) => hash(message.messageId),
      to: ({ to }) => to.name,
      before: ({ before, error }) => (before === undefined ? error?.shortMessage : sayResult(before)),
      "with the changes": ({ after }) => after && sayResult(after),
    }),
    `${mended.length} of ${failed} messages that fail are delivered with the changes.`,
  )
}
