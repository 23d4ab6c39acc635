import type { Address } from "viem"

import { readContract } from "viem/actions"
import { isAddressEqual } from "viem/utils"

import type { Mend } from "../../../explaining/Explanation.js"
import { isContractFailure } from "../../../onchain/callErrors.js"
import { nodeReason } from "../../../primitives/reverts/nodeReason.js"
import { unpackPacketId } from "../../ids.js"
import { switchboardAbi } from "../../onchain/abi.js"
import { decodeRevert } from "../../onchain/decodeRevert.js"
import type { Arrival, Journey, Proposal, SwitchboardState } from "../../reading/types.js"
import { blockSource } from "../../../explaining/evidence.js"
import { mendArrival } from "../connection/mendArrival.js"
import { readPacketPath } from "../connection/readPacketPath.js"
import type { MessageCase, MessageCause } from "../types.js"
import { findAttestationCause } from "./findAttestationCause.js"
import { formatMoment } from "./formatMoment.js"
import { lateness } from "./lateness.js"

/** A proposal with which the message could be executed, and the switchboard that does not allow it. */
type Refusal = {
  readonly subject: MessageCase
  readonly arrival: Arrival
  readonly switchboard: SwitchboardState
  readonly proposal: Proposal
}

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
  const { switchboard } = arrival
  // A tripped one passes never again.
  const proposal = own.find(({ isTripped }) => isTripped !== true)
  if (switchboard === null || proposal === undefined) return []
  const refusal: Refusal = { subject, arrival, switchboard, proposal }
  const cause = tooEarlyPacket(refusal) ?? (await failingSwitchboard(refusal)) ?? runningTimeout(refusal)
  if (cause !== undefined) return [cause]
  if ((switchboard.totalWatchers ?? 0n) > 0n) return await findAttestationCause(subject, arrival, proposal)
  return await findOwnSwitchboard(refusal)
}

function certain({ subject }: Refusal, cause: Omit<MessageCause, "certainty" | "about">): MessageCause {
  return { ...cause, certainty: "certain", about: subject.journey.message.messageId }
}

/** A switchboard that took over a path lets packets pass from a number on. */
function tooEarlyPacket(refusal: Refusal): MessageCause | undefined {
  const { subject, arrival, switchboard } = refusal
  const { message, src } = subject.journey
  const { address, initialPacketCount } = switchboard
  const { packetCount } = unpackPacketId(message.packetId ?? zeroPacket)
  if (initialPacketCount === null || packetCount >= initialPacketCount) return undefined
  const where = `The switchboard ${address} on ${arrival.chain.name}`
  return certain(refusal, {
    name: "below-initial-packet",
    says: `${where} lets packets of ${src.name} pass from number ${initialPacketCount} on, and this is packet ${packetCount}. The message has to be sent again.`,
    evidence: [
      {
        source: blockSource(arrival.chain, arrival.head.number),
        says: `initialPacketCount(${message.srcChainSlug}) of the switchboard ${address} is ${initialPacketCount}.`,
      },
    ],
    mend: { who: "you, by sending the message again", command: null },
  })
}

const zeroPacket = `0x${"00".repeat(32)}` as const

async function failingSwitchboard(refusal: Refusal): Promise<MessageCause | undefined> {
  const { subject, arrival, switchboard, proposal } = refusal
  const { chain, head } = arrival
  const failure = await readFailure(refusal)
  if (failure === undefined) return undefined
  const plug = `the plug ${subject.journey.message.dstPlug} on ${chain.name}`
  return certain(refusal, {
    name: "switchboard-fails",
    says: `allowPacket of the switchboard ${switchboard.address}, which ${plug} believes, fails: ${failure}.`,
    evidence: [
      {
        source: `simulation on ${blockSource(chain, head.number)}`,
        says: `allowPacket for proposal ${proposal.proposalCount} fails: ${failure}.`,
      },
    ],
    mend: await mendBelief(subject.journey, arrival, switchboard.address),
  })
}

