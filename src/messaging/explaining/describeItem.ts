import { isAddressEqual } from "viem"

import { type Arrival, type Journey, ownProposals } from "../reading/Journey.js"
import { messageStates, type MessageStatus } from "../states.js"
import { knownStatusOf, type MessageCase, shownStatusOf, type Wait } from "./MessageCase.js"
import { devnetStageTimes } from "./stageTimes.js"
import type { ExplainedItem } from "#src/explaining/Explanation.js"
import { formatDuration } from "#src/primitives/duration.js"

export function describeItem(subject: MessageCase): ExplainedItem {
  const { journey, reported, wait } = subject
  const { messageId } = journey.message
  const status = knownStatusOf(journey, reported)
  if (wait === undefined) {
    // Only what was executed waits for nothing.
    const { executed } = journey.arrival as Arrival
    const since = typeof executed === "object" ? executed.timestamp : null
    const says = [sayDelivered(journey), ...sayCarried(journey), ...sayOutcome(subject)].join(" ")
    return { id: messageId, status, says, since: since === null ? null : Number(since) }
  }
  // What the API has not verified yet is allowed all the same.
  const isAllowed = status === "ATTESTED" && shownStatusOf(journey) === "VERIFIED"
  const place = [
    sayPlace(isAllowed ? "VERIFIED" : status, journey),
    ...sayUnread(status, journey),
    ...sayCarried(journey),
  ]
  return { id: messageId, status, says: [...place, ...sayNext(subject, status, wait)].join(" "), since: wait.since }
}

function sayCarried({ carried, src, arrival, message }: Journey): string[] {
  if (carried === undefined) return []
  const dst = "problem" in arrival ? `chain ${message.dstChainSlug}` : arrival.chain.name
  const [from, to] = [`${carried.sender.address} on ${src.name}`, `${carried.recipient.address} on ${dst}`]
  return [`It carries a message of ERC-7786 from ${from} to ${to}, with the receive id ${carried.receiveId}.`]
}

function sayDelivered({ arrival, message }: Journey): string {
  const { executed, chain } = arrival as Arrival
  const where = typeof executed === "object" ? ` in ${executed.transactionHash}` : ""
  return `The message was delivered to the plug ${message.dstPlug} on ${chain.name}${where}.`
}

/** The most logs that a sentence lists. */
const listedLogs = 3

function sayOutcome({ journey: { message, arrival }, details: { outcome } }: MessageCase): string[] {
  if (outcome === undefined || "problem" in arrival) return []
  if ("problem" in outcome) return [`The logs of its delivery could not be read: ${outcome.problem}.`]
  const logs = outcome.logs
    .filter(({ isDecoded }) => isDecoded)
    .slice(0, listedLogs)
    .map(({ address, says }) => {
      const contract = isAddressEqual(address, message.dstPlug) ? "The plug" : `The contract ${address}`
      return `${contract} logged ${says}.`
    })
  const left = outcome.logs.length - logs.length
  const sent = outcome.sent.map((next) => `It sent message ${next.messageId} on to chain ${next.dstChainSlug}.`)
  return [...logs, ...(left > 0 ? [`Further logs: ${left}.`] : []), ...sent]
}

function sayPlace(status: MessageStatus, { src, arrival, message }: Journey): string {
  const dst = "problem" in arrival ? `chain ${message.dstChainSlug}` : arrival.chain.name
  const isTripped = !("problem" in arrival) && ownProposals(arrival).length > 0
  const accepted = `The packet of the message was accepted on ${dst}, and the message is not executed yet.`
  const places: Readonly<Record<MessageStatus, string>> = {
    RECEIVED: `The message was sent on ${src.name} and is not sealed into a packet yet.`,
    SEALED: isTripped
      ? `The proposal of the packet on ${dst} is tripped, and the packet is not proposed again yet.`
      : `The message was sealed into a packet on ${src.name}, which is not proposed on ${dst} yet.`,
    PROPOSED: `The packet of the message was proposed on ${dst}, and its switchboard has not accepted it yet.`,
    ATTESTED: `The packet of the message was attested on ${dst}, and its switchboard has not accepted it yet.`,
    VERIFIED: accepted,
    CONFIRMED: accepted,
    EXECUTING: `The message is being executed on ${dst}.`,
    INBOUND_REVERTING: `The messaging API reports that inbound of the plug ${message.dstPlug} on ${dst} reverts, and that the message is tried again.`,
    EXECUTION_FAILURE: `The messaging API reports that the execution on ${dst} failed and is not tried again.`,
    EXECUTION_SUCCESS: `The messaging API reports that the message was delivered on ${dst}.`,
  }
  return places[status]
}

/** That the destination chain was not read, and where the rest was. */
function sayUnread(status: MessageStatus, journey: Journey): string[] {
  if (!("problem" in journey.arrival)) return []
  const isClaim = status !== shownStatusOf(journey)
  const rest = isClaim ? "only the messaging API reports this" : "its state there is not known"
  return [`Chain ${journey.message.dstChainSlug} could not be read, so ${rest}: ${journey.arrival.problem}.`]
}

function sayNext({ stageTimes, journey }: MessageCase, status: MessageStatus, wait: Wait): string[] {
  if (messageStates[status].step >= messageStates.EXECUTION_FAILURE.step) return []
  if (status === "INBOUND_REVERTING") {
    const isDevnet = stageTimes === devnetStageTimes
    return [isDevnet ? "The devnet's executor gives it up soon." : "Executors try for 2 to 3 hours."]
  }
  const { stage, since, until, now } = wait
  if (until !== null) {
    return [`The switchboard accepts it ${duration(until - now + 1)} from now, when its timeout is over.`]
  }
  const waited = since === null ? [] : [`It has waited for ${duration(now - since)}.`]
  const attested = stage === "attest" ? sayAttested(journey) : []
  return [...attested, `This takes up to ${duration(stageTimes[stage].typical)}.`, ...waited]
}

function sayAttested({ arrival }: Journey): string[] {
  if ("problem" in arrival) return []
  const totalWatchers = arrival.switchboard?.totalWatchers ?? 0n
  if (totalWatchers === 0n) return []
  const most = arrival.proposals.reduce(
    (max, { attestations }) => (attestations !== null && attestations > max ? attestations : max),
    0n,
  )
  return [`${most} of ${totalWatchers} watchers have attested it.`]
}

function duration(seconds: number): string {
  return formatDuration(Math.max(0, seconds) * 1_000)
}
