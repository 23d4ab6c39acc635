import { expect } from "chai"
import { describe, it } from "mocha"

import { findApiCauses, findTransactionCauses } from "../../../src/gateway/explaining/findTransactionCauses.js"
import type { GatewayReading, TransactionFacts } from "../../../src/gateway/reading/types.js"
import { gatewayCase, minedAt, payloadFacts, requestFacts, timeoutFacts } from "../../fixtures/wire/gatewayFacts.js"
import { bytes32 } from "../../fixtures/wire/messages.js"

const { gateway } = gatewayCase()
const alpha = { client: undefined as never, slug: 41001, name: "alpha", socket: `0x${"5".repeat(40)}` as const }
const transaction = (more: Partial<TransactionFacts> = {}): TransactionFacts => ({
  ...{ txHash: bytes32(70), chain: gateway, state: "mined", mined: minedAt(40), reverted: false, revertData: null },
  ...{ from: null, to: null, input: "0x", value: 0n },
  ...more,
})

describe("findTransactionCauses", () => {
  const causesOf = (more: Partial<GatewayReading>) => findTransactionCauses({ ...gatewayCase(more), revert: {} })
  const namesOf = (more: Partial<GatewayReading>) =>
    causesOf(more).map(({ name, certainty = "certain", evidence }) => [name, certainty, evidence.length])

  it("tells what is unknown, pending, reverted or asked for nothing, one of them at most", () => {
    expect(namesOf({ kind: "unknown" })).to.deep.equal([["transaction-unknown", "certain", 1]])
    const api = { kind: "answer", isKnown: false } as const
    expect(namesOf({ kind: "unknown", api })).to.deep.equal([["transaction-unknown", "certain", 2]])
    const pending = transaction({ state: "pending", mined: null })
    expect(namesOf({ transaction: pending })).to.deep.equal([["transaction-pending", "certain", 1]])
    const reverted = transaction({ reverted: true })
    expect(namesOf({ transaction: reverted })).to.deep.equal([["transaction-reverted", "certain", 1]])
    const simulated = transaction({ reverted: true, revertData: "0x12345678" })
    expect(namesOf({ transaction: simulated })).to.deep.equal([["transaction-reverted", "certain", 2]])
    const silent = transaction({ reverted: true, revertData: "0x", from: gateway.watcher })
    // A constructor that gives no reason may be that of any contract: nothing says that its author is one of an app gateway.
    expect(namesOf({ gateway, transaction: silent })).to.deep.equal([["transaction-reverted", "certain", 2]])
    const ofApp = { ...silent, to: gateway.feesManager }
    expect(namesOf({ gateway, transaction: ofApp })).to.deep.equal([["transaction-reverted", "certain", 1]])
    expect(namesOf({ transaction: transaction() })).to.deep.equal([["no-request", "likely", 1]])
    expect(namesOf({ transaction: null })).to.deep.equal([])
  })

  it("says nothing of the transaction of a payload or a timeout, nor of one that is not mined", () => {
    for (const kind of ["payload", "timeout"] as const) {
      expect(namesOf({ kind, transaction: transaction({ reverted: true }) })).to.deep.equal([])
    }
    expect(namesOf({ transaction: transaction({ state: "unknown", mined: null }) })).to.deep.equal([])
  })

  it("finds no fault where the transaction made a request, a timeout, a trigger or a change", () => {
    for (const made of [
      { requests: [requestFacts([])] },
      { timeouts: [timeoutFacts(1)] },
      { triggers: [{}] },
      { changes: [{}] },
    ]) {
      expect(namesOf({ transaction: transaction(), ...made } as never), Object.keys(made)[0]).to.deep.equal([])
    }
  })

  it("is less sure where the logs that it looks for are not known", () => {
    expect(namesOf({ transaction: transaction(), watcher: null })).to.deep.equal([["no-request", "possible", 1]])
    const onAlpha = { kind: "trigger", transaction: transaction({ chain: alpha }), watcher: null } as const
    expect(namesOf(onAlpha)).to.deep.equal([["no-request", "likely", 1]])
    const nowhere = { ...onAlpha, transaction: transaction({ chain: { ...alpha, socket: undefined } }) }
    expect(namesOf(nowhere)).to.deep.equal([["no-request", "possible", 1]])
    // The watcher logs requests and timeouts, and a socket the calls of its plugs.
    const [ofWatcher] = causesOf({ transaction: transaction() })
    expect(ofWatcher!.evidence[0]!.says).to.contain("RequestSubmitted")
    expect(ofWatcher!.says).to.contain("timeout").and.not.to.contain("socket")
    const [ofSocket] = causesOf(onAlpha)
    expect(ofSocket!.evidence[0]!.says).to.contain("AppGatewayCallRequested")
    expect(ofSocket!.says).to.contain("socket").and.not.to.contain("timeout")
  })
})

