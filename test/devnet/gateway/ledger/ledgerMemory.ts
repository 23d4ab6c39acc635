import { expect } from "chai"
import { beforeEach, describe, it } from "mocha"

import { failed, noAttempt, succeeded } from "#src/devnet/gateway/ledger/attempt.js"
import type { GatewayFact } from "#src/devnet/gateway/ledger/facts.js"
import { createGatewayLedger, type GatewayLedger } from "#src/devnet/gateway/ledger/ledger.js"
import type { Trigger } from "#src/devnet/gateway/ledger/types.js"
import { createManualClock, type ManualClock } from "#test/fixtures/clocks/manualClock.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { appGateway, contract } from "#test/fixtures/wire/gatewayRecords.js"
import { executed, finalized, queued, resolved, submitted } from "#test/fixtures/wire/ledgerFacts.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const [home, alpha] = [41000, 41001]
const head = { timestamp: 1000 }
const retries = { attempts: 3, delay: 500 }

describe("the gateway's ledger, over time", () => {
  let clock: ManualClock
  let ledger: GatewayLedger
  beforeEach(() => {
    clock = createManualClock()
    ledger = createGatewayLedger({ clock, slug: home })
  })

  const trigger = (id: number, more: Partial<Trigger> = {}): Trigger => ({
    ...{ triggerId: bytes32(id), appGateway, chainSlug: alpha, plug: contract, payload: "0x" },
    ...more,
  })
  const triggered = (id: number): GatewayFact => ({
    ...{ kind: "triggered", trigger: trigger(id), txHash: bytes32(0xbb) },
  })
  const handled = (id: number, more: Partial<Trigger> = {}): GatewayFact => ({
    ...{ kind: "triggerHandled", trigger: trigger(id, more), txHash: bytes32(0xdd) },
  })
  const failure = (before = noAttempt) => failed(before, "0xdead", { clock, retries })
  const record = (slug: number, ...facts: readonly GatewayFact[]) => {
    ledger.record(slug, facts, head)
  }
  const open = () => ledger.jobs.waiting.trigger().map(({ id }) => Number(id))

  it("tells of each change once, whatever changed, and of nothing after that is stopped", () => {
    let changes = 0
    const stop = ledger.onChange(() => (changes += 1))
    const counts: number[] = []
    const does = (act: () => void) => {
      changes = 0
      act()
      counts.push(changes)
    }
    does(() => {
      record(home, queued(1), submitted())
    })
    does(() => {
      record(alpha)
    })
    does(() => {
      ledger.note(bytes32(1), { accepted: true })
    })
    does(() => {
      ledger.jobs.note(bytes32(5), failure())
    })
    does(() => {
      ledger.replace(alpha, [], head)
    })
    const restore = ledger.remember()
    does(restore)
    stop()
    does(restore)
    expect(counts).to.deep.equal([1, 1, 1, 1, 1, 1, 0])
  })

  it("takes the gateway chain's time from its own blocks alone, in a new history, too", async () => {
    const due = () => ledger.jobs.clockTimeOf(1060) - clock.now()
    ledger.record(home, [], { timestamp: 1000 })
    await clock.advance(10_000)
    const times = [due()]
    ledger.replace(alpha, [], { timestamp: 5000 })
    times.push(due())
    ledger.replace(home, [], { timestamp: 1040 })
    times.push(due())
    expect(times).to.deep.equal([50_000, 50_000, 20_000])
  })

  it("goes back to the notes, attempts and times that it remembered, and tells again of what it forgot", async () => {
    record(home, queued(1), queued(2), submitted(), finalized(1), finalized(2))
    record(alpha, triggered(5), triggered(6))
    ledger.note(bytes32(1), { executionAttempt: failure() })
    ledger.jobs.note(bytes32(5), failure())
    const seen = () => [
      ...[1, 2].map((id) => ledger.payload(bytes32(id))),
      ...ledger.triggers({ txHash: bytes32(0xbb) }),
      ledger.jobs.waiting.trigger(),
    ]
    const before = seen()
    const restore = ledger.remember()
    await clock.advance(1_000)
    ledger.note(bytes32(1), { executionAttempt: succeeded(noAttempt) })
    record(alpha, executed(2), triggered(7))
    ledger.jobs.note(bytes32(5), failure(failure()))
    ledger.jobs.note(bytes32(6), failure())
    record(home, handled(5))
    expect(seen()).to.not.deep.equal(before)
    await clock.advance(1_000)
    ledger.replace(alpha, [triggered(5), triggered(6)], head)
    ledger.replace(home, [queued(1), queued(2), submitted(), finalized(1), finalized(2)], head)
    restore()
    expect(seen()).to.deep.equal(before)
    const told: unknown[] = []
    ledger.onJob((job) =>
      told.push(job.kind === "trigger" && [Number(job.trigger.triggerId), job.trigger.attempt.attempts]),
    )
    ledger.jobs.note(bytes32(5), failure())
    ledger.jobs.note(bytes32(6), failure())
    expect(told, "what the sixth fails with was forgotten, and what the fifth fails with not").to.deep.equal([[6, 1]])
  })

  it("keeps a note through a new history for the same payload alone, finalized and executed by the same transactions", () => {
    const keeps = (
      [homeBefore, alphaBefore]: readonly [readonly GatewayFact[], readonly GatewayFact[]],
      [homeAfter, alphaAfter]: readonly [readonly GatewayFact[], readonly GatewayFact[]],
    ) => {
      ledger = createGatewayLedger({ clock, slug: home })
      record(home, ...homeBefore)
      record(alpha, ...alphaBefore)
      ledger.note(bytes32(1), { accepted: true, callbackAttempt: failure() })
      ledger.replace(home, homeAfter, head)
      ledger.replace(alpha, alphaAfter, head)
      return ledger.payload(bytes32(1))?.callbackAttempt.attempts
    }
    const plain = [[queued(1), submitted()], []] as const
    const done = [[queued(1), submitted(), finalized(1)], [executed(1)]] as const
    expect([
      keeps(plain, plain),
      keeps(plain, [[queued(1, { createdAt: 9, batchCount: 4 })], []]),
      keeps(plain, [[queued(1, { callData: "0x99" })], []]),
      keeps(plain, [[queued(1, { target: at(9) })], []]),
      keeps(plain, [[queued(1, { appGateway: at(9) })], []]),
      keeps(plain, [[queued(1, { chainSlug: 41002 })], []]),
      keeps(plain, [[...plain[0], finalized(1)], []]),
      keeps(done, done),
      keeps(done, [[...plain[0], finalized(1, { txHash: bytes32(0xab) })], [executed(1)]]),
      keeps(done, [done[0], [executed(1, { txHash: bytes32(0xef) })]]),
      keeps(done, [done[0], []]),
      keeps(plain, [[], []]),
    ]).to.deep.equal([1, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, undefined])
  })

  it("forgets with a raised limit only what the same request's payloads were refused, and no other note", () => {
    record(home, queued(1), queued(2, { requestCount: 2 }), queued(3), submitted(1), submitted(2))
    for (const id of [1, 2]) ledger.note(bytes32(id), { accepted: true, finalizationAttempt: failure() })
    const told: number[] = []
    ledger.subscribe(({ payloadId }) => told.push(Number(payloadId)))
    const raised = {
      kind: "feesIncreased",
      requestCount: 1,
      maxFees: 200n,
      feePoolChain: alpha,
      feePoolToken: contract,
    }
    record(home, raised as GatewayFact)
    record(home, { ...raised, requestCount: 9 } as GatewayFact)
    const states = [1, 2, 3].map((id) => {
      const { status, executionAttempt } = ledger.payload(bytes32(id))!
      return [status, executionAttempt.attempts]
    })
    expect(states).to.deep.equal([
      ["FINALIZING", 0],
      ["FINALIZING", 1],
      ["NO", 0],
    ])
    expect(told).to.deep.equal([1])
  })

  it("has a payload ready once its request is submitted and every batch before its own is resolved, for the fees at once", () => {
    const ready = () =>
      [1, 2, 3, 4].filter((id) => {
        const payload = ledger.payload(bytes32(id))
        return payload !== undefined && ledger.isReady(payload)
      })
    const fees = queued(4, { callType: "DISTRIBUTE_FEE", batchCount: 9 })
    const all = [queued(1, { batchCount: 3 }), queued(2, { batchCount: 3 }), queued(3, { batchCount: 5 }), fees]
    record(home, ...all)
    const steps = [ready()]
    const then = (...facts: readonly GatewayFact[]) => {
      record(home, ...facts)
      steps.push(ready())
    }
    then(submitted(2))
    then(submitted(1))
    then(resolved(1))
    then(resolved(2))
    then(resolved(3))
    ledger.replace(home, [...all, submitted(1)], head)
    steps.push(ready())
    expect(steps).to.deep.equal([[], [], [1, 2, 4], [1, 2, 4], [3, 4], [4], [1, 2, 4]])
  })

  it("reads again from a new history of any chain which triggers are handled, and forgets attempts", () => {
    record(alpha, triggered(5), triggered(6), triggered(7))
    record(home, handled(5), handled(7, { payload: "0x99" }))
    for (const id of [6, 7]) ledger.jobs.note(bytes32(id), failure())
    expect([open(), ledger.jobs.isDone(bytes32(5)), ledger.jobs.isDone(bytes32(7))]).to.deep.equal([
      [6, 7],
      true,
      false,
    ])
    ledger.replace(home, [handled(6)], head)
    expect(open()).to.deep.equal([5, 7])
    expect([5, 6, 7].map((id) => ledger.jobs.isDone(bytes32(id)))).to.deep.equal([false, true, false])
    expect([5, 6, 7].map((id) => ledger.jobs.attemptOf(bytes32(id)).attempts)).to.deep.equal([0, 0, 0])
    ledger.replace(alpha, [triggered(6), triggered(7)], head)
    expect(open()).to.deep.equal([7])
    expect([5, 6, 7, 8].map((id) => ledger.jobs.isOpen(bytes32(id)))).to.deep.equal([false, false, true, false])
  })
})
