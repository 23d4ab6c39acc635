import type { Hex } from "viem"

import type { ReleasingCall } from "#src/messaging/reading/execution/readOutcome.js"

/**
 * What can still come to a good end, and what cannot by itself. To add a kind: who finds it, in `findLateMessages.ts`,
 * `src/readOutcomes.ts` or `src/reconciling`; how its end is told, in `createWatch.ts`; and `docs/watching.md`.
 */
const late = ["late", "underpaid", "unverified", "held", "stuck"] as const
const failed = ["failed", "unsent", "altered", "doubled", "orphaned", "broken"] as const

/** What is wrong: all after `stuck` is a failure. `docs/watching.md` says what each means. */
export type AlertKind = (typeof late)[number] | (typeof failed)[number]

/** From the least to the most severe. */
export const alertKinds: readonly AlertKind[] = [...late, ...failed]

export function isFailure(kind: AlertKind): boolean {
  return failed.some((known) => known === kind)
}

/** What is wrong with a message, a chain or a sum. */
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
  /** The call that releases what is held, and why it reverted when the alert was raised, if it did. */
  readonly release?: ReleasingCall | undefined
  /** Which blocks count for it. */
  readonly finality?: string | number | undefined
}

/** An alert that lasts. */
export type RaisedAlert = Alert & {
  /** Milliseconds since 1970. */
  readonly raisedAt: number
}

export function isMoreSevere(one: AlertKind, other: AlertKind): boolean {
  return alertKinds.indexOf(one) > alertKinds.indexOf(other)
}
