import { expect } from "chai"
import { describe, it } from "mocha"

import { findFeesCauses, findRequestCauses } from "../../../src/gateway/explaining/findRequestCauses.js"
import type { PayloadFacts, RequestFacts } from "../../../src/gateway/reading/types.js"
import { finalized, gatewayCase, minedAt, payloadFacts, requestFacts } from "../../fixtures/wire/gatewayFacts.js"
import { bytes32 } from "../../fixtures/wire/messages.js"

const resolved = (fee: bigint) => ({ ...minedAt(30), fee })
const options = (gasLimit: bigint, value = 0n) => ({ gasLimit, value, readAtBlockNumber: 0n })

describe("findFeesCauses", () => {
  /** The causes of request 7: about which payload, and the fees that the fix names. */
  const causesOf = (payloads: readonly PayloadFacts[], more: Partial<RequestFacts>, watched = true) => {
    const { watcher } = gatewayCase()
    const reading = gatewayCase({ requests: [requestFacts(payloads, more)], watcher: watched ? watcher : null })
    return findFeesCauses(reading).map(({ name, about, fix }) => {
      const needed = /_increaseFees\(7, (\d+)\)/.exec(JSON.stringify(fix))?.[1]
      return [name, about, needed]
    })
  }
  const tooLow = (id: number, needed: string) => [["fees-too-low", bytes32(id), needed]]
  /** Costs 10 + 20 * 3 + 5. */
  const write = (id: number, more: Partial<PayloadFacts> = {}) =>
    payloadFacts(id, { options: options(20n, 5n), ...more })
  const read = (id: number, more: Partial<PayloadFacts> = {}) => payloadFacts(id, { ...more, callType: "READ" })

  it("compares the maximum with the highest fee of the next payload, to the unit", () => {
    expect(causesOf([write(1)], { maxFees: 75n })).to.deep.equal([])
    expect(causesOf([write(1)], { maxFees: 74n })).to.deep.equal(tooLow(1, "75"))
    expect(causesOf([read(1, { options: options(20n, 5n) })], { maxFees: 10n })).to.deep.equal([])
    expect(causesOf([read(1)], { maxFees: 9n })).to.deep.equal(tooLow(1, "10"))
    expect(causesOf([read(1, { callType: "SCHEDULE" })], { maxFees: 10n })).to.deep.equal([])
  })

  it("adds what was charged and names what all payloads need, the first payload that is too much first", () => {
    const charged = write(1, { resolved: resolved(40n) })
    const payloads = [charged, read(2, { batchCount: 1 }), write(3, { batchCount: 1 }), write(4, { batchCount: 2 })]
    expect(causesOf(payloads, { maxFees: 115n })).to.deep.equal([])
    expect(causesOf(payloads, { maxFees: 114n })).to.deep.equal(tooLow(3, "200"))
    expect(causesOf(payloads, { maxFees: 49n })).to.deep.equal(tooLow(2, "200"))
  })

  it("waits while another payload runs, whose highest fee is held", () => {
    const running = write(1, { finalized: finalized(20) })
    expect(causesOf([running, write(2)], { maxFees: 80n })).to.deep.equal([])
    const done = write(1, { finalized: finalized(20), resolved: resolved(6n) })
    expect(causesOf([done, write(2)], { maxFees: 80n })).to.deep.equal(tooLow(2, "81"))
  })

  it("says nothing of a request that is over, or whose options or maximum are not known", () => {
    expect(causesOf([write(1)], { maxFees: 1n, cancelled: minedAt(9) })).to.deep.equal([])
    expect(causesOf([write(1)], { maxFees: 1n, settled: minedAt(9) })).to.deep.equal([])
    expect(causesOf([write(1, { options: null })], { maxFees: 1n })).to.deep.equal([])
    expect(causesOf([write(1)], { maxFees: null })).to.deep.equal([])
    expect(causesOf([], { maxFees: 1n })).to.deep.equal([])
  })

  it("believes the API alone that a finalization was refused, once it is given up", () => {
    const refused = (isGivenUp: boolean, text = "MaxFeesTooLow(required: 900, maxFees: 800)") =>
      write(1, { reported: { isGivenUp, simulationDetails: { executeRevertString: text } } as never })
    expect(causesOf([refused(true)], { maxFees: null }, false)).to.deep.equal(tooLow(1, "900"))
    expect(causesOf([refused(false)], { maxFees: null }, false)).to.deep.equal([])
    expect(causesOf([refused(true, "Panic(17)")], { maxFees: null }, false)).to.deep.equal([])
    // What was computed comes before what was reported.
    expect(causesOf([refused(true)], { maxFees: 80n })).to.deep.equal(tooLow(1, "75"))
  })
})

