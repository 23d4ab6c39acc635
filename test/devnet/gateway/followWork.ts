import { expect } from "chai"
import { describe, it } from "mocha"

import { followWork } from "#src/devnet/gateway/followWork.js"
import { failed, noAttempt, succeeded } from "#src/devnet/gateway/ledger/attempt.js"
import type { GatewayFact } from "#src/devnet/gateway/ledger/facts.js"
import { createGatewayLedger } from "#src/devnet/gateway/ledger/ledger.js"
import type { Attempt } from "#src/devnet/gateway/ledger/types.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { appGateway, contract, payloadRecord } from "#test/fixtures/wire/gatewayRecords.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const [home, alpha] = [41000, 41001]
const head = { timestamp: 1000 }

/** A ledger with a payload, and what is told of its work. */
function follow() {
  const clock = createManualClock()
  const ledger = createGatewayLedger({ clock, slug: home })
  const told: unknown[] = []
  const remember = followWork(ledger, home, (work) => told.push(work))
  const record = (slug: number, ...facts: readonly GatewayFact[]) => {
    ledger.record(slug, facts, head)
  }
  const failure = (before = noAttempt, revertData: `0x${string}` = "0xdead") =>
    failed(before, revertData, { clock, retries: { attempts: 4, delay: 500 } })
  return { ledger, record, failure, remember, told: () => told.splice(0) }
}

const queued: GatewayFact = { kind: "queued", payload: payloadRecord({ chainSlug: alpha, requestCount: 3 }) }
const finalized: GatewayFact = {
  ...{ kind: "finalized", payloadId: bytes32(1), txHash: bytes32(0xaa), proof: "0x01", digest: bytes32(1) },
}
const executed: GatewayFact = {
  ...{ kind: "executed", payloadId: bytes32(1), digest: bytes32(1) },
  execution: { txHash: bytes32(0xee), returnData: "0x", gasUsed: 1n },
}
const trigger = { triggerId: bytes32(7), appGateway, chainSlug: alpha, plug: contract, payload: "0x" as const }
const triggered: GatewayFact = { kind: "triggered", trigger, txHash: bytes32(0xbb) }
const timeout = {
  ...{ timeoutId: bytes32(8), scheduler: appGateway, target: contract, payload: "0x" as const },
  ...{ executeAt: 1000, originTxHash: bytes32(0xcc), createdAt: 1000 },
}

const payload = (status: string, revertData?: string, more: object = {}) => ({
  ...{ kind: "payload", id: bytes32(1), requestCount: 3, chainSlug: alpha, status, revertData, ...more },
})
const job = (kind: "trigger" | "timeout", status: string, revertData?: string, more: object = {}) => ({
  ...{ kind, id: bytes32(kind === "trigger" ? 7 : 8), chainSlug: kind === "trigger" ? alpha : home },
  ...{ status, revertData, ...more },
})

