import { getContractEvents, getTransactionReceipt } from "viem/actions"

import type { Evidence } from "../../../explaining/Explanation.js"
import { searchLogs } from "../../../onchain/logs/searchLogs.js"
import { formatDuration } from "../../../primitives/duration.js"
import { unpackPacketId } from "../../ids.js"
import { capacitorAbi } from "../../onchain/abi.js"
import { readOutboundMessages } from "../../onchain/events.js"
import type { Journey } from "../../reading/types.js"
import { blockSource } from "../../../explaining/evidence.js"
import type { MessageCase, MessageCause } from "../types.js"
import { lateness } from "./lateness.js"
import { mendByTransmitter } from "./mendByTransmitter.js"

/** Finds out whether a packet waits too long to be sealed, and behind which one: a capacitor seals its packets in order. */
export async function findSealCause(subject: MessageCase): Promise<readonly MessageCause[]> {
  const { message, src, srcHead, sealed, nextToSeal } = subject.journey
  const waited = lateness(subject, "seal")
  if (message.packetId === null || waited === undefined) return []
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
      // Where neither the capacitor nor the logs tell, it is not known whether it was sealed.
      certainty: sealed === false ? "certain" : "possible",
      says: `Packet ${packetCount} was not sealed on ${src.name} in the ${formatDuration(waited * 1_000)} since the message was sent${stands}.`,
      evidence: [
        {
          source: blockSource(src, srcHead.number),
          says: `The socket ${src.socket} has logged no Sealed of packet ${message.packetId}.`,
        },
        ...(nextToSeal === null
          ? []
          : [
              {
                source: blockSource(src, srcHead.number),
                says: `getNextPacketToBeSealed of the capacitor ${capacitor} is packet ${nextToSeal}.`,
              },
            ]),
        ...blocking,
      ],
      mend: await mendByTransmitter(subject, {
        stage: "seal",
        chain: src,
        head: srcHead,
        otherSlug: message.dstChainSlug,
      }),
      about: message.messageId,
    },
  ]
}

/** Finds the message that is sealed next. */
async function findBlocking({ message, src, sent }: Journey, packetCount: bigint): Promise<readonly Evidence[]> {
  if (message.packetId === null) return []
  const { capacitor } = unpackPacketId(message.packetId)
  const { found } = await searchLogs({
    fromBlock: src.firstBlock ?? 0n,
    toBlock: sent.blockNumber,
    read: async (range) => {
      const filter = {
        address: capacitor,
        abi: capacitorAbi,
        eventName: "MessageAdded",
        strict: true,
        ...range,
      } as const
      const queued = await getContractEvents(src.client, filter)
      return queued.filter(({ args }) => args.packetCount === packetCount)
    },
    isEnough: (logs) => logs.length > 0,
    mostRequests: 4,
  })
  const [log] = found
  if (log === undefined) return []
  const receipt = await getTransactionReceipt(src.client, { hash: log.transactionHash }).catch(() => undefined)
  const sentThere = receipt === undefined ? [] : readOutboundMessages(receipt, { socket: src.socket })
  const blocking = sentThere.find(({ packedMessage }) => packedMessage === log.args.packedMessage)
  const what = blocking === undefined ? "a message" : `message ${blocking.messageId}`
  const says = `Packet ${packetCount} holds ${what}, which transaction ${log.transactionHash} sent.`
  return [{ source: blockSource(src, log.blockNumber), says }]
}