async function readFailure({ subject, arrival, switchboard, proposal }: Refusal): Promise<string | undefined> {
  const { message } = subject.journey
  const { isAllowed, root, proposalCount, proposedAt } = proposal
  if (isAllowed !== null) return undefined
  if (!switchboard.isContract) return "there is no contract at its address"
  try {
    await readContract(arrival.chain.client, {
      abi: switchboardAbi,
      address: switchboard.address,
      functionName: "allowPacket",
      args: [root, message.packetId ?? zeroPacket, proposalCount, message.srcChainSlug, proposedAt],
      blockNumber: arrival.head.number,
    })
    return undefined
  } catch (error) {
    return isContractFailure(error) ? (decodeRevert(error)?.reason ?? nodeReason(error)) : undefined
  }
}

/** An optimistic switchboard lets every packet wait for a time. It does not answer how many watchers it has. */
function runningTimeout(refusal: Refusal): MessageCause | undefined {
  const { arrival, switchboard, proposal } = refusal
  const { chain, head } = arrival
  const { address, totalWatchers, timeoutInSeconds } = switchboard
  if (totalWatchers !== null || timeoutInSeconds === null) return undefined
  const until = proposal.proposedAt + timeoutInSeconds
  if (head.timestamp > until) return undefined
  const source = blockSource(chain, head.number)
  return certain(refusal, {
    name: "optimistic-timeout",
    says: `The optimistic switchboard ${address} on ${chain.name} lets the packet pass when ${timeoutInSeconds} s have passed since its proposal: in the first block after ${formatMoment(until)}.`,
    evidence: [
      {
        source,
        says: `timeoutInSeconds() of the switchboard ${address} is ${timeoutInSeconds}, and rootProposedAt of the socket is ${formatMoment(proposal.proposedAt)}.`,
      },
      { source, says: `The time of the block is ${formatMoment(head.timestamp)}.` },
    ],
    mend: null,
  })
}

async function findOwnSwitchboard(refusal: Refusal): Promise<readonly MessageCause[]> {
  const { subject, arrival, switchboard, proposal } = refusal
  const { message, src } = subject.journey
  const { chain, head } = arrival
  const { address, totalWatchers, timeoutInSeconds } = switchboard
  // One that has no watchers waits for nobody. Who knows what any other waits for.
  if (totalWatchers === null && lateness(subject, "attest") === undefined) return []
  const source = blockSource(chain, head.number)
  const kind =
    totalWatchers !== null
      ? "has no watchers for them"
      : timeoutInSeconds === null
        ? "is neither a fast nor an optimistic one"
        : `refuses it ${timeoutInSeconds} s after its proposal, too`
  const plug = `the plug ${message.dstPlug} on ${chain.name}`
  return [
    certain(refusal, {
      name: "own-switchboard",
      says: `Nobody attests packets of ${src.name} at the switchboard ${address}, which ${plug} believes: it ${kind}, and does not let this one pass.`,
      evidence: [
        { source, says: `allowPacket of the switchboard ${address} is false for proposal ${proposal.proposalCount}.` },
        ...(totalWatchers === null
          ? []
          : [{ source, says: `totalWatchers(${message.srcChainSlug}) of the switchboard ${address} is 0.` }]),
      ],
      mend: await mendBelief(subject.journey, arrival, address),
    }),
  ]
}

/** The plug can be connected through the switchboard that its packets are proposed for ordinarily, if it is another one. */
async function mendBelief(journey: Journey, arrival: Arrival, believed: Address): Promise<Mend> {
  const { sibling } = await readPacketPath(journey)
  return sibling === null || isAddressEqual(sibling, believed)
    ? { who: `whoever runs the switchboard ${believed} on ${arrival.chain.name}`, command: null }
    : await mendArrival(journey, arrival, sibling)
}
