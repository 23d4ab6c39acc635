import { expect } from "chai"
import { describe, it } from "mocha"

import { failed, noAttempt } from "#src/devnet/gateway/ledger/attempt.js"
import type { GatewayFact } from "#src/devnet/gateway/ledger/facts.js"
import { createGatewayLedger } from "#src/devnet/gateway/ledger/ledger.js"
import { reportUsedIds, retryGatewayJob } from "#src/devnet/gateway/openGateway.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { appGateway, contract, payloadRecord } from "#test/fixtures/wire/gatewayRecords.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const [home, alpha] = [41000, 41001]
const head = { timestamp: 1000 }

/** A ledger with payloads that wait on a chain, and triggers that came from it. */
function open({ payloads = [], triggers = [] }: Partial<Record<"payloads" | "triggers", readonly number[]>>) {
  const clock = createManualClock()
  const ledger = createGatewayLedger({ clock, slug: home })
  const facts = payloads.flatMap((id): GatewayFact[] => [
    { kind: "queued", payload: { ...payloadRecord({ chainSlug: alpha }), payloadId: bytes32(id) } },
    { kind: "finalized", payloadId: bytes32(id), txHash: bytes32(0xaa), proof: "0x01", digest: bytes32(id) },
  ])
  const triggerOf = (id: number) => ({
    ...{ triggerId: bytes32(id), appGateway, chainSlug: alpha, plug: contract, payload: "0x" as const },
  })
  const inTx = (kind: "triggered" | "triggerHandled", id: number): GatewayFact => ({
    ...{ kind, trigger: triggerOf(id), txHash: bytes32(0xbb) },
  })
  ledger.record(home, facts, head)
  ledger.record(
    alpha,
    triggers.map((id) => inTx("triggered", id)),
    head,
  )
  const failure = (before = noAttempt) => failed(before, "0xdead", { clock, retries: { attempts: 2, delay: 500 } })
  const executed = (id: number, digest = bytes32(id)) => {
    const execution = { txHash: bytes32(0xee), returnData: "0x", gasUsed: 1n } as const
    ledger.record(alpha, [{ kind: "executed", payloadId: bytes32(id), digest, execution }], head)
  }
  const retry = (...ids: readonly number[]) => ids.map((id) => retryGatewayJob(ledger, bytes32(id)))
  return {
    ledger,
    failure,
    executed,
    retry,
    record: (...more: GatewayFact[]) => {
      ledger.record(home, more, head)
    },
    inTx,
  }
}

describe("trying again what the gateway's actors gave up", () => {
  it("lets a payload be tried from the first attempt on, once, whatever it failed at, and though it was marked", () => {
    const { ledger, failure, executed, retry, record } = open({ payloads: [1, 2, 3] })
    ledger.note(bytes32(1), { executionAttempt: failure() })
    ledger.note(bytes32(2), { executionAttempt: failure(failure()) })
    executed(3)
    ledger.note(bytes32(3), { callbackAttempt: failure(failure()) })
    record({ kind: "markedReverted", payloadId: bytes32(2) })
    expect(retry(1, 2, 3, 4)).to.deep.equal(["not given up", "retried", "retried", undefined])
    expect(retry(2, 3)).to.deep.equal(["not given up", "not given up"])
    const attempts = [1, 2, 3].map((id) => {
      const { executionAttempt, callbackAttempt, isGivenUp } = ledger.payload(bytes32(id))!
      return [executionAttempt.attempts, callbackAttempt.attempts, isGivenUp]
    })
    expect(attempts).to.deep.equal([
      [1, 0, false],
      [0, 0, false],
      [0, 0, false],
    ])
  })

  it("says that a payload is done, or was cancelled, even where it was given up before", () => {
    const { ledger, failure, executed, retry, record } = open({ payloads: [1] })
    ledger.note(bytes32(1), { executionAttempt: failure(failure()) })
    executed(1)
    record({ kind: "resolved", payloadId: bytes32(1), txHash: bytes32(0xcc), fee: 1n })
    expect(retry(1)).to.deep.equal(["done"])
    const queued = { ...payloadRecord({ chainSlug: alpha }), payloadId: bytes32(2) }
    record({ kind: "queued", payload: queued })
    ledger.note(bytes32(2), { finalizationAttempt: failure(failure()) })
    record({ kind: "cancelled", requestCount: queued.requestCount })
    expect(retry(2)).to.deep.equal(["cancelled"])
  })

  it("lets a trigger be tried from the first attempt on, once, until it is handled", () => {
    const { ledger, failure, retry, record, inTx } = open({ triggers: [5, 6] })
    ledger.jobs.note(bytes32(5), failure())
    ledger.jobs.note(bytes32(6), failure(failure()))
    expect(retry(5, 6, 6, 7)).to.deep.equal(["not given up", "retried", "not given up", undefined])
    expect([5, 6].map((id) => ledger.jobs.attemptOf(bytes32(id)).attempts)).to.deep.equal([1, 0])
    ledger.jobs.note(bytes32(6), failure(failure()))
    record(inTx("triggerHandled", 6))
    expect(retry(5, 6)).to.deep.equal(["not given up", "done"])
  })
})

describe("a payload whose id was used before", () => {
  it("is reported when it fails for the first time, by the name of its chain, and no other that fails is", () => {
    const { ledger, failure, executed } = open({ payloads: [1, 2] })
    const reports = [[{ slug: home, name: "home" }], [{ slug: alpha, name: "alpha" }]].map((served) => {
      const reported: unknown[] = []
      reportUsedIds(served, ledger, (error) => reported.push((error as { readonly facts: unknown }).facts))
      return reported
    })
    const counts = () => reports.map(({ length }) => length)
    executed(1, bytes32(99))
    expect(counts(), "before it fails").to.deep.equal([0, 0])
    for (const id of [1, 2]) {
      ledger.note(bytes32(id), { executionAttempt: failure() })
      expect(counts(), "once it has failed").to.deep.equal([1, 1])
      ledger.note(bytes32(id), { executionAttempt: failure(failure()) })
    }
    const facts = (chain: string) => ({
      ...{ payload: bytes32(1), chain, "carried out in": bytes32(0xee) },
      reason: "evm_revert set back one chain alone",
    })
    expect(reports).to.deep.equal([[facts("41001")], [facts("alpha")]])
  })
})
