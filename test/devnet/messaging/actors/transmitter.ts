import { expect } from "chai"
import { describe, it } from "mocha"
import type { Hex } from "viem"
import { decodeFunctionData } from "viem/utils"

import { signPackets, transmitter } from "#src/devnet/messaging/actors/transmitter.js"
import type { Outbound } from "#src/devnet/messaging/facts.js"
import type { MessageRecord } from "#src/devnet/messaging/MessageRecord.js"
import { packPacketId, sealDigest } from "#src/messaging/ids.js"
import { socketAbi } from "#src/messaging/onchain/abi.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import {
  actorsOnPaper,
  dstChainSlug,
  places,
  recordOf,
  scribe,
  srcChainSlug,
} from "#test/fixtures/worlds/messaging/actorsOnPaper.js"

/** What the transmitter does in a stage. The calls of each transaction are decoded. */
async function perform(
  stage: "seal" | "propose",
  records: readonly MessageRecord[],
  given: Parameters<typeof actorsOnPaper>[0] = {},
) {
  const { context, sender, events, sent } = actorsOnPaper(given)
  const handlers = transmitter(context, signPackets(scribe(0xe2)), sender)
  await handlers.find((handler) => handler.stage === stage)!.perform(records)
  const calls = sent.map((batch) =>
    batch.map(({ to, data, gas }) => {
      const { functionName, args } = decodeFunctionData({ abi: socketAbi, data })
      return [to, gas, functionName, ...(args as readonly unknown[])]
    }),
  )
  return { events, calls }
}

const packetOf = (capacitor: Hex, count: number) =>
  packPacketId({ srcChainSlug, capacitor, packetCount: BigInt(count) })
const signatureOf = ({ packetId, packedMessage: root }: Outbound) =>
  `0xe2${sealDigest({ dstChainSlug, packetId, root }).slice(2)}`

describe("the transmitter of messages", () => {
  it("seals of each capacitor what comes next, in its order, and nothing after a gap", async () => {
    const { capacitor, otherCapacitor } = places
    const record = (id: number, from: Hex, count: number) =>
      recordOf(id, { outbound: { packetId: packetOf(from, count) } })
    const [first, second, fourth] = [7, 8, 10].map((count) => record(count, capacitor, count)) as [
      ...[MessageRecord, MessageRecord, MessageRecord],
    ]
    const other = record(2, otherCapacitor, 0)
    const unknown = record(3, places.foreign, 5)
    const unsealed = [fourth, second, first, record(9, capacitor, 9), record(4, otherCapacitor, 1), other]
    const { calls, events } = await perform("seal", [fourth, second, other, first, unknown], { unsealed })
    const sealed = (from: Hex, { outbound }: MessageRecord) => [
      ...[places.socket, 80_000n, "seal", 1n, from, signatureOf(outbound)],
    ]
    expect(calls).to.deep.equal([
      [sealed(otherCapacitor, other)],
      [sealed(capacitor, first), sealed(capacitor, second)],
    ])
    expect((events as unknown[][]).map(([what, place]) => [what, place])).to.deep.equal([
      ...[
        ["sent", places.batcher],
        ["read", 1],
        ["sent", places.batcher],
        ["read", 2],
      ],
    ])
    const [fifteenth, sixteenth] = [15, 16].map((count) => record(count, capacitor, count)) as [
      ...[MessageRecord, MessageRecord],
    ]
    const far = await perform("seal", [sixteenth], { unsealed: [fifteenth, sixteenth] })
    expect([far.calls, far.events], "one of another sixteen").to.deep.equal([[], []])
    const late = await perform("seal", [second], { unsealed })
    expect([late.calls, late.events], "one before it is not to be sealed now").to.deep.equal([[], []])
  })

  it("proposes to the sibling of the switchboard that a message was sent through, and holds what cannot get there", async () => {
    const { switchboard, optimisticSwitchboard, srcPlug } = places
    const connection = { siblingPlug: srcPlug, inboundSwitchboard: switchboard }
    const records = [
      recordOf(1, { proposedFor: [] }),
      recordOf(2, { connection: undefined, sibling: undefined }),
      recordOf(3, { sibling: undefined }),
      recordOf(4, { connection, sibling: optimisticSwitchboard, proposedFor: [optimisticSwitchboard] }),
      // Not proposed for it yet, or proposed once and tripped since.
      recordOf(5, { connection, sibling: optimisticSwitchboard, proposedFor: [switchboard] }),
      recordOf(6, { connection, sibling: switchboard, proposedFor: [switchboard] }),
    ]
    const { calls, events } = await perform("propose", records)
    const proposed = (id: number, to: Hex) => {
      const { packetId, packedMessage } = records[id - 1]!.outbound
      const args = [packetId, packedMessage, to, signatureOf(records[id - 1]!.outbound)]
      return [places.socket, 120_000n, "proposeForSwitchboard", ...args]
    }
    expect(calls).to.deep.equal([
      [proposed(1, switchboard), proposed(5, optimisticSwitchboard), proposed(6, switchboard)],
    ])
    expect(events).to.deep.equal([
      [2, "NOT_CONNECTED", undefined],
      [3, "NO_SIBLING_SWITCHBOARD", undefined],
      [4, "OTHER_SWITCHBOARD", undefined],
      ["sent", places.batcher, 3, true, 0n],
      ["read", 1],
    ])
  })

  it("holds what the socket refuses, and nothing else, once the block is read", async () => {
    const revertsMined = ({ data }: { data: Hex }): Hex | undefined =>
      data.includes(bytes32(1_002).slice(2)) ? "0xcc" : undefined
    const { events } = await perform(
      "propose",
      [1, 2, 3].map((id) => recordOf(id)),
      { revertsMined },
    )
    expect(events.slice(1)).to.deep.equal([
      ["read", 1],
      [2, "REFUSED", { revertData: "0xcc" }],
    ])
    expect(await perform("propose", [])).to.deep.equal({ calls: [], events: [] })
  })
})
