import type { Hex } from "viem"

import { getContractEvents, getTransactionReceipt } from "viem/actions"

import type { Evidence } from "../../../explaining/Explanation.js"
import { formatDuration } from "../../../primitives/duration.js"
import { unpackPacketId } from "../../ids.js"
import { capacitorAbi } from "../../onchain/abi.js"
import { readOutboundMessages } from "../../onchain/events.js"
import type { Journey } from "../../reading/types.js"
import { blockSource } from "../blockSource.js"
import type { MessageCase, MessageCause } from "../types.js"
import { lateness } from "./lateness.js"
import { nameTransmitter } from "./nameTransmitter.js"

/** Finds out whether a packet waits too long to be sealed, and behind which one: a capacitor seals its packets in order. */
export async function findSealCause(subject: MessageCase): Promise<readonly MessageCause[]> {
  const { message, src, srcHead, sent, sealed, nextToSeal } = subject.journey
  const waited = lateness(subject, "seal", sent.timestamp)
  if (sealed !== false || message.packetId === null || waited === undefined) return []
  const { capacitor, packetCount } = unpackPacketId(message.packetId)
  const before = nextToSeal === null ? null : packetCount - nextToSeal
  const blocking = before === null || before <= 0n ? [] : await findBlocking(subject.journey, nextToSeal ?? 0n)
  const stands =
    before === null || before < 0n
      ? ""
      : before === 0n
        ? ", though it is the next one in its capacitor"
        : `: ${before === 1n ? "1 packet stands" : `${before} packets stand`} before it in its capacitor, the first of which is packet ${nextToSeal}`
  return [
    {
      name: "not-sealed",
      certainty: "certain",
      says: `Packet ${packetCount} was not sealed on ${src.name} in the ${formatDuration(waited * 1_000)} since the message was sent${stands}.`,
      evidence: [
        { source: blockSource(src, srcHead.number), says: `The socket ${src.socket} has logged no Sealed of packet ${message.packetId}.` },
        ...(nextToSeal === null
          ? []
          : [{ source: blockSource(src, srcHead.number), says: `getNextPacketToBeSealed of the capacitor ${capacitor} is packet ${nextToSeal}.` }]),
        ...blocking,
      ],
      mend: { who: await nameTransmitter(src, message.dstChainSlug), command: null },
      about: message.messageId,
    },
  ]
}

/** Finds the message that is sealed next. */
async function findBlocking({ message, src, sent }: Journey, packetCount: bigint): Promise<readonly Evidence[]> {
  try {
    const { capacitor } = unpackPacketId(message.packetId ?? "0x")
    const queued = await getContractEvents(src.client, {
      address: capacitor,
      abi: capacitorAbi,
      eventName: "MessageAdded",
      fromBlock: src.firstBlock ?? 0n,
      toBlock: sent.blockNumber,
      strict: true,
    })
    const log = queued.find(({ args }) => args.packetCount === packetCount)
    if (log === undefined) return []
    const receipt = await getTransactionReceipt(src.client, { hash: log.transactionHash })
    const blocking = readOutboundMessages(receipt, { socket: src.socket }).find(
      ({ packedMessage }) => packedMessage === log.args.packedMessage,
    )
    const id: Hex | string = blocking?.messageId ?? "a message"
    const says = `Packet ${packetCount} holds ${id === "a message" ? id : `message ${id}`}, which transaction ${log.transactionHash} sent.`
    return [{ source: blockSource(src, log.blockNumber), says }]
  } catch {
    // The node does not give logs so far back. The number of the packet is known.
    return []
  }
}
