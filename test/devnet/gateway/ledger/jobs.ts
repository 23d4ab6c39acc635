import { expect } from "chai"
import { beforeEach, describe, it } from "mocha"
import type { Hex } from "viem"

import { failed, noAttempt } from "#src/devnet/gateway/ledger/attempt.js"
import type { GatewayFact } from "#src/devnet/gateway/ledger/facts.js"
import { createGatewayLedger, type GatewayLedger } from "#src/devnet/gateway/ledger/ledger.js"
import { jobQueue } from "#src/devnet/gateway/openGateway.js"
import { createManualClock, type ManualClock } from "#test/fixtures/clocks/manualClock.js"
import { appGateway, contract } from "#test/fixtures/wire/gatewayRecords.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const home = 41000
const alpha = 41001
const txHash = bytes32(0xaa)
const head = { timestamp: 1000 }
const retries = { attempts: 2, delay: 500 }

describe("the jobs of the gateway's ledger", () => {
  let clock: ManualClock
  let ledger: GatewayLedger
  beforeEach(() => {
    clock = createManualClock()
    ledger = createGatewayLedger({ clock, slug: home })
  })

  const recordHome = (...facts: GatewayFact[]) => {
    ledger.record(home, facts, head)
  }
  const recordAlpha = (...facts: GatewayFact[]) => {
    ledger.record(alpha, facts, head)
  }
  const failure = (before = noAttempt) => failed(before, "0xdead", { clock, retries })
  const scheduled = (id: number, executeAt: number): GatewayFact => ({
    kind: "scheduled",
    timeout: {
      timeoutId: bytes32(id),
      scheduler: appGateway,
      target: contract,
      payload: "0x",
      executeAt,
      originTxHash: txHash,
      createdAt: 1000,
    },
  })

  it("estimates when a timeout is due from the gateway chain's newest block and the clock", async () => {
    const queue = jobQueue(ledger)
    const dueIn = () => queue.waiting("timeout", home).map((job) => queue.readyAt(job) - clock.now())
    recordHome(scheduled(1, 1060))
    expect(dueIn()).to.deep.equal([60_000])
    await clock.advance(20_000)
    expect(dueIn()).to.deep.equal([40_000])
    ledger.record(home, [], { timestamp: 1059 })
    expect(dueIn()).to.deep.equal([1000])
    ledger.record(alpha, [], { timestamp: 5000 })
    expect(dueIn()).to.deep.equal([1000])
  })

  it("attempts a reverting timeout again after the delay, gives it up at last, and shows why", () => {
    const queue = jobQueue(ledger)
    recordHome(scheduled(1, 1000))
    ledger.jobs.note(bytes32(1), failure())
    expect(queue.readyAt(queue.waiting("timeout", home)[0]!)).to.equal(clock.now() + retries.delay)
    ledger.jobs.note(bytes32(1), failure(failure()))
    expect(queue.waiting("timeout", home)).to.deep.equal([])
    const [record] = ledger.timeouts({ target: contract })
    expect(record).to.deep.include({ status: "ADDED_TO_QUEUE", resolved: undefined })
    expect(record!.attempt.revertData).to.equal("0xdead")
  })

  it("finds timeouts by each field of a query, and by all of them together", () => {
    recordHome(scheduled(1, 2000), scheduled(2, 3000), {
      kind: "timeoutResolved",
      timeoutId: bytes32(2),
      txHash: bytes32(0xbb),
      executedAt: 3001,
    })
    const found = (query: Parameters<GatewayLedger["timeouts"]>[0]) =>
      ledger.timeouts(query).map(({ timeoutId, status }) => [Number(timeoutId), status])
    const both = [
      [1, "ADDED_TO_QUEUE"],
      [2, "RESOLVED"],
    ]
    expect(found({ txHash })).to.deep.equal(both)
    expect(found({ target: contract })).to.deep.equal(both)
    expect(found({ txHash, timeoutId: bytes32(2) })).to.deep.equal([both[1]])
    expect(found({ txHash: bytes32(0xbb) })).to.deep.equal([])
  })

  it("has jobs done once, in whatever sequence the chains are read, and again after a reorg", () => {
    const trigger = { triggerId: bytes32(7), appGateway, chainSlug: alpha, plug: contract, payload: "0x" as const }
    const open = () => jobQueue(ledger).waiting("trigger", home).length
    const handled: GatewayFact = { kind: "triggerHandled", trigger, txHash }
    recordHome(handled)
    recordAlpha({ kind: "triggered", trigger, txHash })
    expect(open()).to.equal(0)
    ledger.replace(home, [], head)
    expect(open()).to.equal(1)
    recordHome(handled)
    expect(open()).to.equal(0)
    ledger.replace(alpha, [], head)
    ledger.replace(home, [], head)
    expect(open()).to.equal(0)
  })

  it("notifies once of what a timeout or a trigger comes to, again when it is given up, and tells the API", () => {
    const seen: unknown[] = []
    const stop = ledger.onJob((change) => {
      const { status, attempt } = change.kind === "timeout" ? change.timeout : change.trigger
      seen.push([change.kind, status, attempt.attempts, change.at])
    })
    const trigger = { triggerId: bytes32(7), appGateway, chainSlug: alpha, plug: contract, payload: "0x" as const }
    const now = clock.now()
    recordAlpha({ kind: "triggered", trigger, txHash })
    const first = failure()
    ledger.jobs.note(trigger.triggerId, first)
    ledger.jobs.note(trigger.triggerId, { ...first })
    ledger.jobs.note(trigger.triggerId, failure(first))
    expect(ledger.triggers({ txHash })).to.deep.equal([
      { ...trigger, txHash, status: "Reverting", handled: undefined, attempt: failure(first) },
    ])
    recordHome({ kind: "triggerHandled", trigger, txHash: bytes32(0xee) })
    expect(ledger.triggers({ txHash })[0]).to.deep.include({ status: "Executed", handled: { txHash: bytes32(0xee) } })
    expect(ledger.triggers({ txHash: bytes32(0xee) })).to.deep.equal([])
    recordHome(scheduled(1, 2000))
    recordHome({ kind: "timeoutResolved", timeoutId: bytes32(1), txHash, executedAt: 2001 })
    stop()
    recordHome(scheduled(2, 2000))
    expect(seen).to.deep.equal([
      ["trigger", "Queued", 0, now],
      ["trigger", "Reverting", 1, now],
      ["trigger", "Reverting", 2, now],
      ["trigger", "Executed", 2, now],
      ["timeout", "ADDED_TO_QUEUE", 0, now],
      ["timeout", "RESOLVED", 0, now],
    ])
  })

  it("notifies once of each deposit that is credited after it was seen, in a new history of the gateway chain, too", () => {
    const told: Hex[] = []
    ledger.onCredited(({ depositId }) => told.push(depositId))
    const deposited = (id: number): GatewayFact => {
      const [token, receiver, creditAmount, nativeAmount] = [contract, appGateway, 5n, 0n]
      const deposit = { depositId: bytes32(id), chainSlug: alpha, token, receiver, creditAmount, nativeAmount }
      return { kind: "deposited", deposit }
    }
    const credited = (id: number): GatewayFact => ({ kind: "credited", depositId: bytes32(id) })
    const [one, two, three, four] = [1, 2, 3, 4]
    recordHome(credited(one))
    recordAlpha(deposited(one), deposited(two), deposited(three))
    const open = () => ledger.jobs.waiting.deposit().map(({ id }) => Number(id))
    expect(open(), "one was credited before its chain was read").to.deep.equal([two, three])
    recordHome(credited(two), credited(two))
    recordAlpha(deposited(four))
    ledger.replace(home, [credited(two), credited(three)], head)
    expect(open()).to.deep.equal([one, four])
    recordHome(credited(four), credited(one))
    expect(told).to.deep.equal([two, three, four, one].map(bytes32))
  })

  it("are open from when they are known until they are done, each by its id, in a new history too", () => {
    const trigger = { triggerId: bytes32(7), appGateway, chainSlug: alpha, plug: contract, payload: "0x" as const }
    const deposit = {
      ...{ depositId: bytes32(8), chainSlug: alpha, token: contract, receiver: appGateway },
      ...{ creditAmount: 5n, nativeAmount: 0n },
    }
    const ids = [1, 7, 8, 9].map(bytes32)
    const states = () => ids.map((id) => [ledger.jobs.isOpen(id), ledger.jobs.isDone(id)])
    const [unknown, open, done] = [
      [false, false],
      [true, false],
      [false, true],
    ]
    expect(states()).to.deep.equal([unknown, unknown, unknown, unknown])
    recordHome(scheduled(1, 1060))
    recordAlpha({ kind: "triggered", trigger, txHash }, { kind: "deposited", deposit })
    expect(states()).to.deep.equal([open, open, open, unknown])
    ledger.replace(home, [scheduled(1, 1060)], head)
    expect(states()).to.deep.equal([open, open, open, unknown])
    const { timeout, trigger: triggers, deposit: deposits } = ledger.jobs.waiting
    expect([timeout(), triggers(), deposits()].map((jobs) => jobs.map(({ id }) => id))).to.deep.equal([
      ...[[bytes32(1)], [bytes32(7)], [bytes32(8)]],
    ])
    const ends: readonly GatewayFact[] = [
      { kind: "timeoutResolved", timeoutId: bytes32(1), txHash, executedAt: 1061 },
      { kind: "triggerHandled", trigger, txHash },
      { kind: "credited", depositId: bytes32(8) },
    ]
    for (const [index, end] of ends.entries()) {
      recordHome(end)
      expect(states()[index], end.kind).to.deep.equal(done)
    }
    ledger.replace(home, [scheduled(1, 1060), ...ends], head)
    expect(states()).to.deep.equal([done, done, done, unknown])
  })

  it("keep a trigger whose id another one had that was handled", () => {
    const trigger = { triggerId: bytes32(7), appGateway, chainSlug: alpha, plug: contract, payload: "0x" as const }
    const other = { ...trigger, payload: "0x01" as const }
    const open = () =>
      jobQueue(ledger)
        .waiting("trigger", home)
        .map(({ subject }) => subject)
    recordHome({ kind: "triggerHandled", trigger, txHash })
    recordAlpha({ kind: "triggered", trigger: other, txHash })
    expect(open()).to.deep.equal([other])
    ledger.replace(alpha, [{ kind: "triggered", trigger: other, txHash }], head)
    expect(open()).to.deep.equal([other])
    recordHome({ kind: "triggerHandled", trigger: other, txHash })
    expect(open()).to.deep.equal([])
  })
})
