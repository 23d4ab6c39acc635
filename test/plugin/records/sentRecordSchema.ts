import { expect } from "chai"
import { describe, it } from "mocha"

import { maxMessages } from "#src/plugin/records/SentRecord.js"
import { sentRecordSchema } from "#src/plugin/records/sentRecordSchema.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { dai, usdc, user } from "#test/fixtures/wire/swapRoutes.js"

const least = {
  ...{ at: 0, srcChainSlug: 1, hash: bytes32(1), plug: dai, account: user, functionName: "", messages: [] },
}
const message = { messageId: bytes32(3), dstChainSlug: 2 ** 32 - 1, dstPlug: usdc }
const most = {
  ...{ at: 8.64e15, srcChainSlug: 41_001, genesis: bytes32(4), hash: bytes32(1), plug: dai, account: user },
  ...{ functionName: "f".repeat(200), nonce: 0, fromBlock: 7, block: { number: 9, hash: bytes32(5) } },
  messages: Array<typeof message>(maxMessages).fill(message),
}

describe("a record of what was sent, as it comes back from disk", () => {
  const read = (record: object): unknown => sentRecordSchema.safeParse(record).data

  it("is what was written, without what it does not have", () => {
    expect(read(least)).to.deep.equal(least)
    expect(read(most)).to.deep.equal(most)
    expect(read({ ...most, other: 5 })).to.deep.equal(most)
  })

  it("is none where anything in it is not as it was written", () => {
    for (const wrong of [
      ...[{ at: -1 }, { at: 1.5 }, { at: 8.64e15 + 1 }, { at: "5" }],
      ...[{ srcChainSlug: -1 }, { srcChainSlug: 2 ** 32 }, { hash: "0x12" }, { genesis: dai }, { plug: bytes32(1) }],
      ...[{ account: "me" }, { functionName: "f".repeat(201) }, { functionName: 5 }, { nonce: -1 }, { fromBlock: 0.5 }],
      ...[{ block: { number: 1 } }, { block: { number: -1, hash: bytes32(1) } }, { block: { number: 1, hash: "0x" } }],
      ...[{ messages: undefined }, { messages: [...most.messages, message] }, { messages: [{}] }],
      { messages: [{ ...message, messageId: "0x12" }] },
      { messages: [{ ...message, dstPlug: "0x12" }] },
      { messages: [{ ...message, dstChainSlug: -1 }] },
    ]) {
      expect(read({ ...most, ...wrong }), JSON.stringify(wrong).slice(0, 80)).to.equal(undefined)
    }
  })
})
