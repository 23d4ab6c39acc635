import { isAddressEqual, zeroHash } from "viem"

import { unpackPacketId } from "../../ids.js"
import { type Arrival, ownProposals, type Proposal, type SwitchboardState } from "../../reading/Journey.js"
import { maxNamed, nameHolders } from "../../reading/roles.js"
import { hasReached } from "../../states.js"
import { switchboardFix } from "../connectionFixes.js"
import { onceCaughtUp, transmitterFix, untripFix } from "../fixes.js"
import { formatMoment, lateness, listCauses, type MessageCase, type MessageCause } from "../MessageCase.js"
import { resumeFix } from "#src/explaining/devnetRelay.js"
import { readIn, simulatedIn } from "#src/explaining/evidence.js"
import { byOthers } from "#src/explaining/explain.js"
import { explainMessageCommand } from "#src/primitives/commands/explainCommands.js"
import { formatDuration } from "#src/primitives/duration.js"

/** Whether the destination's switchboard is tripped: for all packets, for the source chain, or for each usable proposal. */
export function findTripCauses(subject: MessageCase, arrival: Arrival): readonly MessageCause[] {
  const { chain, head, switchboard } = arrival
  if (switchboard === null) return []
  const { message, src } = subject.journey
  const { address } = switchboard
  const where = `The switchboard ${address} on ${chain.name}`
  const read = (says: string) => readIn(chain, head.number, `${says} of the switchboard ${address} is true.`)
  const fix = () => untripFix(arrival, address)
  const causes: MessageCause[] = []
  if (switchboard.isTripped === true) {
    const says = `${where} is tripped for packets of every chain, so it accepts none.`
    causes.push({ name: "everything-tripped", says, evidence: [read("isGlobalTipped()")], fix })
  }
  if (switchboard.isPathTripped === true) {
    const says = `${where} is tripped for packets of ${src.name}, so it accepts none of them.`
    causes.push({ name: "path-tripped", says, evidence: [read(`isPathTripped(${message.srcChainSlug})`)], fix })
  }
  const own = ownProposals(arrival)
  if (own.length > 0 && own.every(({ isTripped }) => isTripped === true)) {
    const counts = own.map(({ proposalCount }) => proposalCount)
    causes.push({
      name: "proposal-tripped",
      says: `${where} is tripped for ${counts.length === 1 ? "the proposal" : "each proposal"} of the packet, and never accepts it: the packet has to be proposed again.`,
      evidence: counts.map((count) => read(`isProposalTripped(${message.packetId}, ${count})`)),
      fix: () => transmitterFix(subject, { stage: "propose", chain, head, otherSlug: src.slug }),
    })
  }
  return causes
}

/** A proposal with which the message could be executed, and the switchboard that does not allow it. */
type Refusal = {
  readonly subject: MessageCase
  readonly arrival: Arrival
  readonly switchboard: SwitchboardState
  readonly proposal: Proposal
}

export function findRefusalCauses(subject: MessageCase, arrival: Arrival): readonly MessageCause[] {
  const { switchboard } = arrival
  // A tripped one is never accepted.
  const proposal = ownProposals(arrival).find(({ isTripped }) => isTripped !== true)
  if (switchboard === null || proposal === undefined) return []
  const refusal: Refusal = { subject, arrival, switchboard, proposal }
  const findWait = (switchboard.totalWatchers ?? 0n) > 0n ? findMissingAttestations : findOwnSwitchboard
  return listCauses(
    findEarlyPacket(refusal) ?? findFailure(refusal) ?? findRunningTimeout(refusal) ?? findWait(refusal),
  )
}

/** A switchboard that took over a path accepts packets from a number on. */
function findEarlyPacket({ subject, arrival, switchboard }: Refusal): MessageCause | undefined {
  const { message, src } = subject.journey
  const { address, initialPacketCount } = switchboard
  const { packetCount } = unpackPacketId(message.packetId ?? zeroHash)
  if (initialPacketCount === null || packetCount >= initialPacketCount) return undefined
  const { chain, head } = arrival
  const read = `initialPacketCount(${message.srcChainSlug}) of the switchboard ${address} is ${initialPacketCount}.`
  return {
    name: "below-initial-packet",
    says: `The switchboard ${address} on ${chain.name} accepts packets of ${src.name} from number ${initialPacketCount} on, and this is packet ${packetCount}.`,
    evidence: [readIn(chain, head.number, read)],
    fix: "send the message again",
  }
}

function findFailure({ subject, arrival, switchboard, proposal }: Refusal): MessageCause | undefined {
  const { journey, details } = subject
  const { chain, head } = arrival
  const { failure } = details
  if (failure === undefined) return undefined
  const fails = `allowPacket for proposal ${proposal.proposalCount} fails: ${failure}.`
  return {
    name: "switchboard-fails",
    says: `allowPacket of the switchboard ${switchboard.address}, which the plug ${journey.message.dstPlug} on ${chain.name} uses, fails: ${failure}.`,
    evidence: [simulatedIn(chain, head.number, fails)],
    fix: () => switchboardFix(journey, arrival, switchboard.address),
  }
}

