import type { Hex } from "viem"

import type { SentMessage } from "../ChainFacts.js"

export type AlertKind =
  | ("late" | "underpaid" | "unverified" | "stuck")
  | ("failed" | "unsent" | "altered" | "doubled" | "orphaned" | "broken")

/** What can be wrong, from the least to the most severe. */
export const alertKinds: Readonly<Record<AlertKind, { readonly severity: "late" | "failed"; readonly means: string }>> =
  {
    late: { severity: "late", means: "not delivered in the time that nearly every message takes" },
    underpaid: { severity: "late", means: "not delivered, and the socket asks for more now than was paid" },
    unverified: { severity: "late", means: "delivered, and the chains do not tell whether it was sent like this" },
    stuck: { severity: "late", means: "not delivered before its cause is mended" },
    failed: { severity: "failed", means: "will not be delivered" },
    unsent: { severity: "failed", means: "delivered, and nobody sent it" },
    altered: { severity: "failed", means: "delivered otherwise than it was sent" },
    doubled: { severity: "failed", means: "delivered more often than it was sent" },
    orphaned: { severity: "failed", means: "delivered, and a reorg has taken back that it was sent" },
    broken: { severity: "failed", means: "a sum over the chains does not hold" },
  }

/** Something that is wrong. */
export type Alert = {
  readonly kind: AlertKind
  /** What is wrong, as one sentence. */
  readonly says: string
  /** The message that it is about, and where it was sent, as far as that is known. */
  readonly messageId?: Hex | undefined
  readonly srcChainSlug?: number | undefined
  readonly dstChainSlug?: number | undefined
  readonly outboundTx?: Hex | undefined
  /** The transaction that delivered it. */
  readonly inboundTx?: Hex | undefined
  /** The first cause that `explain` finds, by its name. */
  readonly cause?: string | undefined
  /** What to do. */
  readonly next?: string | undefined
  /** Which blocks count for it. */
  readonly finality?: string | number | undefined
}

/** An alert while it lasts. */
export type RaisedAlert = Alert & {
  /** Milliseconds since 1970. */
  readonly raisedAt: number
}

export function isMoreSevere(one: AlertKind, other: AlertKind): boolean {
  const order = Object.keys(alertKinds)
  return order.indexOf(one) > order.indexOf(other)
}

type AboutMessage = Required<Pick<Alert, "messageId" | "srcChainSlug" | "dstChainSlug" | "outboundTx">>

export function aboutMessage({ id, src, dst, tx }: Pick<SentMessage, "id" | "src" | "dst" | "tx">): AboutMessage {
  return { messageId: id, srcChainSlug: src, dstChainSlug: dst, outboundTx: tx }
}
