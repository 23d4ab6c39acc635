import { expect } from "chai"
import { describe, it } from "mocha"

import { packPacketId } from "#src/messaging/ids.js"
import { readOutboundMessages } from "#src/messaging/onchain/events.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { capacitor, dstPlug, outboundLogs, socket, srcPlug } from "#test/fixtures/wire/outboundLogs.js"

describe("readOutboundMessages", () => {
  it("returns everything that the transaction logged about a message", () => {
    const [message, ...others] = readOutboundMessages({ logs: outboundLogs(4) }, { socket })
    expect(others).to.deep.equal([])
    expect(message).to.deep.include({
      messageId: bytes32(4),
      packetId: packPacketId({ srcChainSlug: 41001, capacitor, packetCount: 4n }),
      srcChainSlug: 41001,
      srcPlug,
      dstChainSlug: 41002,
      dstPlug,
      minMsgGasLimit: 100_000n,
      payload: "0x1234",
      fees: { transmissionFees: 1n, executionFee: 2n, switchboardFees: 3n },
      socket,
    })
  })

  it("returns several messages of a transaction in order, each with its own packet", () => {
    const logs = [3, 1, 2].flatMap((count) => outboundLogs(count))
    const messages = readOutboundMessages(logs)
    expect(messages.map(({ messageId }) => messageId)).to.deep.equal([3, 1, 2].map(bytes32))
    const packets = [3n, 1n, 2n].map((packetCount) => packPacketId({ srcChainSlug: 41001, capacitor, packetCount }))
    expect(messages.map(({ packetId }) => packetId)).to.deep.equal(packets)
    expect(new Set(messages.map(({ packedMessage }) => packedMessage))).to.have.length(3)
  })

  it("ignores the same event of another contract", () => {
    const logs = [...outboundLogs(1), ...outboundLogs(2, { emitter: dstPlug })]
    expect(readOutboundMessages(logs, { socket }).map(({ messageId }) => messageId)).to.deep.equal([bytes32(1)])
    expect(readOutboundMessages(logs)).to.have.length(2)
  })

  it("believes the socket's capacitor, whatever another contract logs before or after it", () => {
    const [added, outbound] = outboundLogs(4)
    const foreign = { ...added, address: dstPlug }
    const packetId = packPacketId({ srcChainSlug: 41001, capacitor, packetCount: 4n })
    for (const logs of [
      [added, outbound, foreign],
      [foreign, added, outbound],
      [foreign, added, outbound, foreign],
    ]) {
      expect(readOutboundMessages(logs, { socket }).map((message) => message.packetId)).to.deep.equal([packetId])
    }
    expect(readOutboundMessages([outbound, foreign], { socket })[0]?.packetId).to.equal(null)
  })

  it("returns the message without a packet if the capacitor's log is missing", () => {
    const [, outbound] = outboundLogs(1)
    expect(readOutboundMessages([outbound])[0]?.packetId).to.equal(null)
  })

  it("ignores other and broken logs", () => {
    const [, outbound] = outboundLogs(1)
    const foreign = { address: dstPlug, topics: [bytes32(9)] as [`0x${string}`], data: "0x" as const }
    const broken = { ...outbound, data: "0x1234" as const }
    expect(readOutboundMessages([foreign, broken])).to.deep.equal([])
    expect(readOutboundMessages([])).to.deep.equal([])
  })
})
