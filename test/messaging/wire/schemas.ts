import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"
import { getAddress } from "viem/utils"

import { inboundStates, messageStates } from "#src/messaging/states.js"
import { messagesSchema, minFeesSchema } from "#src/messaging/wire/schemas.js"
import { messageAt, srcTxHash } from "#test/fixtures/wire/messages.js"

const plug = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
const wire = messageAt("ATTESTED")

describe("messagesSchema", () => {
  it("parses an empty response as no messages", () => {
    for (const nothing of [[], null, { result: [] }, { status: "SUCCESS", result: null }]) {
      expect(messagesSchema.parse(nothing)).to.deep.equal([])
    }
  })

  it("accepts either name of the destination's slug, as a number or as digits", () => {
    const { destPlug } = wire.to
    for (const to of [
      { dstChainSlug: 41002 },
      { destChainSlug: 41002 },
      { dstChainSlug: "41002" },
      { destChainSlug: "41002" },
    ]) {
      const [message] = messagesSchema.parse({ ...wire, to: { ...to, destPlug } })
      expect(message?.to).to.include({ dstChainSlug: 41002, destPlug })
    }
  })

  it("parses missing, null and empty values as not known yet", () => {
    const early = { status: "RECEIVED", messageId: wire.messageId, from: wire.from, to: wire.to, outboundTx: srcTxHash }
    for (const gap of [undefined, null, ""]) {
      const unknown = { packetId: gap, packedMessage: gap, inboundTx: gap }
      const details = [{ executor: gap, executionTxHash: gap }, ...(gap === "" ? [] : [gap])]
      for (const executionDetails of details) {
        const [message] = messagesSchema.parse(JSON.parse(JSON.stringify({ ...early, ...unknown, executionDetails })))
        expect(message).to.deep.include({ packetId: null, packedMessage: null, inboundTx: null })
        expect(message?.executionDetails).to.include({
          inboundStatus: "NOT_TRIED",
          isExecuted: false,
          executor: null,
          executionTxHash: null,
        })
      }
    }
  })

  it("considers a message executed if its inbound succeeded and nothing else is said", () => {
    const [message] = messagesSchema.parse({ ...wire, executionDetails: { inboundStatus: "SUCCESS" } })
    expect(message?.executionDetails.isExecuted).to.equal(true)
  })

  it("keeps unknown statuses and keys", () => {
    const newer = { ...wire, status: "TELEPORTED", speed: "c", executionDetails: { ...wire.executionDetails, mood: 1 } }
    const [message] = messagesSchema.parse([newer])
    expect(message).to.deep.equal(newer)
  })

  it("returns addresses with their checksum and hashes in lower case", () => {
    const from = { srcChainSlug: 41001, srcPlug: plug.toLowerCase() }
    const messageId = `0x${wire.messageId.slice(2).toUpperCase()}`
    const [message] = messagesSchema.parse({ ...wire, from, messageId })
    expect(message?.from.srcPlug).to.equal(plug)
    expect(message?.messageId).to.equal(wire.messageId)
  })

  it("says where a response is wrong", () => {
    const wrong = messagesSchema.safeParse({ result: [{ ...wire, from: { srcChainSlug: 1.5, srcPlug: plug } }] })
    expect(JSON.stringify(wrong.error?.issues)).to.contain('"path":["result",0,"from","srcChainSlug"]')
  })

  it("parses every message that the specification allows, unchanged", () => {
    const bytes = (size: number): fc.Arbitrary<string> =>
      fc.uint8Array({ minLength: size, maxLength: size }).map((array) => `0x${Buffer.from(array).toString("hex")}`)
    const address = bytes(20).map((text) => getAddress(text))
    const slug = fc.integer({ min: 0, max: 2 ** 32 - 1 })
    const message = fc.record({
      status: fc.constantFrom(...Object.keys(messageStates)),
      messageId: bytes(32),
      packetId: fc.option(bytes(32)),
      from: fc.record({ srcChainSlug: slug, srcPlug: address }),
      to: fc.record({ dstChainSlug: slug, destPlug: address }),
      outboundTx: bytes(32),
      packedMessage: fc.option(bytes(32)),
      inboundTx: fc.option(bytes(32)),
      executionDetails: fc.record({
        inboundStatus: fc.constantFrom(...Object.keys(inboundStates)),
        isExecuted: fc.boolean(),
        executor: fc.option(address),
        executionTxHash: fc.option(bytes(32)),
      }),
    })
    fc.assert(
      fc.property(fc.array(message, { maxLength: 5 }), (messages) => {
        expect(messagesSchema.parse({ status: "SUCCESS", result: messages })).to.deep.equal(messages)
      }),
    )
  })

  it("never throws, whatever the JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(() => messagesSchema.safeParse(value)).to.not.throw()
        expect(() => minFeesSchema.safeParse({ result: value })).to.not.throw()
      }),
    )
  })
})

describe("minFeesSchema", () => {
  it("parses wei exactly, up to the largest uint256", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), (wei) => {
        expect(minFeesSchema.parse(wei.toString())).to.equal(wei)
        expect(minFeesSchema.parse({ status: "SUCCESS", result: wei.toString() })).to.equal(wei)
      }),
    )
  })

  it("accepts a number if it is exact", () => {
    expect(minFeesSchema.parse({ result: Number.MAX_SAFE_INTEGER })).to.equal(9_007_199_254_740_991n)
    for (const inexact of [2 ** 53, 1e20, 0.5, -1]) {
      expect(minFeesSchema.safeParse({ result: inexact }).success, String(inexact)).to.equal(false)
    }
  })

  it("refuses anything but an amount of wei, and says what was expected", () => {
    for (const text of ["0.001", "", "-1", "1e18", "0x10", " 1", "1_000", String(2n ** 256n), null, true, {}]) {
      const { error } = minFeesSchema.safeParse({ result: text })
      expect(JSON.stringify(error?.issues), JSON.stringify(text)).to.contain("an amount in wei")
    }
  })
})
