import type { Address, Hex, LocalAccount } from "viem"

import { encodeCall } from "../../chain/encodeCall.js"
import { batchTransaction, readReverted } from "../../relay/callBatch.js"
import type { Sender } from "../../relay/sender.js"
import type { StageHandler } from "../../relay/Worker.js"
import type { Outbound } from "../facts.js"
import type { MessageRecord } from "../MessageRecord.js"
import type { MessagingStage } from "../stages.js"
import type { MessagingWorkerContext } from "./MessagingWorkerContext.js"
import { signOnce } from "./signing.js"
import { sealDigest, unpackPacketId } from "#src/messaging/ids.js"
import { proposeCall, sealCall, withSignature } from "#src/messaging/onchain/operatorCalls.js"

/** Seals packets on their source chain, and proposes them on their destination. */
export function transmitter(
  { chain, contracts, ledger, observer, held, adoptConnections }: MessagingWorkerContext,
  sign: (message: Outbound) => Promise<Hex>,
  sender: Sender,
): readonly StageHandler<MessagingStage, MessageRecord>[] {
  /** Calls the socket for each of these messages. One that it refuses is held. */
  async function sendBatch(
    steps: readonly { readonly record: MessageRecord; readonly data: Promise<Hex> }[],
    gas: bigint,
  ): Promise<void> {
    if (steps.length === 0) return
    const calls = await Promise.all(steps.map(async ({ data }) => ({ to: contracts.socket, data: await data, gas })))
    const { logs, blockHash } = await sender.send(batchTransaction(contracts.batcher, calls))
    await observer.sync(blockHash)
    for (const [index, revertData] of readReverted(logs, contracts.batcher)) {
      const record = steps[index]?.record
      if (record !== undefined) held.hold(record, "REFUSED", { revertData })
    }
  }

  async function seal(records: readonly MessageRecord[]): Promise<void> {
    const firstPackets = firstPacketsOf(ledger.unsealed(chain.slug))
    for (const [capacitor, packets] of packetsByCapacitor(records)) {
      const first = firstPackets.get(capacitor)
      const sealable = packets.filter(
        ({ packetCount }, index) => first !== undefined && packetCount === first + BigInt(index),
      )
      await sendBatch(
        sealable.map(({ record }) => ({ record, data: encodeSeal(record, capacitor) })),
        gasPerSeal,
      )
    }
  }

  async function encodeSeal({ outbound }: MessageRecord, capacitor: Address): Promise<Hex> {
    const call = sealCall(contracts.socket, { ...outbound, root: outbound.packedMessage, capacitor })
    return encodeCall(withSignature(call, await sign(outbound)))
  }

  /** Proposes to the sibling of the sending switchboard, as deployed transmitters do: a plug that chose another one waits in vain. */
  async function propose(records: readonly MessageRecord[]): Promise<void> {
    const due = (await adoptConnections?.(records)) ?? records
    const steps = due.flatMap((record) => {
      const { connection, sibling, proposedFor } = record
      if (connection === undefined) {
        held.hold(record, "NOT_CONNECTED")
      } else if (sibling === undefined) {
        held.hold(record, "NO_SIBLING_SWITCHBOARD")
      } else if (sibling !== connection.inboundSwitchboard && proposedFor.includes(sibling)) {
        held.hold(record, "OTHER_SWITCHBOARD")
      } else {
        return [{ record, data: encodeProposal(record, sibling) }]
      }
      return []
    })
    await sendBatch(steps, gasPerProposal)
  }

  async function encodeProposal({ outbound }: MessageRecord, switchboard: Address): Promise<Hex> {
    const call = proposeCall(contracts.socket, { ...outbound, root: outbound.packedMessage, switchboard })
    return encodeCall(withSignature(call, await sign(outbound)))
  }

  return [
    { stage: "seal", chainSlug: chain.slug, perform: seal },
    { stage: "propose", chainSlug: chain.slug, perform: propose },
  ]
}

/** Gas of one call, with a third to spare. */
const gasPerSeal = 80_000n
const gasPerProposal = 120_000n

/** The messages of each capacitor, in the order in which it seals them. */
function packetsByCapacitor(
  records: readonly MessageRecord[],
): Map<Address, { record: MessageRecord; packetCount: bigint }[]> {
  const packets = records
    .map((record) => ({ record, ...unpackPacketId(record.outbound.packetId) }))
    .sort((a, b) => (a.packetCount < b.packetCount ? -1 : 1))
  return Map.groupBy(packets, ({ capacitor }) => capacitor)
}

/** Each capacitor's first unsealed packet. A capacitor seals in order, and each signature is valid for one packet only. */
function firstPacketsOf(unsealed: Iterable<MessageRecord>): ReadonlyMap<Address, bigint> {
  const first = new Map<string, Hex>()
  for (const { outbound } of unsealed) {
    // The count is the end of the id. There can be thousands, so only the first of each capacitor is unpacked.
    const { packetId } = outbound
    const capacitor = packetId.slice(0, -16)
    const before = first.get(capacitor)
    if (before === undefined || packetId < before) first.set(capacitor, packetId)
  }
  return new Map(
    [...first.values()].map((packetId) => {
      const { capacitor, packetCount } = unpackPacketId(packetId)
      return [capacitor, packetCount]
    }),
  )
}

/** Signs packets as sealing and proposing both need it: they check the same digest. */
export function signPackets(account: LocalAccount): (message: Outbound) => Promise<Hex> {
  return signOnce(account, ({ dstChainSlug, packetId, packedMessage }) =>
    sealDigest({ dstChainSlug, packetId, root: packedMessage }),
  )
}
