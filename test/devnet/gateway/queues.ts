import { expect } from "chai"
import { beforeEach, describe, it } from "mocha"

import { failed, noAttempt, succeeded } from "#src/devnet/gateway/ledger/attempt.js"
import type { GatewayFact } from "#src/devnet/gateway/ledger/facts.js"
import { createGatewayLedger, type GatewayLedger } from "#src/devnet/gateway/ledger/ledger.js"
import { jobQueue, payloadQueue } from "#src/devnet/gateway/openGateway.js"
import { payloadStages } from "#src/devnet/gateway/stages.js"
import { createManualClock, type ManualClock } from "#test/fixtures/clocks/manualClock.js"
import { appGateway, contract } from "#test/fixtures/wire/gatewayRecords.js"
import { executed, finalized, queued, submitted } from "#test/fixtures/wire/ledgerFacts.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const [home, alpha, beta] = [41000, 41001, 41002]
const head = { timestamp: 1000 }
const retries = { attempts: 2, delay: 500 }

describe("what waits for the gateway's actors", () => {
  let clock: ManualClock
  let ledger: GatewayLedger
  beforeEach(() => {
    clock = createManualClock()
    ledger = createGatewayLedger({ clock, slug: home })
  })

  const failure = (before = noAttempt) => failed(before, "0xdead", { clock, retries })
  const record = (slug: number, ...facts: readonly GatewayFact[]) => {
    ledger.record(slug, facts, head)
  }
  it("comes in the order in which it reached its state, also after an attempt that has failed", () => {
    record(home, submitted(), queued(1), queued(2), finalized(1), finalized(2))
    ledger.note(bytes32(1), { executionAttempt: failure() })
    expect([...ledger.inStatus("FINALIZED")].map(({ payloadId }) => Number(payloadId))).to.deep.equal([1, 2])
  })

  /** What waits for each stage on a chain. */
  const waiting = (slug: number) => {
    const queue = payloadQueue(ledger)
    const stages = Object.keys(payloadStages) as (keyof typeof payloadStages)[]
    return Object.fromEntries(
      stages.flatMap((stage) => {
        const ids = queue.waiting(stage, slug).map((payload) => Number(queue.idOf(payload)))
        return ids.length === 0 ? [] : [[stage, ids]]
      }),
    )
  }

  it("is each payload at its own stage, executions on the payload's own chain and all else on the gateway's", () => {
    const ids = [1, 2, 3, 4, 5, 6, 7, 8]
    record(home, submitted(), ...ids.map((id) => queued(id, id % 2 === 0 ? { chainSlug: beta } : {})))
    record(home, ...[3, 4, 5, 6, 7, 8].map((id) => finalized(id)))
    ledger.note(bytes32(2), { accepted: true })
    for (const id of [5, 6]) ledger.note(bytes32(id), { executionAttempt: succeeded(noAttempt) })
    record(alpha, executed(7))
    record(beta, executed(8))
    ledger.note(bytes32(8), { callbackAttempt: succeeded(noAttempt) })
    const onHome = { accept: [1], finalize: [2], simulateCallback: [7], resolve: [8] }
    expect(waiting(home)).to.deep.equal(onHome)
    expect(waiting(alpha)).to.deep.equal({ ...onHome, simulatePayload: [3], executePayload: [5] })
    expect(waiting(beta)).to.deep.equal({ ...onHome, simulatePayload: [4], executePayload: [6] })
  })

  it("is nothing that was given up, but for its mark, once; what was taken back waits only where it is finalized", () => {
    const last = failure(failure())
    record(home, submitted(), ...[1, 2, 3, 4].map((id) => queued(id)), ...[2, 3].map((id) => finalized(id)))
    ledger.note(bytes32(1), { accepted: true, finalizationAttempt: last })
    ledger.note(bytes32(2), { executionAttempt: last })
    record(alpha, executed(3))
    ledger.note(bytes32(3), { callbackAttempt: last })
    const accept = { accept: [4] }
    expect(waiting(alpha)).to.deep.equal({ ...accept, markRevert: [2, 3] })
    record(home, { kind: "markedReverted", payloadId: bytes32(3) })
    expect(waiting(alpha)).to.deep.equal({ ...accept, markRevert: [2] })
    ledger.note(bytes32(2), { executionAttempt: failure() })
    expect(waiting(alpha)).to.deep.equal({ ...accept, simulatePayload: [2] })
    ledger.note(bytes32(1), { finalizationAttempt: failure() })
    expect(waiting(home)).to.deep.equal({ ...accept, finalize: [1] })
    record(home, { kind: "cancelled", requestCount: 1 })
    expect(waiting(alpha)).to.deep.equal({ simulatePayload: [2] })
  })

  it("is ready when its attempt may be made again, and a schedule not before its own time", async () => {
    const queue = payloadQueue(ledger)
    const readyIn = (id: number) => queue.readyAt(ledger.payload(bytes32(id))!) - clock.now()
    await clock.advance(7_000)
    record(
      home,
      submitted(),
      queued(1),
      queued(2, { chainSlug: home, callType: "SCHEDULE" }),
      ...[1, 2].map((id) => finalized(id)),
    )
    expect([readyIn(1), readyIn(2)].map((time) => time + clock.now())).to.deep.equal([0, 0])
    const schedule = { payloadId: bytes32(2), requestCount: 1, executeAt: 1060, createdAt: 1000 }
    record(home, { kind: "scheduleStarted", schedule })
    expect(readyIn(2)).to.equal(60_000)
    ledger.note(bytes32(1), { executionAttempt: failure() })
    ledger.note(bytes32(2), { executionAttempt: failure() })
    expect([readyIn(1), readyIn(2)]).to.deep.equal([500, 60_000])
    ledger.note(bytes32(2), { executionAttempt: { ...failure(), retryAt: clock.now() + 90_000 } })
    expect(readyIn(2)).to.equal(90_000)
    ledger.note(bytes32(2), { executionAttempt: succeeded(noAttempt) })
    expect(queue.readyAt(ledger.payload(bytes32(2))!)).to.equal(0)
    expect(queue.sinceOf(ledger.payload(bytes32(2))!)).to.equal(clock.now())
  })

  it("has moved on once anything is known of it that was not when it was taken", () => {
    const queue = payloadQueue(ledger)
    record(home, submitted(), queued(1))
    const [taken] = queue.waiting("accept", home)
    expect(queue.isUnmoved(taken!)).to.equal(true)
    ledger.note(bytes32(1), { accepted: true })
    expect(queue.isUnmoved(taken!)).to.equal(false)
  })

  it("is each job that is open, until it is given up, and none whose attempt is another meanwhile", async () => {
    const queue = jobQueue(ledger)
    await clock.advance(3_000)
    const trigger = (id: number) => ({
      ...{ triggerId: bytes32(id), appGateway, chainSlug: alpha, plug: contract, payload: "0x" as const },
    })
    const triggered = (id: number): GatewayFact => ({
      ...{ kind: "triggered", trigger: trigger(id), txHash: bytes32(0xaa) },
    })
    record(alpha, triggered(1), triggered(2))
    const [first, second] = queue.waiting("trigger", home)
    expect([first, second].map((job) => [queue.idOf(job!), queue.sinceOf(job!), queue.readyAt(job!)])).to.deep.equal([
      ...[
        [bytes32(1), clock.now(), 0],
        [bytes32(2), clock.now(), 0],
      ],
    ])
    ledger.jobs.note(bytes32(1), failure())
    expect([queue.isUnmoved(first!), queue.isUnmoved(second!)]).to.deep.equal([false, true])
    const [again] = queue.waiting("trigger", home)
    expect([queue.isUnmoved(again!), queue.readyAt(again!)]).to.deep.equal([true, clock.now() + 500])
    ledger.jobs.note(bytes32(1), failure(failure()))
    expect(queue.waiting("trigger", home).map(({ id }) => Number(id))).to.deep.equal([2])
    record(home, { kind: "triggerHandled", trigger: trigger(2), txHash: bytes32(0xbb) })
    expect([queue.waiting("trigger", home), queue.isUnmoved(second!)]).to.deep.equal([[], false])
    expect([queue.waiting("timeout", home), queue.waiting("deposit", home)]).to.deep.equal([[], []])
  })
})