describe("findRequestCauses", () => {
  const causesOf = (reading: Parameters<typeof gatewayCase>[0]) =>
    findRequestCauses(gatewayCase(reading)).map(({ name, about = null }) => [name, about])
  const done = (id: number, more: Partial<PayloadFacts> = {}) => payloadFacts(id, { ...more, resolved: resolved(1n) })

  it("names the first payload that a cancellation left out, where several requests could be meant", () => {
    const payloads = [
      done(1, { finalized: finalized(5) }),
      payloadFacts(2, { finalized: finalized(6) }),
      payloadFacts(3),
    ]
    const cancelled = requestFacts(payloads, { cancelled: minedAt(9) })
    expect(causesOf({ requests: [cancelled] })).to.deep.equal([["request-cancelled", null]])
    const two = [cancelled, requestFacts([done(8)], { requestCount: 8 })]
    expect(causesOf({ requests: two })).to.deep.equal([["request-cancelled", bytes32(3)]])
    const begun = requestFacts(payloads.slice(0, 2), { cancelled: minedAt(9) })
    expect(causesOf({ requests: [begun] })).to.deep.equal([])
  })

  it("says of one payload which batch it waits for, unless that waits for its time", () => {
    const waiting = (first: PayloadFacts, id = 2) => {
      const payloads = [first, payloadFacts(2, { batchCount: 1 }), payloadFacts(3, { batchCount: 1 })]
      return causesOf({ kind: "payload", id: bytes32(id), requests: [requestFacts(payloads)] })
    }
    expect(waiting(payloadFacts(1))).to.deep.equal([["batch-waiting", bytes32(2)]])
    expect(waiting(payloadFacts(1), 3), "not for one of its own batch").to.deep.equal([["batch-waiting", bytes32(3)]])
    expect(waiting(done(1))).to.deep.equal([])
    expect(waiting(payloadFacts(1), 1)).to.deep.equal([])
    expect(waiting(payloadFacts(1, { callType: "SCHEDULE" }))).to.deep.equal([])
    const cancelled = requestFacts([payloadFacts(1), payloadFacts(2, { batchCount: 1 })], { cancelled: minedAt(9) })
    const found = causesOf({ kind: "payload", id: bytes32(2), requests: [cancelled] })
    expect(found).to.deep.equal([["request-cancelled", null]])
    const requests = [requestFacts([payloadFacts(1), payloadFacts(2, { batchCount: 1 })])]
    expect(causesOf({ id: bytes32(2), requests }), "a transaction").to.deep.equal([])
  })

  it("follows what a callback opened once all that came before is done, to its first open payload", () => {
    const own = requestFacts([done(1), done(2)])
    const opened = (payloads: readonly PayloadFacts[]) =>
      requestFacts(payloads, { requestCount: 8, openedBy: bytes32(2) })
    const running = opened([done(5), payloadFacts(6), payloadFacts(7)])
    expect(causesOf({ requests: [own, running] })).to.deep.equal([["opened-request-running", bytes32(6)]])
    expect(causesOf({ requests: [own, opened([done(5)])] })).to.deep.equal([])
    expect(causesOf({ requests: [requestFacts([done(1), payloadFacts(2)]), running] })).to.deep.equal([])
    expect(causesOf({ requests: [own, requestFacts([payloadFacts(6)])] }), "its own").to.deep.equal([])
    // Of another subject.
    const about = { kind: "payload", id: bytes32(1), requests: [own, running] } as const
    expect(causesOf(about)).to.deep.equal([])
  })
})