describe("what the gateway's actors have done", () => {
  it("is each state, and each attempt that reverts, in the same way too, at the step that is next", () => {
    const { ledger, record, failure, told } = follow()
    const at = (executionAttempt: Attempt) => {
      ledger.note(bytes32(1), { executionAttempt })
    }
    record(home, queued)
    record(home, finalized)
    const first = failure()
    at(first)
    at(first)
    at(failure(first))
    at(succeeded(failure(first)))
    record(alpha, executed)
    const atCallback = failure(noAttempt, "0xbeef")
    ledger.note(bytes32(1), { callbackAttempt: atCallback })
    ledger.note(bytes32(1), { callbackAttempt: failure(atCallback, "0xbeef") })
    expect(told()).to.deep.equal([
      payload("NO"),
      payload("FINALIZED"),
      payload("FINALIZED", "0xdead"),
      payload("FINALIZED", "0xdead"),
      payload("EXECUTING"),
      payload("EXECUTED"),
      payload("EXECUTED", "0xbeef"),
      payload("EXECUTED", "0xbeef"),
    ])
  })

  it("is each attempt at a trigger and at a timeout, which are told of by the chain that they come from", () => {
    const { ledger, record, failure, told } = follow()
    record(alpha, triggered)
    record(home, { kind: "scheduled", timeout })
    const first = failure()
    ledger.jobs.note(bytes32(7), first)
    ledger.jobs.note(bytes32(7), failure(first))
    ledger.jobs.note(bytes32(8), first)
    ledger.jobs.note(bytes32(8), failure(first))
    record(home, { kind: "triggerHandled", trigger, txHash: bytes32(0xdd) })
    record(home, { kind: "timeoutResolved", timeoutId: bytes32(8), txHash: bytes32(0xdd), executedAt: 1001 })
    record(alpha)
    expect(told()).to.deep.equal([
      job("trigger", "Queued"),
      job("timeout", "ADDED_TO_QUEUE"),
      job("trigger", "Reverting", "0xdead"),
      job("trigger", "Reverting", "0xdead"),
      job("timeout", "ADDED_TO_QUEUE", "0xdead"),
      job("timeout", "ADDED_TO_QUEUE", "0xdead"),
      job("trigger", "Executed"),
      job("timeout", "RESOLVED"),
    ])
  })

  it("says of what was given up that it is tried again, and of nothing else", () => {
    const { ledger, record, failure, told } = follow()
    record(home, queued, finalized)
    record(alpha, triggered)
    const last = failure(failure(failure(failure())))
    for (const attempt of [failure(), noAttempt, last, noAttempt]) {
      ledger.note(bytes32(1), { executionAttempt: attempt })
      ledger.jobs.note(bytes32(7), attempt)
    }
    const isRetried = true
    expect(told()).to.deep.equal([
      ...[payload("FINALIZED"), job("trigger", "Queued")],
      ...[payload("FINALIZED", "0xdead"), job("trigger", "Reverting", "0xdead")],
      ...[payload("FINALIZED"), job("trigger", "Queued")],
      ...[payload("FINALIZED", "0xdead"), job("trigger", "Reverting", "0xdead")],
      ...[payload("FINALIZED", undefined, { isRetried }), job("trigger", "Queued", undefined, { isRetried })],
    ])
  })

  it("says so once, and not of what works although it was given up", () => {
    const { ledger, record, failure, told } = follow()
    record(home, queued, finalized)
    const last = failure(failure(failure(failure())))
    const at = (executionAttempt: Attempt) => {
      ledger.note(bytes32(1), { executionAttempt })
      return told()
    }
    at(last)
    expect(at(succeeded(last))).to.deep.equal([payload("EXECUTING")])
    at(last)
    expect(at(noAttempt)).to.deep.equal([payload("FINALIZED", undefined, { isRetried: true })])
    record(alpha, executed)
    expect(told(), "the next state").to.deep.equal([payload("EXECUTED")])
  })

  it("tells of a deposit when it is credited", () => {
    const { record, told } = follow()
    const [depositId, credits] = [bytes32(9), { token: contract, receiver: appGateway, creditAmount: 5n }]
    record(alpha, { kind: "deposited", deposit: { depositId, chainSlug: alpha, nativeAmount: 0n, ...credits } })
    expect(told()).to.deep.equal([])
    record(home, { kind: "credited", depositId })
    const work = { kind: "deposit", id: depositId, chainSlug: alpha, status: "CREDITED", revertData: undefined }
    expect(told()).to.deep.equal([work])
  })

  it("goes back to what was told when it was remembered", () => {
    const { ledger, record, failure, remember, told } = follow()
    record(home, queued, finalized)
    const [first, second] = [failure(), failure(failure())]
    ledger.note(bytes32(1), { executionAttempt: first })
    const [goBack, goBackLedger] = [remember(), ledger.remember()]
    for (let times = 0; times < 2; times += 1) {
      told()
      ledger.note(bytes32(1), { executionAttempt: second })
      expect(told()).to.deep.equal([payload("FINALIZED", "0xdead")])
      goBack()
      goBackLedger()
      expect(told()).to.deep.equal([])
    }
  })
})