/** An optimistic switchboard lets every packet wait for a time. It does not answer how many watchers it has. */
function findRunningTimeout({ subject, arrival, switchboard, proposal }: Refusal): MessageCause | undefined {
  const { chain, head } = arrival
  const { address, totalWatchers, timeoutInSeconds } = switchboard
  if (totalWatchers !== null || timeoutInSeconds === null) return undefined
  const until = proposal.proposedAt + timeoutInSeconds
  if (head.timestamp > until) return undefined
  const { reported, now, journey } = subject
  const clock = readIn(chain, head.number, `The time of the block is ${formatMoment(head.timestamp)}.`)
  if (reported !== undefined && hasReached(reported.status, "VERIFIED")) {
    return {
      name: "chain-behind",
      certainty: "likely",
      says: `The messaging API says ${reported.status}, and in the newest block of ${chain.name} the timeout of the switchboard ${address} is not over: the node lags behind, follows another fork, or mines no block.`,
      evidence: [{ source: "the messaging API", says: `The message is ${reported.status}.` }, clock],
      fix: onceCaughtUp(chain, explainMessageCommand(journey.message.messageId)),
    }
  }
  const overdue = Math.floor(now / 1_000) - Number(until)
  if (overdue > subject.stageTimes.attest.stuckAfter) {
    return {
      name: "chain-stands-still",
      certainty: "likely",
      says: `The timeout of the switchboard ${address} on ${chain.name} was over ${formatDuration(overdue * 1_000)} ago, and the chain has mined no block since.`,
      evidence: [clock],
      fix: byOthers(`the operator of ${chain.name} mines a block; if it does, use another node`),
    }
  }
  const times = `timeoutInSeconds() of the switchboard ${address} is ${timeoutInSeconds}, and rootProposedAt of the socket is ${formatMoment(proposal.proposedAt)}.`
  return {
    name: "optimistic-timeout",
    says: `The optimistic switchboard ${address} on ${chain.name} accepts the packet ${timeoutInSeconds} s after its proposal: in the first block after ${formatMoment(until)}.`,
    evidence: [readIn(chain, head.number, times), clock],
  }
}

function findMissingAttestations({ subject, arrival, switchboard, proposal }: Refusal): MessageCause | undefined {
  const { message, src } = subject.journey
  const { watchers } = subject.details
  const { chain, head } = arrival
  const { address, timeoutInSeconds, totalWatchers } = switchboard
  const { proposedAt, root, attestations, attested } = proposal
  const waited = lateness(subject, "attest")
  if (totalWatchers === null || attestations === null || waited === undefined) return undefined
  const where = `switchboard ${address} on ${chain.name}`
  const missing = watchers?.filter((watcher) => !attested.some((other) => isAddressEqual(other.watcher, watcher)))
  const isComplete = attestations >= totalWatchers
  const own = subject.trouble?.watchers
  const isForeign = own !== undefined && missing?.some((watcher) => !own.some((one) => isAddressEqual(one, watcher)))
  const pass =
    timeoutInSeconds === null || timeoutInSeconds === 0n
      ? ""
      : ` It is accepted without them after ${formatMoment(proposedAt + timeoutInSeconds)}.`
  const counts = `${attestations} of ${totalWatchers} watchers have attested the packet at the ${where}`
  const read = (says: string) => readIn(chain, head.number, says)
  const unattested = (missing ?? []).slice(0, maxNamed)
  return {
    name: "attestations-missing",
    says: isComplete
      ? `${counts}, but the number of watchers fell after the last attestation, and the switchboard counts again only when another watcher attests.${pass}`
      : `${counts} in the ${formatDuration(waited * 1_000)} since it was proposed, and all of them must.${pass}`,
    evidence: [
      read(`attestations(${root}) is ${attestations}, and totalWatchers(${message.srcChainSlug}) is ${totalWatchers}.`),
      ...attested
        .slice(0, maxNamed)
        .map(({ watcher, blockNumber, transactionHash }) =>
          readIn(chain, blockNumber, `The watcher ${watcher} attested it in transaction ${transactionHash}.`),
        ),
      ...unattested.map((watcher) =>
        read(`The watcher ${watcher}, who has WATCHER_ROLE for ${src.name}, has not attested it.`),
      ),
    ],
    fix: isComplete
      ? byOthers(`the owner of the ${where} grants the role to another watcher, who attests the packet`)
      : async () =>
          (isForeign ? undefined : await resumeFix(subject.journey.src.client, ["attest"])) ??
          byOthers(
            `${nameHolders("watcher", missing)} of the ${where} attest${missing?.length === 1 ? "s" : ""} the packet`,
          ),
  }
}

/** A switchboard that is neither a fast one with watchers nor an optimistic one whose timeout runs. */
function findOwnSwitchboard({ subject, arrival, switchboard, proposal }: Refusal): MessageCause | undefined {
  const { journey } = subject
  const { message, src } = journey
  const { chain, head } = arrival
  const { address, totalWatchers, timeoutInSeconds } = switchboard
  // One without watchers waits for nothing. Any other may wait for something that is not known here.
  if (totalWatchers === null && lateness(subject, "attest") === undefined) return undefined
  const kind =
    totalWatchers !== null
      ? "has no watchers for them"
      : timeoutInSeconds === null
        ? "is neither a fast nor an optimistic one"
        : `refuses it ${timeoutInSeconds} s after its proposal, too`
  const refused = `allowPacket of the switchboard ${address} is false for proposal ${proposal.proposalCount}.`
  const unwatched = `totalWatchers(${message.srcChainSlug}) of the switchboard ${address} is 0.`
  return {
    name: "own-switchboard",
    says: `No watcher attests packets of ${src.name} at the switchboard ${address}, which the plug ${message.dstPlug} on ${chain.name} uses: it ${kind}, and does not accept this one.`,
    evidence: [refused, ...(totalWatchers === null ? [] : [unwatched])].map((says) => readIn(chain, head.number, says)),
    fix: () => switchboardFix(journey, arrival, address),
  }
}
