import { type Address, isAddressEqual, zeroAddress } from "viem"

import { unpackPacketId } from "../../ids.js"
import { type Arrival, ownProposals, type Proposal } from "../../reading/Journey.js"
import { connectArrivalFix } from "../connectionFixes.js"
import { transmitterFix } from "../fixes.js"
import { lateness, listCauses, type MessageCase, type MessageCause } from "../MessageCase.js"
import { faultOfConnection } from "./findReadingCauses.js"
import { findRefusalCauses, findTripCauses } from "./findSwitchboardCauses.js"
import { actorFailed } from "#src/explaining/devnetRelay.js"
import { blockSource, readIn } from "#src/explaining/evidence.js"
import type { Evidence } from "#src/explaining/Explanation.js"
import { explainMessageCommand } from "#src/primitives/commands/explainCommands.js"
import { formatDuration } from "#src/primitives/duration.js"

/** Finds why a message's packet is not sealed, not proposed, or not allowed by the switchboard. */
export function findPathCauses(subject: MessageCase): readonly MessageCause[] {
  const { arrival } = subject.journey
  if ("problem" in arrival) return listCauses(findSealCause(subject))
  const own = ownProposals(arrival)
  if (arrival.executed !== false || own.some(({ isAllowed }) => isAllowed === true)) return []
  const trips = findTripCauses(subject, arrival)
  if (own.length > 0) {
    const refusals = findRefusalCauses(subject, arrival)
    // A trip is enough by itself. What stands behind it may be over until it is mended.
    return trips.length === 0
      ? refusals
      : [...trips, ...refusals.map((one) => ({ ...one, certainty: "likely" as const }))]
  }
  return listCauses(findSealCause(subject), findProposalCause(subject, arrival), ...trips)
}

/** The packet waits too long to be sealed. A capacitor seals its packets in order. */
function findSealCause(subject: MessageCase): MessageCause | undefined {
  const { message, src, srcHead, sealed, nextToSeal } = subject.journey
  const { blocking } = subject.details
  const waited = lateness(subject, "seal")
  if (message.packetId === null || waited === undefined) return undefined
  const { capacitor, packetCount } = unpackPacketId(message.packetId)
  const read = (says: string) => readIn(src, srcHead.number, says)
  const holds = ({ messageId, srcTxHash }: NonNullable<typeof blocking>): string =>
    `Packet ${nextToSeal ?? ""} holds ${messageId === undefined ? "a message" : `message ${messageId}`}, which transaction ${srcTxHash} sent.`
  return {
    name: "not-sealed",
    // Where neither the capacitor nor the logs tell, it is not known whether it was sealed.
    certainty: sealed === false ? "certain" : "possible",
    says: `Packet ${packetCount} was not sealed on ${src.name} in the ${formatDuration(waited * 1_000)} since the message was sent${sayPosition(packetCount, nextToSeal)}.`,
    evidence: [
      read(`The socket ${src.socket} has logged no Sealed of packet ${message.packetId}.`),
      ...(nextToSeal === null
        ? []
        : [read(`getNextPacketToBeSealed of the capacitor ${capacitor} is packet ${nextToSeal}.`)]),
      ...(blocking === undefined ? [] : [readIn(src, blocking.blockNumber, holds(blocking))]),
    ],
    fix: () => transmitterFix(subject, { stage: "seal", chain: src, head: srcHead, otherSlug: message.dstChainSlug }),
  }
}

function sayPosition(packetCount: bigint, nextToSeal: bigint | null): string {
  if (nextToSeal === null || nextToSeal > packetCount) return ""
  const before = packetCount - nextToSeal
  if (before === 0n) return ", though it is the next one in its capacitor"
  return `: ${before === 1n ? "1 packet stands" : `${before} packets stand`} before it in its capacitor, the first of which is packet ${nextToSeal}`
}

/** A packet can be proposed any number of times. */
const maxEvidence = 4

