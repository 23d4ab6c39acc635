import { isAddressEqual, zeroAddress } from "viem"

import type { Evidence } from "../../../explaining/Explanation.js"
import { formatDuration } from "../../../primitives/duration.js"
import type { Arrival, Proposal } from "../../reading/types.js"
import { blockSource } from "../../../explaining/evidence.js"
import { faultOfConnection } from "../connection/faultOfConnection.js"
import { mendArrival } from "../connection/mendArrival.js"
import { readPacketPath } from "../connection/readPacketPath.js"
import type { MessageCase, MessageCause } from "../types.js"
import { lateness } from "./lateness.js"
import { mendByTransmitter } from "./mendByTransmitter.js"

/**
 * Finds out why no proposal of the packet counts for the destination plug: there is none, or it has another root, or is for a switchboard
 * that the plug does not believe.
 */
export async function findProposalCause(subject: MessageCase, arrival: Arrival): Promise<readonly MessageCause[]> {
  const { journey } = subject
  const { message, src } = journey
  const { chain, head, config, proposals } = arrival
  // A plug that is connected to nobody has no switchboard to propose for.
  if (isAddressEqual(config.inboundSwitchboard, zeroAddress)) return []
  const base = { certainty: "certain", about: message.messageId } as const
  const evidence = proposals.slice(-mostEvidence).map((proposal) => describeProposal(arrival, proposal))
  const transmitter = () => mendByTransmitter(subject, { stage: "propose", chain, head, otherSlug: src.slug })

  if (proposals.some(({ isForPlug }) => isForPlug)) {
    // On a chain that was set back, a packet's number comes again, and the transmitter has yet to propose the new one.
    if (lateness(subject, "propose") === undefined) return []
    const says = `The packet was proposed on ${chain.name} with another root than the message gives, so the message cannot be executed with it.`
    const expected = {
      source: blockSource(src, journey.sent.blockNumber),
      says: `The message gives the root ${message.packedMessage}.`,
    }
    return [{ ...base, name: "wrong-root", says, evidence: [...evidence, expected], mend: await transmitter() }]
  }

  const proposedFor = proposals.filter(({ isRootOfMessage }) => isRootOfMessage).map(({ switchboard }) => switchboard)
  const [other] = proposedFor
  if (other !== undefined) {
    const { switchboard, sibling } = await readPacketPath(journey)
    const believed = `the plug ${message.dstPlug} believes ${config.inboundSwitchboard} alone`
    const read = {
      source: blockSource(chain, head.number),
      says: `The inbound switchboard of the plug ${message.dstPlug} is ${config.inboundSwitchboard}.`,
    }
    if (sibling !== null && !isAddressEqual(sibling, config.inboundSwitchboard)) {
      const says = `The switchboards of the two plugs do not fit: ${switchboard} on ${src.name} sends to ${sibling} on ${chain.name}, and ${believed}.`
      const named = {
        source: src.name,
        says: `The switchboard ${switchboard} names ${sibling} as its sibling on ${chain.name}, by SiblingSwitchboardUpdated.`,
      }
      const mend = await mendArrival(journey, arrival, sibling)
      return [{ ...base, name: "switchboards-do-not-fit", says, evidence: [read, named, ...evidence], mend }]
    }
    const says = `The packet was proposed on ${chain.name} for switchboard ${other} only, and ${believed}.`
    return [
      {
        ...base,
        name: "proposed-for-another-switchboard",
        says,
        evidence: [read, ...evidence],
        mend: await transmitter(),
      },
    ]
  }

  if (faultOfConnection(journey) !== undefined) return []
  const waited = lateness(subject, "propose")
  if (waited === undefined) return []
  const says = `The packet is sealed on ${src.name}, and nobody has proposed it on ${chain.name} in ${formatDuration(waited * 1_000)}.`
  const none = {
    source: blockSource(chain, head.number),
    says: `The socket ${chain.socket} has no proposal of packet ${message.packetId} with the root ${message.packedMessage}.`,
  }
  return [{ ...base, name: "not-proposed", says, evidence: [none, ...evidence], mend: await transmitter() }]
}

/** A packet can be proposed any number of times. */
const mostEvidence = 4

function describeProposal({ chain, head }: Arrival, { proposalCount, switchboard, root, mined }: Proposal): Evidence {
  const where = mined === null ? "" : ` in transaction ${mined.transactionHash}`
  return {
    source: blockSource(chain, mined?.blockNumber ?? head.number),
    says: `Proposal ${proposalCount} is for switchboard ${switchboard} and has the root ${root}${where}.`,
  }
}
