import type { Hex } from "viem"

import type { MessagingLedger } from "./ledger.js"
import type { MessageRecord } from "./MessageRecord.js"
import type { Clock } from "#src/primitives/clock.js"
import { chainFact } from "#src/primitives/errorText.js"
import { PlugsError } from "#src/primitives/PlugsError.js"

type Reason = {
  readonly problem: string
  readonly next: string
  /** Milliseconds until the first retry and at most between two; absent where only a fact can change anything. */
  readonly retry?: { readonly first: number; readonly max: number }
}

const reasons = {
  UNKNOWN_CHAIN: {
    problem: "its destination is not a chain of this devnet",
    next: "Restart the devnet with that chain, or send to one that it has.",
  },
  NOT_CONNECTED: {
    problem: "its destination plug is not connected to the source chain",
    next: "Connect that plug. The message then moves on by itself.",
  },
  OTHER_SIBLING: {
    problem: "its destination plug is connected to another plug than the sender",
    next: "Connect the two plugs with each other. The message then moves on by itself.",
  },
  NO_SIBLING_SWITCHBOARD: {
    problem: "the switchboard that it was sent through names none on the destination chain",
    next: "Let that switchboard name its sibling, by useSiblingSwitchboard of the socket. The message then moves on by itself.",
  },
  OTHER_SWITCHBOARD: {
    problem: "its packet is proposed for another switchboard than its destination plug accepts packets of",
    next: "Connect both plugs through switchboards of one kind. A message that was sent before moves on once its destination plug is connected through the switchboard that its packet is proposed for.",
  },
  REFUSED: {
    problem: "a contract refused what the devnet's actor signed",
    next: "Give the actor its role back. The devnet tries again by itself.",
    retry: { first: 250, max: 30_000 },
  },
  // Cheap to ask again: fifty messages are one call, and no transaction.
  NOT_ALLOWED: {
    problem: "its destination plug's inbound switchboard does not allow its packet",
    next: "Untrip the switchboard, or let all of its watchers attest. The message then moves on by itself.",
    retry: { first: 50, max: 1000 },
  },
  // A foreign one can use up all the gas that it is given.
  NOT_ALLOWED_BY_FOREIGN: {
    problem: "its destination plug's inbound switchboard is not the devnet's and does not allow its packet",
    next: "Let that switchboard allow it: the devnet's watchers attest for the devnet's own only. The message then moves on by itself.",
    retry: { first: 50, max: 10_000 },
  },
}

export type HoldReason = keyof typeof reasons

const reasonOf: Readonly<Record<HoldReason, Reason>> = reasons

/** Reported once when a message stays where it is for a reason that the devnet cannot change. */
export class MessageHeldError extends PlugsError {
  readonly code = "MESSAGE_HELD"
  constructor({ record, reason, detail }: { record: MessageRecord; reason: HoldReason; detail?: string | undefined }) {
    const { outbound, status, connection } = record
    super(`A message stays ${status}: ${reasons[reason].problem}.`, {
      facts: {
        message: outbound.messageId,
        "source chain": chainFact(outbound.srcChainSlug),
        "destination chain": chainFact(outbound.dstChainSlug),
        sender: outbound.srcPlug,
        receiver: outbound.dstPlug,
        "proposed for": reason === "OTHER_SWITCHBOARD" ? record.sibling : undefined,
        "inbound switchboard": connection?.inboundSwitchboard,
        "refused with": detail,
      },
      next: reasons[reason].next,
    })
  }
}

/** Holds messages that cannot be moved now, and reports each once for each reason. */
export type HoldMessages = {
  /** Holds a message for a while, longer each time in a row. `isExpected`: it is as it should be, so it is not reported. */
  hold(record: MessageRecord, reason: HoldReason, more?: { revertData?: Hex; isExpected?: boolean }): void
  /** Reports a message that is not held, because nothing will ever take it up. */
  reportOnce(record: MessageRecord, reason: HoldReason): void
  /** Forgets what was reported, because the chains have gone back to before it. */
  forget(): void
}

export function createHoldMessages({
  ledger,
  clock,
  report,
}: {
  ledger: Pick<MessagingLedger, "hold">
  clock: Pick<Clock, "now">
  report: (error: unknown) => void
}): HoldMessages {
  const reported = new Set<string>()

  function reportOnce(record: MessageRecord, reason: HoldReason, detail?: Hex): void {
    const key = `${reason}:${record.outbound.packedMessage}`
    if (reported.has(key)) return
    reported.add(key)
    report(new MessageHeldError({ record, reason, detail }))
  }

  return {
    hold(record, reason, { revertData, isExpected = false } = {}) {
      const { retry } = reasonOf[reason]
      const times = (record.hold?.times ?? 0) + 1
      const delay = retry === undefined ? Infinity : Math.min(retry.first * 2 ** (times - 1), retry.max)
      ledger.hold(record, { times, retryAt: clock.now() + delay })
      if (!isExpected) reportOnce(record, reason, revertData)
    },
    reportOnce,
    forget() {
      reported.clear()
    },
  }
}
