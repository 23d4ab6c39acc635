import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeErrorResult } from "viem"

import type { TransactionRevert } from "#src/gateway/explaining/calls/transactionRevert.js"
import { findApiCauses, findTransactionCauses } from "#src/gateway/explaining/findTransactionCauses.js"
import { authorErrorsAbi } from "#src/gateway/onchain/watcherAbi.js"
import type { GatewayReading, TransactionFacts } from "#src/gateway/reading/types.js"
import { gatewayCase, minedAt, payloadFacts, requestFacts, timeoutFacts } from "#test/fixtures/wire/gatewayFacts.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

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

describe("the words of findTransactionCauses", () => {
  const causeOf = (facts: TransactionFacts, more: Partial<GatewayReading> = {}, revert: TransactionRevert = {}) => {
    const [cause] = findTransactionCauses({ ...gatewayCase({ transaction: facts, ...more }), gateway, revert })
    return { ...cause!, sources: cause!.evidence.map(({ source }) => source), fix: JSON.stringify(cause!.fix) }
  }

  it("says on which chain and block a transaction reverted, and why", () => {
    const facts = transaction({ reverted: true, chain: alpha, revertData: "0x12345678" })
    const told = causeOf(facts)
    expect(told.sources).to.deep.equal(["alpha, block 40", "simulation on alpha, block 40"])
    expect(told.says).to.contain("on alpha").and.to.contain("0x12345678")
    expect(told.evidence[0]!.says).to.contain(bytes32(70))
    expect(told.evidence[1]!.says).to.contain("with 0x12345678: ")
    const silent = causeOf(transaction({ reverted: true, chain: alpha, mined: null }))
    expect(silent.sources).to.deep.equal(["alpha, block unknown"])
    expect(silent.says).to.contain("does not say why")
  })

  it("blames the author of an app gateway only on the gateway chain, and the account that does not pay first", () => {
    const data = encodeErrorResult({ abi: authorErrorsAbi, errorName: "AsyncModifierNotSet" })
    const facts = { reverted: true, revertData: data, from: gateway.watcher, to: gateway.feesManager } as const
    expect(causeOf(transaction(facts)).name).to.equal("async-missing")
    expect(causeOf(transaction({ ...facts, chain: alpha })).name).to.equal("transaction-reverted")
    const account = gateway.watcher
    const payer = { reason: "credits", account, required: 9n, available: 2n, availableNow: 3n } as const
    const unpaid = causeOf(transaction(facts), {}, { payer })
    expect(unpaid).to.include({ name: "credits-missing", about: null })
    expect(unpaid.sources).to.deep.equal(["gateway, block 40", "gateway, block 90"])
    expect(unpaid.says).to.match(/^The transaction /)
    expect(unpaid.fix).to.contain("send it again")
  })

  it("names what is not found, pending or without a request, and where it looked", () => {
    const nowhere = (api: GatewayReading["api"]) => causeOf(transaction(), { kind: "unknown", api }).evidence
    const [atHead, api] = nowhere({ kind: "answer", isKnown: false })
    expect(atHead).to.include({ source: "gateway, block 90" })
    expect(api).to.deep.equal({ source: "the gateway API", says: `It does not know ${bytes32(70)}.` })
    expect(nowhere({ kind: "no answer", message: "It is down." })[1]!.says).to.equal("It is down.")
    const pending = causeOf(transaction({ state: "pending", mined: null, chain: alpha }))
    expect(pending.sources).to.deep.equal(["alpha"])
    expect(pending.evidence[0]!.says).to.contain(bytes32(70))
    const none = causeOf(transaction({ to: gateway.watcher }))
    expect(none.says).to.contain(`to ${gateway.watcher} is mined on gateway`)
    expect(none.sources).to.deep.equal(["gateway, block 40"])
    expect(none.evidence[0]!.says).to.contain(bytes32(70)).and.to.contain(`of the watcher ${gateway.watcher}`)
    expect(causeOf(transaction()).says).to.contain("to no contract is")
  })
})

describe("findApiCauses", () => {
  it("says how old what it does not know is, and what the node has", () => {
    const wordsOf = (more: Partial<GatewayReading>) => {
      const [{ says, evidence, fix }] = findApiCauses(gatewayCase(more)) as [ReturnType<typeof findApiCauses>[number]]
      return { says, fix, evidence: evidence.map((one) => one.says) }
    }
    const requests = [at(40)]
    const behind = wordsOf({ api: answer(false), requests, now: 4_030n })
    expect(behind.says).to.contain(bytes32(70)).and.to.contain(" 30 s old")
    expect(behind.fix).to.equal(undefined)
    expect(behind.evidence[0]).to.contain(bytes32(40))
    const unknown = wordsOf({ api: answer(false), requests, now: 4_130n })
    expect(unknown.says).to.contain("for 2 min 10 s.")
    expect(unknown.fix).to.contain("plugs.gateway.baseUrl")
    expect(wordsOf({ api: answer(false), requests, now: 90_400n }).says).to.contain("for 24 h 00 min.")
    expect(wordsOf({ api: { ...silent, message: "It is down." }, watcher: null }).evidence).to.deep.equal([
      "It is down.",
    ])
    const missing = { api: answer(true), timeouts: [timeoutFacts(1)] }
    expect(wordsOf(missing).evidence[1]).to.equal("The node does not know the transaction.")
    expect(wordsOf({ ...missing, transaction: transaction() }).evidence[1]).to.contain("is mined and logged nothing")
    expect(wordsOf({ ...missing, transaction: transaction({ mined: null }) }).evidence[1]).to.contain("does not know")
  })

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
