import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeErrorResult } from "viem"

import { findFeesCauses, findRequestCauses } from "#src/gateway/explaining/findRequestCauses.js"
import { watcherAbi } from "#src/gateway/onchain/watcherAbi.js"
import type { PayloadFacts, RequestFacts } from "#src/gateway/reading/types.js"
import { finalized, gatewayCase, minedAt, payloadFacts, requestFacts } from "#test/fixtures/wire/gatewayFacts.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

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
    const schedule = payloadFacts(1, { callType: "SCHEDULE", options: options(20n, 5n) })
    expect(causesOf([schedule], { maxFees: 10n })).to.deep.equal([])
    expect(causesOf([schedule], { maxFees: 9n })).to.deep.equal(tooLow(1, "10"))
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

  it("means the first of the batch that is open, wherever it is listed, and none that has begun", () => {
    const later = [write(2, { batchCount: 1 }), write(1)]
    expect(causesOf(later, { maxFees: 74n })).to.deep.equal(tooLow(1, "150"))
    const isGivenUp = true
    const refusal = { isGivenUp, simulationDetails: { executeRevertString: "MaxFeesTooLow(900, 800)" } } as never
    const begun = write(1, { finalized: finalized(20), reported: refusal })
    expect(causesOf([begun], { maxFees: null }, false)).to.deep.equal([])
    expect(causesOf([begun, write(2, { reported: refusal })], { maxFees: null }, false)).to.deep.equal(tooLow(2, "900"))
  })

  it("counts nothing for a payload of unknown options beside the next one", () => {
    expect(causesOf([write(1), write(2, { options: null })], { maxFees: 74n })).to.deep.equal(tooLow(1, "75"))
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
    expect(causesOf([refused(true, "Panic(17)")], { maxFees: 80n })).to.deep.equal([])
    expect(causesOf([refused(true)], { maxFees: null }), "of an unknown maximum").to.deep.equal(tooLow(1, "900"))
    // What was computed comes before what was reported.
    expect(causesOf([refused(true)], { maxFees: 80n })).to.deep.equal(tooLow(1, "75"))
  })
})