/** No proposal counts: none was made, or with another root, or for a switchboard that the destination plug does not use. */
function findProposalCause(subject: MessageCase, arrival: Arrival): MessageCause | undefined {
  const { journey } = subject
  const { message, src } = journey
  const { chain, head, config, proposals } = arrival
  // A plug that is not connected has no switchboard to propose for.
  if (isAddressEqual(config.inboundSwitchboard, zeroAddress)) return undefined
  const evidence = proposals.slice(-maxEvidence).map((proposal) => describeProposal(arrival, proposal))
  const fix = () => transmitterFix(subject, { stage: "propose", chain, head, otherSlug: src.slug })

  if (proposals.some(({ isForPlug }) => isForPlug)) {
    // On a chain that was set back, a packet's number comes again, and the transmitter has yet to propose the new one.
    if (lateness(subject, "propose") === undefined) return undefined
    const says = `The packet was proposed on ${chain.name} with another root than the message gives, so the message cannot be executed with it.`
    const expected = readIn(src, journey.sent.blockNumber, `The message gives the root ${message.packedMessage}.`)
    return { name: "wrong-root", says, evidence: [...evidence, expected], fix }
  }

  const other = proposals.find(({ isRootOfMessage }) => isRootOfMessage)?.switchboard
  if (other !== undefined) {
    const misfit = findMisfit(subject, arrival)
    if (misfit !== undefined) return { ...misfit, evidence: [...misfit.evidence, ...evidence] }
    const { used, inbound } = readUsed(message.dstPlug, arrival)
    const says = `The packet was proposed on ${chain.name} for switchboard ${other} only, and ${used}.`
    return { name: "proposed-for-another-switchboard", says, evidence: [inbound, ...evidence], fix }
  }

  const waited = lateness(subject, "propose")
  if (faultOfConnection(journey) !== undefined || waited === undefined) return undefined
  const says = `The packet was sealed on ${src.name}, and has not been proposed on ${chain.name} for ${formatDuration(waited * 1_000)}.`
  const none = `The socket ${chain.socket} has no proposal of packet ${message.packetId} with the root ${message.packedMessage}.`
  return { name: "not-proposed", says, evidence: [readIn(chain, head.number, none), ...evidence], fix }
}

/** The switchboard from which the packet comes exchanges packets with another one than the plug uses. */
export function findMisfit({ journey, details }: MessageCase, arrival: Arrival): MessageCause | undefined {
  const { switchboard, sibling } = details.path ?? { switchboard: null, sibling: null }
  const { chain, config } = arrival
  if (sibling === null || isAddressEqual(sibling, config.inboundSwitchboard)) return undefined
  const { src, message } = journey
  const { used, inbound } = readUsed(message.dstPlug, arrival)
  const named = `The switchboard ${switchboard} names ${sibling} as its sibling on ${chain.name}, by SiblingSwitchboardUpdated.`
  return {
    name: "switchboards-do-not-fit",
    says: `The switchboards of the two plugs do not fit: ${switchboard} on ${src.name} sends to ${sibling} on ${chain.name}, and ${used}.`,
    evidence: [inbound, { source: src.name, says: named }],
    fix: () => connectArrivalFix(journey, arrival, sibling),
  }
}

function readUsed(plug: Address, { chain, head, config }: Arrival): { used: string; inbound: Evidence } {
  const { inboundSwitchboard } = config
  return {
    used: `the plug ${plug} accepts packets of ${inboundSwitchboard} only`,
    inbound: readIn(chain, head.number, `The inbound switchboard of the plug ${plug} is ${inboundSwitchboard}.`),
  }
}

function describeProposal({ chain, head }: Arrival, { proposalCount, switchboard, root, mined }: Proposal): Evidence {
  const where = mined === null ? "" : ` in transaction ${mined.transactionHash}`
  return {
    source: blockSource(chain, mined?.blockNumber ?? head.number),
    says: `Proposal ${proposalCount} is for switchboard ${switchboard} and has the root ${root}${where}.`,
  }
}

export function findActorCauses({ journey: { src, arrival }, trouble, wait }: MessageCase): readonly MessageCause[] {
  const failure = trouble?.failure
  if (failure === undefined) return []
  const { name } = wait?.stage === "seal" || "problem" in arrival ? src : arrival.chain
  return [actorFailed(failure, name)]
}

/** How many times as long as nearly every message a slow one waits. */
const slowFactor = 5

/** The message waits for long, and not yet for so long that it is called stuck. */
export function findSlowness({ journey, wait, stageTimes }: MessageCase): MessageCause | undefined {
  if (wait === undefined || wait.since === null || wait.until !== null || wait.isLate) return undefined
  const { stage, since, now } = wait
  const { typical, stuckAfter } = stageTimes[stage]
  if (now - since <= slowFactor * typical) return undefined
  const waited = formatDuration((now - since) * 1_000)
  return {
    name: "slow-stage",
    certainty: "possible",
    says: `The message has waited for ${waited}, and this takes up to ${formatDuration(typical * 1_000)}. It is called stuck after ${formatDuration(stuckAfter * 1_000)}.`,
    evidence: [],
    fix: { who: "look again in a while", command: explainMessageCommand(journey.message.messageId) },
  }
}