describe("findApiCauses", () => {
  const causesOf = (more: Partial<GatewayReading>) =>
    findApiCauses(gatewayCase(more)).map(({ name, certainty, evidence }) => [name, certainty, evidence[0]!.source])
  const answer = (isKnown: boolean) => ({ kind: "answer", isKnown }) as const
  const silent = { kind: "no answer", message: "down" } as const
  const at = (block: number) => requestFacts([], { submitted: minedAt(block) })

  it("minds an API that does not answer only where the chains do not have it all", () => {
    const read = (resolved: boolean) =>
      requestFacts([payloadFacts(1, { callType: "READ", resolved: resolved ? { ...minedAt(3), fee: 1n } : null })])
    const failed = [["api-failed", "possible", "the gateway API"]]
    expect(causesOf({ api: silent, requests: [at(40), read(false)] })).to.deep.equal(failed)
    expect(causesOf({ api: silent, requests: [at(40), read(true)] })).to.deep.equal([])
    expect(causesOf({ api: silent, requests: [requestFacts([payloadFacts(1)])] })).to.deep.equal([])
    expect(causesOf({ api: silent, requests: [at(40)], watcher: null })).to.deep.equal(failed)
    expect(causesOf({ api: silent, kind: "unknown", watcher: null })).to.deep.equal([])
    expect(causesOf({ requests: [at(40)] }), "no API").to.deep.equal([])
  })

  it("gives the API a minute from the first log to know what the chain has", () => {
    const behind = [["api-behind", "likely", "gateway, block 40"]]
    expect(causesOf({ api: answer(false), requests: [at(40)], now: 4_059n })).to.deep.equal(behind)
    const unknown = [["api-unknown", "likely", "gateway, block 40"]]
    expect(causesOf({ api: answer(false), requests: [at(40)], now: 4_060n })).to.deep.equal(unknown)
    expect(causesOf({ api: answer(true), requests: [at(40)], now: 4_060n })).to.deep.equal([])
    const untimed = requestFacts([], { submitted: { ...minedAt(40), timestamp: null } })
    expect(causesOf({ api: answer(false), requests: [untimed], now: 9_999n })).to.deep.equal(behind)
  })

  it("takes the first log of a request, else of a timeout, else of a trigger", () => {
    const requests = [requestFacts([], { submitted: null }), at(41), at(42)]
    const timeouts = [
      timeoutFacts(1),
      timeoutFacts(2, { scheduled: minedAt(43) }),
      timeoutFacts(3, { scheduled: minedAt(44) }),
    ]
    const triggers = [{ sent: null }, { sent: minedAt(45) }, { sent: minedAt(46) }] as never
    const source = (more: Partial<GatewayReading>) => causesOf({ api: answer(false), ...more })[0]?.[2]
    expect(source({ requests, timeouts, triggers })).to.equal("gateway, block 41")
    expect(source({ timeouts, triggers })).to.equal("gateway, block 43")
    expect(source({ triggers, transaction: transaction({ chain: alpha }) })).to.equal("alpha, block 45")
  })

  it("says that the node is behind where the API reports what a known watcher did not log", () => {
    const reported = { api: answer(true), requests: [requestFacts([], { submitted: null })] }
    expect(causesOf(reported)).to.deep.equal([["chain-behind", "likely", "the gateway API"]])
    expect(causesOf({ api: answer(true), timeouts: [timeoutFacts(1)] })[0]![0]).to.equal("chain-behind")
    expect(causesOf({ ...reported, watcher: null })).to.deep.equal([])
    expect(causesOf({ ...reported, api: answer(false) })).to.deep.equal([])
    expect(causesOf({ api: answer(true) }), "nothing reported").to.deep.equal([])
  })
})
