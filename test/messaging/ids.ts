import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"
import { encodeAbiParameters, getAddress, keccak256 } from "viem/utils"

import { hashPackedMessage, packMessageId, packPacketId, unpackMessageId, unpackPacketId } from "#src/messaging/ids.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const slug = fc.integer({ min: 0, max: 2 ** 32 - 1 })
const address = fc
  .bigInt({ min: 0n, max: 2n ** 160n - 1n })
  .map((n) => getAddress(`0x${n.toString(16).padStart(40, "0")}`))
const count = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })
const plug = "0x5FbDB2315678afecb367f032d93F642f64180aa3"

describe("ids", () => {
  it("can be split into their parts again", () => {
    fc.assert(
      fc.property(slug, address, count, (srcChainSlug, dstPlug, counter) => {
        const message = { srcChainSlug, dstPlug, counter }
        expect(unpackMessageId(packMessageId(message))).to.deep.equal(message)
        const packet = { srcChainSlug, capacitor: dstPlug, packetCount: counter }
        expect(unpackPacketId(packPacketId(packet))).to.deep.equal(packet)
      }),
    )
  })

  it("refuse a counter that would overlap the address", () => {
    expect(() => packMessageId({ srcChainSlug: 1, dstPlug: plug, counter: 2n ** 64n })).to.throw()
  })
})

describe("hashes", () => {
  const parts = {
    srcChainSlug: 41001,
    srcPlug: plug,
    dstChainSlug: 41002,
    dstPlug: plug,
    messageId: bytes32(7),
    minMsgGasLimit: 100_000n,
    executionParams: bytes32(0),
    executionFee: 5n,
    payload: "0x1234",
  } as const

  it("of a message cover all of its parts", () => {
    const others = {
      srcChainSlug: 1,
      srcPlug: "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512",
      dstChainSlug: 1,
      dstPlug: "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512",
      messageId: bytes32(8),
      minMsgGasLimit: 1n,
      executionParams: bytes32(1),
      executionFee: 6n,
      payload: "0x1235",
    } as const
    const hashes = Object.entries(others).map(([name, value]) => hashPackedMessage({ ...parts, [name]: value }))
    expect(new Set([hashPackedMessage(parts), ...hashes])).to.have.length(10)
  })

  it("of a message hash its ABI encoding in the protocol's order", () => {
    const types = ["uint32", "address", "uint32", "address", "bytes32", "uint256", "bytes32", "uint256", "bytes"]
    const encoded = encodeAbiParameters(
      types.map((type) => ({ type })),
      [41001, plug, 41002, plug, bytes32(7), 100_000n, bytes32(0), 5n, "0x1234"],
    )
    expect(hashPackedMessage(parts)).to.equal(keccak256(encoded))
  })
})
