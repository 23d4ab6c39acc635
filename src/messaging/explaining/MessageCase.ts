import type { Address } from "viem"

import { isToldByApi, type ShownStatus, statusOf } from "../facts/statusOf.js"
import { type Journey, ownProposals } from "../reading/Journey.js"
import type { Details } from "../reading/readDetails.js"
import { compareStates, hasReached, messageStates, type MessageStatus } from "../states.js"
import type { Message } from "../types.js"
import type { MessageCauseName } from "./messageCauses.js"
import type { Stage, StageTimes } from "./stageTimes.js"
import type { DevnetRelay } from "#src/explaining/devnetRelay.js"
import type { FoundCause } from "#src/explaining/explain.js"
import type { Head, Mined } from "#src/onchain/logs.js"
import { formatUtc } from "#src/primitives/duration.js"

export type MessageCause = FoundCause<MessageCauseName>

/** Lists causes of which each was found or not. */
export function listCauses(...causes: readonly (MessageCause | undefined)[]): readonly MessageCause[] {
  return causes.filter((cause) => cause !== undefined)
}

export type ApiSilence = { readonly kind: "unknown chain" | "key refused" | "no answer"; readonly says: string }

export type MessageCase = {
  readonly journey: Journey
  /** What the API says of this message; `undefined` if it does not know it, or was not asked. */
  readonly reported?: Message | undefined
  /** Whether the API answered for the source chain. */
  readonly isApiRead: boolean
  /** What it waits for; `undefined` if it has arrived. */
  readonly wait?: Wait | undefined
  /** What its devnet says of the actors that it waits for, if it is slow. */
  readonly trouble?: RelayTrouble | undefined
  /** What was read of why it waits. */
  readonly details: Details
  /** Whether it is a stranger's message to a plug of the project. */
  readonly isStrangers?: boolean | undefined
  /** Why it is not certain that it was delivered, though a node says so, as a sentence. */
  readonly dispute?: string | undefined
  /** How long each stage takes on these chains, to tell late messages from others. */
  readonly stageTimes: StageTimes
  /** Milliseconds since 1970. */
  readonly now: number
}

/** The state of a message as the chains show it. */
export function shownStatusOf({ arrival, sealed }: Journey): ShownStatus {
  const isSealed = sealed === null ? null : sealed !== false
  if ("problem" in arrival) return statusOf({ isSealed, proposals: [], isExecuted: false })
  return statusOf({ isSealed, proposals: ownProposals(arrival), isExecuted: arrival.executed !== false })
}

/** What the API reports counts only where the chains show nothing: after the packet was allowed, or an unread destination. */
export function knownStatusOf(journey: Journey, reported: Message | undefined): MessageStatus {
  const shown = shownStatusOf(journey)
  if (reported === undefined || !Object.hasOwn(messageStates, reported.status)) return shown
  const status = reported.status as MessageStatus
  if ("problem" in journey.arrival) return compareStates(status, shown) > 0 ? status : shown
  return isToldByApi(status, shown) ? status : shown
}

/** The stages that an API and the chains agree on. */
export const places = ["sent", "sealed", "proposed", "executed"] as const

/** The index in {@link places} of the last stage that the chains show. */
export function placeOf(journey: Journey): number {
  const { arrival } = journey
  // One for another switchboard is a proposal, too.
  const isProposed = !("problem" in arrival) && arrival.proposals.length > 0
  const place = placeOfStatus(shownStatusOf(journey))
  return isProposed ? Math.max(2, place) : place
}

/** The index in {@link places} of the stage that a status of the API stands for. */
export function placeOfStatus(status: string): number {
  if (status === "EXECUTION_SUCCESS") return 3
  if (hasReached(status, "PROPOSED")) return 2
  return hasReached(status, "SEALED") ? 1 : 0
}

/** Whether the API says in any way that a message was delivered. */
export function isSaidDelivered(reported: Message | undefined): boolean {
  const { inboundStatus, isExecuted } = reported?.executionDetails ?? {}
  return reported?.status === "EXECUTION_SUCCESS" || inboundStatus === "SUCCESS" || isExecuted === true
}

export function isSaidFailing(reported: Message | undefined): reported is Message {
  return reported?.status === "EXECUTION_FAILURE" || reported?.status === "INBOUND_REVERTING"
}

/** The index in {@link places} of the stage that the API reports. */
export function placeReported(reported: Message): number {
  return isSaidDelivered(reported) ? 3 : placeOfStatus(reported.status)
}

/** Whether the API reports more of a message than the chains show, of a chain that was read. */
export function isAheadOfChains(journey: Journey, reported: Message): boolean {
  const place = placeReported(reported)
  return place > placeOf(journey) && !(place >= 2 && "problem" in journey.arrival)
}

/** What a message waits for. Times are seconds since 1970. */
export type Wait = {
  readonly stage: Stage
  /** Since when, by the clock of the chain on which it began to wait; `null` if that is not known. */
  readonly since: number | null
  /** When a switchboard without watchers accepts the packet, by time alone. */
  readonly until: number | null
  /** The time there: that of this machine, or that of the chain's newest block if it is ahead. */
  readonly now: number
  /** Whether it waits for longer than messages do. */
  readonly isLate: boolean
  /** Whether it waits for longer than nearly every message does. */
  readonly isSlow: boolean
}

