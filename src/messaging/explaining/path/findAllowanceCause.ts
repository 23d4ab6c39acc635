import { readContract } from "viem/actions"

import type { Evidence } from "../../../explaining/Explanation.js"
import { isContractFailure } from "../../../onchain/callErrors.js"
import { nodeReason } from "../../../primitives/reverts/nodeReason.js"
import { unpackPacketId } from "../../ids.js"
import { switchboardAbi } from "../../onchain/abi.js"
import { decodeRevert } from "../../onchain/decodeRevert.js"
import type { Arrival, Proposal, SwitchboardState } from "../../reading/types.js"
import { blockSource } from "../blockSource.js"
import { mendConnection } from "../connection/mendConnection.js"
import { readPacketPath } from "../connection/readPacketPath.js"
import type { MessageCase, MessageCause } from "../types.js"
import { findAttestationCause } from "./findAttestationCause.js"
import { formatMoment } from "./formatMoment.js"
import { lateness } from "./lateness.js"

/**
 * Finds out why a switchboard that is not tripped does not allow the packet.
 *
 * @param own the proposals with which the message could be executed, of which none is allowed
 */
export async function findAllowanceCause(
  subject: MessageCase,
  arrival: Arrival,
  own: readonly Proposal[],
): Promise<readonly MessageCause[]> {
  const { message, src } = subject.journey
  const { chain, head, switchboard } = arrival
  // A tripped one passes never again.
  const proposal = own.find(({ isTripped }) => isTripped !== true)
  if (switchboard === null || proposal === undefined || message.packetId === null) return []
  const base = { certainty: "certain", about: message.messageId } as const
  const source = blockSource(chain, head.number)

  const { packetCount } = unpackPacketId(message.packetId)
  const { address, initialPacketCount, totalWatchers, timeoutInSeconds } = switchboard
  if (initialPacketCount !== null && packetCount < initialPacketCount) {
    const says = `The switchboard ${address} on ${chain.name} lets packets of ${src.name} pass from number ${initialPacketCount} on, and this is packet ${packetCount}. The message has to be sent again.`
    const read = `initialPacketCount(${message.srcChainSlug}) of the switchboard ${address} is ${initialPacketCount}.`
    const mend = { who: "you, by sending the message again", command: null }
    return [{ ...base, name: "below-initial-packet", says, evidence: [{ source, says: read }], mend }]
  }

  const failure = await readFailure(subject, arrival, proposal)
  if (failure !== undefined) {
    const says = `allowPacket of the switchboard ${address}, which the plug ${message.dstPlug} on ${chain.name} believes, fails: ${failure}.`
    const evidence = [
      { source: `simulation on ${source}`, says: `allowPacket for proposal ${proposal.proposalCount}: ${failure}.` },
    ]
    return [{ ...base, name: "switchboard-fails", says, evidence, mend: await mendBelief(subject, arrival) }]
  }

  const isFast = totalWatchers !== null
  if (isFast && totalWatchers > 0n) return await findAttestationCause(subject, arrival, proposal)
  const evidence: Evidence[] = [
    { source, says: `allowPacket of the switchboard ${address} is false for proposal ${proposal.proposalCount}.` },
  ]
  if (!isFast && timeoutInSeconds !== null) {
    const until = formatMoment(proposal.proposedAt + timeoutInSeconds)
    const says = `The optimistic switchboard ${address} on ${chain.name} lets the packet pass when ${timeoutInSeconds} s have passed since its proposal: in the first block after ${until}.`
    const read = `timeoutInSeconds() of the switchboard ${address} is ${timeoutInSeconds}, and rootProposedAt of the socket is ${formatMoment(proposal.proposedAt)}.`
    const now = `The time of the block is ${formatMoment(head.timestamp)}.`
    evidence.push({ source, says: read }, { source, says: now })
    return [{ ...base, name: "optimistic-timeout", says, evidence, mend: null }]
  }
  // Who knows what such a switchboard waits for. One that has watchers, and has none, waits for nobody.
  if (!isFast && lateness(subject, "attest", proposal.proposedAt) === undefined) return []
  const why = isFast ? "has no watchers for it" : "is neither a fast nor an optimistic one"
  const says = `Nobody attests packets of ${src.name} at the switchboard ${address}, which the plug ${message.dstPlug} on ${chain.name} believes: it ${why}, and does not let the packet pass.`
  if (isFast)
    evidence.push({ source, says: `totalWatchers(${message.srcChainSlug}) of the switchboard ${address} is 0.` })
  return [{ ...base, name: "nobody-attests", says, evidence, mend: await mendBelief(subject, arrival) }]
}

/** The owner of the plug can connect it through the switchboard that packets are proposed for ordinarily. */
async function mendBelief({ journey }: MessageCase, arrival: Arrival): ReturnType<typeof mendConnection> {
  const { sibling } = await readPacketPath(journey)
  const { address } = arrival.switchboard as SwitchboardState
  if (sibling === null || sibling.toLowerCase() === address.toLowerCase()) {
    return { who: `whoever runs the switchboard ${address} on ${arrival.chain.name}`, command: null }
  }
  return await mendConnection(journey, arrival, sibling)
}

async function readFailure(
  { journey: { message } }: MessageCase,
  { chain, head, switchboard }: Arrival,
  { isAllowed, root, proposalCount, proposedAt }: Proposal,
): Promise<string | undefined> {
  if (isAllowed !== null || switchboard === null || message.packetId === null) return undefined
  if (!switchboard.isContract) return "there is no contract at its address"
  try {
    await readContract(chain.client, {
      abi: switchboardAbi,
      address: switchboard.address,
      functionName: "allowPacket",
      args: [root, message.packetId, proposalCount, message.srcChainSlug, proposedAt],
      blockNumber: head.number,
    })
    return undefined
  } catch (error) {
    return isContractFailure(error) ? (decodeRevert(error)?.reason ?? nodeReason(error)) : undefined
  }
}
