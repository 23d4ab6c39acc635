import { expect } from "chai"
import { describe, it } from "mocha"

import { leaveOutRepeats } from "#src/gateway/wire/foreign.js"
import { requestsSchema } from "#src/gateway/wire/schemas.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const payload = (id: number, more: object = {}) => ({
  payloadId: bytes32(id),
  chainSlug: 41001,
  executeDetails: { executeStatus: "EXECUTED", returnData: "0x01" },
  ...more,
})
const again = (list: readonly object[]) => structuredClone(list) as object[]
const [first, second, third] = [payload(1), payload(2), payload(3)]

describe("leaveOutRepeats", () => {
  it("leaves out the lists that say the same again, and keeps their order", () => {
    const [writePayloads, readPayloads] = [[first, third], [second]]
    const all = [first, second, third]
    const given = { status: "COMPLETED", writePayloads, readPayloads, Payloads: again(all), payloads: again(all) }
    expect(leaveOutRepeats(given)).to.deep.equal({
      request: { status: "COMPLETED", writePayloads, readPayloads, Payloads: null, payloads: null },
      order: [bytes32(1), bytes32(2), bytes32(3)],
    })
  })

  it("keeps a list in which anything is different, missing or new", () => {
    const changed = payload(1, { executeDetails: { executeStatus: "EXECUTED", returnData: "0x02" } })
    for (const payloads of [[changed, second], [first], [first, second, third], [first, first], [first, 7], []]) {
      const given = { writePayloads: [first, second], payloads: again(payloads as object[]) }
      expect(leaveOutRepeats(given), JSON.stringify(payloads)).to.deep.equal({ request: given, order: undefined })
    }
  })

  it("keeps all lists where one after a repeat has something else, which has no place in the order", () => {
    const given = { writePayloads: [first], Payloads: again([first]), payloads: [first, second] }
    expect(leaveOutRepeats(given)).to.deep.equal({ request: given, order: undefined })
  })

  it("compares what is inside of payloads by form, length and name", () => {
    const written = (deep: unknown): object => payload(1, { deep })
    const isLeftOut = (one: unknown, other: unknown): boolean =>
      leaveOutRepeats({ writePayloads: [written(one)], payloads: [written(other)] }).order !== undefined
    const differing: readonly (readonly [unknown, unknown])[] = [
      [[1], [1, 2]],
      [[1, 2], [1]],
      [
        [1, 2],
        [1, 3],
      ],
      [[], {}],
      [{ a: 1 }, { a: 1, b: 2 }],
      [{ a: 1, b: 2 }, { a: 1 }],
      [{ a: undefined }, { b: undefined }],
      [{ a: 1 }, null],
      [null, { a: 1 }],
      [1, "1"],
    ]
    for (const [one, other] of differing) expect(isLeftOut(one, other), JSON.stringify([one, other])).to.equal(false)
    expect(isLeftOut({ a: [1, { b: [] }], c: null }, { c: null, a: [1, { b: [] }] })).to.equal(true)
  })

  it("changes nothing in what is no request", () => {
    for (const given of [null, 7, [], "x", {}, { payloads: 1 }, { Payloads: [null] }]) {
      expect(leaveOutRepeats(given)).to.deep.equal({ request: given, order: undefined })
    }
  })

  it("leaves the answer as it is when nothing repeats", () => {
    const [writePayloads, readPayloads] = [[third, first], [second]]
    const all = [first, second, third]
    const read = (payloads: readonly object[]) =>
      requestsSchema.parse([{ status: "X", writePayloads, readPayloads, payloads }])
    // A key that only the last list has keeps it from being a repeat.
    expect(read(again(all))).to.deep.equal(read(all.map((one) => ({ ...one, mood: 1 }))))
    expect(read(again(all))[0]!.payloads.map(({ payloadId, kind }) => [Number(payloadId), kind])).to.deep.equal([
      [1, "write"],
      [2, "read"],
      [3, "write"],
    ])
  })
})