/** What a message waits for, and since when; nothing once it has arrived. `now` is in milliseconds since 1970. */
export function findWait(
  journey: Journey,
  { stageTimes, now }: { readonly stageTimes: StageTimes; readonly now: number },
): Wait | undefined {
  // A devnet's chain can be ahead of this machine, and one that mines no block is behind.
  const timeAt = (head: Head): number => Math.max(Math.floor(now / 1_000), Number(head.timestamp))
  const wait = waitOf(journey, timeAt)
  if (wait === undefined) return undefined
  const { stage, since, until } = wait
  const begins = until ?? since
  const waited = wait.now - (begins ?? wait.now)
  const { typical, stuckAfter } = stageTimes[stage]
  return { ...wait, isLate: waited > stuckAfter, isSlow: waited > typical }
}

/** The stages of a devnet's relay that do the work of each stage. */
export const relayStages: Readonly<Record<Stage, readonly string[]>> = {
  seal: ["seal"],
  propose: ["propose"],
  attest: ["attest"],
  execute: ["verify", "simulate", "execute"],
}

/** What a devnet says of the actors that a slow message waits for. */
export type RelayTrouble = {
  /** Why they fail; `undefined` if they do not. */
  readonly failure: { readonly stage: string; readonly reason: string } | undefined
  readonly isPaused: boolean
  /** Whether transactions wait on the chain, which mines no block by itself. */
  readonly isUnmined: boolean
  /** The watchers whose keys the devnet has. */
  readonly watchers: readonly Address[]
}

/** An age below zero tells nothing: the chain was set back, or its clock differs. */
export function isOfUnknownAge({ since, now }: Pick<Wait, "since" | "now">): boolean {
  return since !== null && now < since
}

/** What keeps the actors of a devnet from a message; `undefined` if nothing does. */
export function findTrouble(
  wait: Wait,
  { failures, paused, unmined, delay, watchers }: DevnetRelay,
  slug: number,
): RelayTrouble | undefined {
  const { stage, since, now } = wait
  const stages = relayStages[stage]
  if (since === null || (!isOfUnknownAge(wait) && (now - since) * 1_000 <= delay)) return undefined
  const failure = failures.find((one) => one.chainSlug === slug && stages.includes(one.stage))
  const isPaused = stages.some((one) => paused.includes(one))
  return { failure, isPaused, isUnmined: unmined.includes(slug), watchers }
}

function waitOf(journey: Journey, timeAt: (head: Head) => number): Omit<Wait, "isLate" | "isSlow"> | undefined {
  const { arrival, sealed, sent, srcHead } = journey
  const status = shownStatusOf(journey)
  if (status === "EXECUTION_SUCCESS") return undefined
  const atSource = { until: null, now: timeAt(srcHead) }
  if (status === "RECEIVED") return { stage: "seal", since: seconds(sent.timestamp), ...atSource }
  if ("problem" in arrival || status === "SEALED") return { stage: "propose", since: secondsOf(sealed), ...atSource }
  const own = ownProposals(arrival)
  const proposedAt = seconds(own[0]?.proposedAt)
  const timeout = seconds(arrival.switchboard?.timeoutInSeconds)
  const opensAt = proposedAt === null || timeout === null || timeout === 0 ? null : proposedAt + timeout
  const now = timeAt(arrival.head)
  // The timeout is over when more than it has passed. A chain that mines no block does not notice before the next one.
  if (status === "PROPOSED" && (opensAt === null || now <= opensAt)) {
    const isAttested = (arrival.switchboard?.totalWatchers ?? 0n) > 0n
    return { stage: "attest", since: proposedAt, until: isAttested ? null : opensAt, now }
  }
  const attested = own.flatMap((proposal) => proposal.attested.flatMap(({ timestamp }) => seconds(timestamp) ?? []))
  const allowedAt = attested.length > 0 ? Math.max(...attested) : (opensAt ?? proposedAt)
  return { stage: "execute", since: allowedAt, until: null, now }
}

function secondsOf(mined: Mined | boolean | null): number | null {
  return typeof mined === "object" ? seconds(mined?.timestamp) : null
}

/** A switchboard is any contract, and can name any number. */
function seconds(value: bigint | null | undefined): number | null {
  return value === null || value === undefined || value > BigInt(Number.MAX_SAFE_INTEGER) ? null : Number(value)
}

/** Formats seconds since 1970 by a chain's clock, such as `2026-11-22 08:00:05 UTC`. */
export function formatMoment(time: bigint): string {
  return formatUtc(Number(time)) ?? `second ${time}`
}

/** Seconds that a message has waited for a stage; `undefined` if it does not, not for longer than usual, or that is not known. */
export function lateness({ wait }: Pick<MessageCase, "wait">, stage: Stage): number | undefined {
  return wait?.stage === stage && wait.isLate && wait.since !== null ? wait.now - wait.since : undefined
}
