import type { Hex } from "viem"

import type { Mark, SentMessage } from "./ChainFacts.js"
import type { ShownStatus } from "#src/messaging/facts/statusOf.js"
import { compareStates } from "#src/messaging/states.js"
import { vanished } from "#src/tracking/tracker.js"

/** How far a message has come, as its chains show it. */
export type Progress = {
  readonly status: ShownStatus | typeof vanished
  /** When it came there, in seconds since 1970 by the clock of the chain. */
  readonly since: number
  /** The transaction that brought it there. */
  readonly tx: Hex
}

export type PlacedMark = Pick<Mark, "kind" | "tx" | "at"> & { readonly chain: number }

/** A message, and whether its source chain still has it: a reorg can take it back. */
export type WatchedMessage = SentMessage & {
  readonly isThere: boolean
  /** What the state of the destination said of it since it was proposed; absent or `null` while that was not read. */
  readonly shown?: ShownStatus | null | undefined
  /** When that was, in seconds since 1970 by the clock of the chain. */
  readonly shownAt?: number | null | undefined
}

const statuses = {
  sealed: "SEALED",
  proposed: "PROPOSED",
  attested: "PROPOSED",
  executed: "EXECUTION_SUCCESS",
} as const

/** Says how far a message has come, from what its chains have logged of it. Only the chain that it goes to can deliver it. */
export function progressOf(message: WatchedMessage, marks: readonly PlacedMark[]): Progress {
  const { src, dst, isThere, at, tx, shown = null, shownAt } = message
  if (!isThere) return { status: vanished, since: at, tx }
  const own = marks.filter(({ kind, chain }) => chain === (kind === "sealed" ? src : dst))
  const reach = (some: readonly PlacedMark[]): Progress =>
    some
      .map((mark): Progress => ({ status: statuses[mark.kind], since: mark.at, tx: mark.tx }))
      .reduce((last, next) => (isBeyond(next, last) ? next : last), { status: "RECEIVED", since: at, tx })
  const logged = reach(own)
  if (logged.status !== "PROPOSED" || shown === null || shown === "PROPOSED") return logged
  // One that no proposal can deliver is where it was before.
  if (compareStates(shown, "PROPOSED") < 0) return reach(own.filter(({ kind }) => kind === "sealed"))
  const [attested] = own.filter(({ kind }) => kind === "attested").sort((one, other) => other.at - one.at)
  // Time can allow a packet, without a log.
  return { status: shown, since: attested?.at ?? shownAt ?? logged.since, tx: attested?.tx ?? logged.tx }
}

function isBeyond(next: Progress, last: Progress): boolean {
  const order = compareStates(next.status, last.status)
  return order > 0 || (order === 0 && next.since < last.since)
}

/** Seconds that a message spent in each stage that it has passed, by the clocks of the chains, which differ a little. */
export function stagesOf(message: WatchedMessage, marks: readonly PlacedMark[]): readonly Stage[] {
  const timeOf = (kind: Mark["kind"], pick: (...times: number[]) => number): number | undefined => {
    const times = marks.filter((mark) => mark.kind === kind).map(({ at }) => at)
    return times.length === 0 ? undefined : pick(...times)
  }
  const ends = [
    ["seal", timeOf("sealed", Math.min)],
    ["propose", timeOf("proposed", Math.min)],
    ["attest", timeOf("attested", Math.max)],
    ["execute", timeOf("executed", Math.min)],
  ] as const
  const stages: Stage[] = []
  let from = message.at
  for (const [name, end] of ends) {
    if (end === undefined) continue
    const to = Math.max(from, end)
    stages.push({ name, from, to })
    from = to
  }
  return stages
}

/** A part of a message's way. Times are seconds since 1970. */
export type Stage = {
  readonly name: "seal" | "propose" | "attest" | "execute"
  readonly from: number
  readonly to: number
}