describe("the words of findFeesCauses", () => {
  const credit = 10n ** 18n
  const watcher = { payloadFee: credit, feePerGas: 2n, operator: bytes32(4) } as never
  const causeOf = (payloads: readonly PayloadFacts[], more: Partial<RequestFacts>, known = true) => {
    const reading = gatewayCase({ requests: [requestFacts(payloads, more)], watcher: known ? watcher : null })
    const [cause] = findFeesCauses(reading)
    return { ...cause!, fix: JSON.stringify(cause!.fix), evidence: cause!.evidence.map(({ says }) => says) }
  }
  const app = bytes32(9)
  const refused = (required: string) =>
    ({ isGivenUp: true, simulationDetails: { executeRevertString: required } }) as never

  it("says what the request may cost, to what its next payload brings it, and what is enough", () => {
    const next = payloadFacts(2, { options: options(500n, 3n * credit - 1_000n) })
    const done = payloadFacts(1, { resolved: resolved(2n * credit) })
    const last = payloadFacts(3, { batchCount: 1, callType: "READ" })
    const { says, fix, evidence } = causeOf([done, next, last], { maxFees: 5n * credit, appGateway: app })
    expect(says)
      .to.contain("Request 7 may cost 5 credits at most")
      .and.to.contain(`payload ${bytes32(2)}`)
    expect(says).to.contain("to 6 credits. 7 credits are enough")
    expect(fix).to.contain(`the app gateway ${app} calls _increaseFees(7, ${7n * credit})`)
    expect(evidence).to.have.length(2)
    expect(evidence[0]).to.contain(`request 7 are ${5n * credit}`)
    expect(evidence[1]).to.contain(`PAYLOAD_FEE is ${credit} and FEE_PER_GAS 2`)
    expect(evidence[1]).to.contain(`gas limit of 500 and a value of ${3n * credit - 1_000n}`)
    expect(evidence[1]).to.contain(`costs ${4n * credit} at most, beside ${2n * credit} of the others`)
    const unnamed = causeOf([next], { maxFees: credit, requestCount: null })
    expect(unnamed.fix).to.contain("that made it").and.to.contain("_increaseFees(…")
    expect(unnamed.says).to.match(/^The request of transaction /)
  })

  it("has what it does not know from the refusal, as data or as text", () => {
    const data = encodeErrorResult({ abi: watcherAbi, errorName: "MaxFeesTooLow", args: [3n * credit, 2n * credit] })
    for (const text of [data, `MaxFeesTooLow(required: ${3n * credit}, maxFees: ${2n * credit})`]) {
      const { says, evidence, fix } = causeOf([payloadFacts(1, { reported: refused(text) })], {}, false)
      expect(says).to.contain("may cost 2 credits at most").and.to.contain("to 3 credits. 3 credits are enough")
      expect(evidence).to.have.length(2)
      expect(evidence[1]).to.contain(`required: ${3n * credit}, maxFees: ${2n * credit}`)
      expect(fix).to.contain(`_increaseFees(7, ${3n * credit})`)
    }
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
    const later = requestFacts([payloadFacts(9)], { requestCount: 9, openedBy: bytes32(6) })
    expect(causesOf({ requests: [own, running, later] })).to.deep.equal([["opened-request-running", bytes32(6)]])
    expect(causesOf({ requests: [own, opened([done(5)])] })).to.deep.equal([])
    expect(causesOf({ requests: [requestFacts([done(1), payloadFacts(2)]), running] })).to.deep.equal([])
    expect(causesOf({ requests: [own, requestFacts([payloadFacts(6)])] }), "its own").to.deep.equal([])
    // Of another subject.
    const about = { kind: "payload", id: bytes32(1), requests: [own, running] } as const
    expect(causesOf(about)).to.deep.equal([])
  })

  it("counts what was cancelled, what runs and what is left, and says where it has it from", () => {
    const causeOf = (reading: Parameters<typeof gatewayCase>[0]) => {
      const [cause] = findRequestCauses(gatewayCase(reading))
      const [{ source, says }] = cause!.evidence as [{ source: string; says: string }]
      return { says: cause!.says, source, evidence: says, certainty: cause!.certainty }
    }
    const payloads = [done(1, { finalized: finalized(5) }), payloadFacts(2), payloadFacts(3)]
    const cancelled = causeOf({ requests: [requestFacts(payloads, { cancelled: minedAt(9), appGateway: "0xabcd" })] })
    expect(cancelled.says).to.contain("0xabcd cancelled request 7, and 2 of its 3 payloads")
    expect(cancelled.source).to.equal("gateway, block 9")
    const unnamed = causeOf({ requests: [requestFacts(payloads, { cancelled: minedAt(9) })] })
    expect(unnamed.says).to.match(/^The app gateway +cancelled request 7/)
    expect(cancelled.evidence)
      .to.contain(bytes32(9))
      .and.to.contain(`${bytes32(2)}, ${bytes32(3)}`)

    const waits = (queued: PayloadFacts["queued"]) => {
      const of = [done(1), payloadFacts(2, { finalized: finalized(5) }), payloadFacts(3, { batchCount: 4, queued })]
      return causeOf({ kind: "payload", id: bytes32(3), requests: [requestFacts(of)] })
    }
    const behind = waits(minedAt(6))
    expect(behind.says)
      .to.contain("in batch 4 of request 7")
      .and.to.contain(`payload ${bytes32(2)} of batch 0`)
    expect(behind).to.include({ source: "gateway, block 6", certainty: "likely" })
    expect(behind.evidence).to.contain(`${bytes32(2)} is FINALIZED`)
    expect(waits(null).source).to.equal("gateway, block unknown")

    const opened = (submitted: RequestFacts["submitted"], own: readonly RequestFacts[]) => {
      const more = { requestCount: 8, openedBy: bytes32(2), submitted, txHash: bytes32(77) }
      const running = requestFacts([done(5), payloadFacts(6), payloadFacts(7)], more)
      return causeOf({ requests: [...own, running], transaction: { txHash: bytes32(70) } as never })
    }
    const next = opened(minedAt(12), [requestFacts([done(1)])])
    expect(next.says)
      .to.contain(`transaction ${bytes32(70)} is done`)
      .and.to.contain("request 8")
    expect(next.says).to.contain(`for ${bytes32(2)}: 2 of its 3 payloads`)
    expect(next.source).to.equal("gateway, block 12")
    expect(next.evidence).to.contain(bytes32(77)).and.to.contain(bytes32(2))
    const requests = [
      requestFacts([done(1)]),
      requestFacts([payloadFacts(6)], { requestCount: 8, openedBy: bytes32(2) }),
    ]
    expect(causeOf({ requests }).says).to.match(/^All of transaction +is done/)
    const alone = opened(null, [])
    expect(alone.says).not.to.contain("transaction")
    expect(alone.source).to.equal("gateway, block unknown")
  })
})
