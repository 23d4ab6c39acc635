import { latestTime } from "../../../primitives/clock.js"
import type { Head } from "../../../onchain/logs/Mined.js"
import type { Journey } from "../../reading/types.js"
import type { Stage } from "../stageTimes.js"
import { statusOf } from "../statusOf.js"
import type { MessageCase } from "../types.js"

/** What a message waits for. Times are seconds since 1970. */
export type Wait = {
  readonly stage: Stage
  /** Since when, by the clock of the chain on which it began to wait; `null` if that is not known. */
  readonly since: number | null
  /** When a switchboard that nobody attests lets the packet pass, by time alone. */
  readonly until: number | null
  /** What the time is there: that of this machine, or that of the chain's newest block if it is ahead. */
  readonly now: number
  /** Whether it waits for longer than messages do. */
  readonly isLate: boolean
}

/**
 * Finds out what a message waits for, and since when.
 *
 * @returns `undefined` if it has arrived
 * @example
 * const wait = findWait(subject)
 * if (wait?.isLate) console.log(`${wait.stage} is late`)
 */
export function findWait(subject: Pick<MessageCase, "journey" | "clock" | "stageTimes">): Wait | undefined {
  const { journey, stageTimes } = subject
  const waited = waitOf(journey, (head) => nowOf(subject, head))
  if (waited === undefined) return undefined
  const { stage, since, until, now } = waited
  const begins = until !== null && until > (since ?? 0) ? until : since
  return { ...waited, isLate: begins !== null && now - begins > stageTimes[stage].stuckAfter }
}

function waitOf(journey: Journey, now: (head: Head) => number): Omit<Wait, "isLate"> | undefined {
  const { arrival, sealed, sent, srcHead } = journey
  const status = statusOf(journey)
  if (status === "EXECUTION_SUCCESS") return undefined
  if (status === "RECEIVED") return { stage: "seal", since: seconds(sent.timestamp), until: null, now: now(srcHead) }
  if ("problem" in arrival || status === "SEALED") {
    const since = typeof sealed === "object" ? seconds(sealed?.timestamp) : null
    return { stage: "propose", since, until: null, now: now(srcHead) }
  }
  const own = arrival.proposals.filter(({ isForPlug, isRootOfMessage }) => isForPlug && isRootOfMessage)
  const proposedAt = seconds(own[0]?.proposedAt)
  const timeout = seconds(arrival.switchboard?.timeoutInSeconds)
  const opensAt = proposedAt === null || timeout === null || timeout === 0 ? null : proposedAt + timeout
  const time = now(arrival.head)
  // The timeout is over when more than it has passed. A chain that mines no block does not notice before the next one.
  if (status === "PROPOSED" && (opensAt === null || time <= opensAt)) {
    const isAttested = (arrival.switchboard?.totalWatchers ?? 0n) > 0n
    return { stage: "attest", since: proposedAt, until: isAttested ? null : opensAt, now: time }
  }
  const attested = own.flatMap((proposal) => proposal.attested.map(({ timestamp }) => seconds(timestamp) ?? 0))
  const passedAt = attested.length > 0 ? Math.max(...attested) : (opensAt ?? proposedAt)
  return { stage: "execute", since: passedAt, until: null, now: time }
}

/** A devnet's chain can be ahead of this machine, and one that mines no block is behind. */
function nowOf({ clock }: Pick<MessageCase, "clock">, head: Head): number {
  return Math.max(Math.floor(latestTime(clock) / 1_000), Number(head.timestamp))
}

/** A switchboard of anybody's can name any number. */
function seconds(value: bigint | null | undefined): number | null {
  return value === null || value === undefined || value > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(value)
}
