import { expect } from "chai"
import { beforeEach, describe, it } from "mocha"
import { type Hex, pad } from "viem"

import { failed, noAttempt, succeeded } from "#src/devnet/gateway/ledger/attempt.js"
import type { GatewayFact } from "#src/devnet/gateway/ledger/facts.js"
import { createGatewayLedger, type GatewayLedger } from "#src/devnet/gateway/ledger/ledger.js"
import type { Attempt } from "#src/devnet/gateway/ledger/types.js"
import { payloadQueue } from "#src/devnet/gateway/openGateway.js"
import type { PayloadStage } from "#src/devnet/gateway/stages.js"
import { createManualClock, type ManualClock } from "#test/fixtures/clocks/manualClock.js"
import { appGateway, contract } from "#test/fixtures/wire/gatewayRecords.js"
import { executed, finalized, queued, resolved, submitted } from "#test/fixtures/wire/ledgerFacts.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const home = 41000
const alpha = 41001
const txHash = bytes32(0xaa)
const head = { timestamp: 1000 }
const retries = { attempts: 2, delay: 500 }

describe("the gateway's ledger", () => {
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
  const statusOf = (id: number) => ledger.payload(bytes32(id))?.status
  const request = () => ledger.requestsOf(txHash)[0]!
  const failure = (before: Attempt = noAttempt) => failed(before, "0xdead", { clock, retries })
  const waiting = (stage: PayloadStage, slug = home) =>
    payloadQueue(ledger)
      .waiting(stage, slug)
      .map(({ payloadId }) => Number(payloadId))

  it("moves a payload through its states as facts are recorded, with the time of each", async () => {
    const steps: [() => void, string][] = [
      [
        () => {
          recordHome(queued(1), submitted())
        },
        "NO",
      ],
      [
        () => {
          ledger.note(bytes32(1), { accepted: true })
        },
        "FINALIZING",
      ],
      [
        () => {
          recordHome(finalized(1))
        },
        "FINALIZED",
      ],
      [
        () => {
          ledger.note(bytes32(1), { executionAttempt: succeeded(noAttempt) })
        },
        "EXECUTING",
      ],
      [
        () => {
          recordAlpha(executed(1))
        },
        "EXECUTED",
      ],
      [
        () => {
          ledger.note(bytes32(1), { callbackAttempt: succeeded(noAttempt) })
        },
        "PROMISE_RESOLVING",
      ],
      [
        () => {
          recordHome(resolved(1))
        },
        "PROMISE_RESOLVED",
      ],
    ]
    const notified: string[] = []
    ledger.subscribe(({ status }) => notified.push(status))
    for (const [happens, status] of steps) {
      await clock.advance(10)
      happens()
      expect(ledger.payload(bytes32(1))).to.deep.include({ status, since: clock.now() })
    }
    expect(notified).to.deep.equal(steps.map(([, status]) => status))
  })

  it("puts a payload in the state of the last fact that is known, even if the watcher's note is missing", () => {
    recordAlpha(executed(1))
    recordHome(queued(1), submitted(), finalized(1), resolved(1))
    expect(statusOf(1)).to.equal("PROMISE_RESOLVED")
  })

  it("has a payload executed again that is resolved, when its chain has forgotten the execution", () => {
    recordAlpha(executed(1))
    recordHome(queued(1), submitted(), finalized(1), resolved(1))
    ledger.replace(alpha, [], head)
    expect([statusOf(1), request().status]).to.deep.equal(["FINALIZED", "IN_PROGRESS"])
    expect(waiting("simulatePayload", alpha)).to.deep.equal([1])
    recordAlpha(executed(1))
    expect([statusOf(1), request().status]).to.deep.equal(["PROMISE_RESOLVED", "COMPLETED"])
  })

  it("keeps a read that is resolved, because no chain has its execution", () => {
    recordHome(queued(1, { callType: "READ" }), submitted(), finalized(1))
    ledger.note(bytes32(1), { read: { txHash: undefined, returnData: "0x", gasUsed: 0n } })
    recordHome(resolved(1))
    ledger.replace(alpha, [], head)
    expect(statusOf(1)).to.equal("PROMISE_RESOLVED")
  })

  it("does not take a payload for executed because another one with its id was", () => {
    recordAlpha({ ...executed(1), digest: bytes32(99) } as GatewayFact)
    recordHome(queued(1), submitted(), finalized(1))
    expect(ledger.payload(bytes32(1))).to.include({ status: "FINALIZED", executed: undefined, idUsedIn: bytes32(0xee) })
    ledger.note(bytes32(1), { executionAttempt: succeeded(noAttempt) })
    expect(statusOf(1)).to.equal("EXECUTING")
  })

  it("does not count an execution before the payload is finalized", () => {
    recordAlpha(executed(1))
    recordHome(queued(1), submitted())
    expect(statusOf(1)).to.equal("NO")
    recordHome(finalized(1))
    expect(statusOf(1)).to.equal("EXECUTED")
  })

  it("shows what reverts until it is done nevertheless", () => {
    recordHome(queued(1), submitted(), finalized(1))
    ledger.note(bytes32(1), { executionAttempt: failure() })
    expect(statusOf(1)).to.equal("FINALIZED")
    expect(request().status).to.equal("REVERTING")
    recordAlpha(executed(1))
    expect(ledger.payload(bytes32(1))!.executionAttempt).to.deep.include({ outcome: "SIMULATION_SUCCESS", attempts: 1 })
    expect(request().status).to.equal("IN_PROGRESS")
    ledger.note(bytes32(1), { callbackAttempt: failure() })
    expect(request().status).to.equal("REVERTING")
    recordHome(resolved(1))
    expect(request().status).to.equal("COMPLETED")
  })

  it("notifies once of what a payload reverts with, again when that changes, and when it is given up", () => {
    const notified: unknown[] = []
    recordHome(queued(1), submitted(), finalized(1))
    ledger.subscribe(({ status, executionAttempt, callbackAttempt }) => {
      const attempts = executionAttempt.attempts + callbackAttempt.attempts
      notified.push([status, executionAttempt.revertData ?? callbackAttempt.revertData, attempts])
    })
    const policy = { clock, retries: { ...retries, attempts: 5 } }
    let attempt = noAttempt
    for (const reason of ["0xdead", "0xdead", "0xbeef", "0xbeef", "0xbeef"] as const) {
      attempt = failed(attempt, reason, policy)
      ledger.note(bytes32(1), { executionAttempt: attempt })
    }
    recordAlpha(executed(1))
    ledger.note(bytes32(1), { callbackAttempt: failure() })
    expect(notified).to.deep.equal([
      ["FINALIZED", "0xdead", 1],
      ["FINALIZED", "0xbeef", 3],
      ["FINALIZED", "0xbeef", 5],
      ["EXECUTED", undefined, 5],
      ["EXECUTED", "0xdead", 6],
    ])
  })

  it("never notifies of a complete request while one of its payloads is not", () => {
    const seen: string[] = []
    ledger.subscribe(() => seen.push(request().status))
    recordHome(queued(1), queued(2), submitted(), finalized(1), finalized(2))
    recordAlpha(executed(1), executed(2))
    recordHome(resolved(1))
    recordHome(resolved(2), queued(3, { callType: "DISTRIBUTE_FEE", batchCount: 1 }), {
      kind: "settled",
      requestCount: 1,
    })
    expect(new Set(seen)).to.deep.equal(new Set(["IN_PROGRESS"]))
    expect(request()).to.deep.include({ fee: 10n, isSettled: true })
    recordHome(finalized(3))
    recordAlpha(executed(3))
    recordHome(resolved(3, { fee: 0n }))
    expect(seen.at(-1)).to.equal("COMPLETED")
  })

  it("lets a batch be accepted when everything before it is resolved", () => {
    recordHome(queued(1), queued(2), queued(3, { batchCount: 1 }), submitted())
    expect(waiting("accept")).to.deep.equal([1, 2])
    recordHome(finalized(1), resolved(1))
    expect(waiting("accept")).to.deep.equal([2])
    recordHome(finalized(2), resolved(2))
    expect(waiting("accept")).to.deep.equal([3])
  })

  it("accepts nothing of a request that was cancelled, except the payload that pays the fees", () => {
    recordHome(queued(1), queued(2), submitted(), finalized(1))
    ledger.note(bytes32(2), { accepted: true, finalizationAttempt: failure() })
    recordHome({ kind: "cancelled", requestCount: 1 }, queued(3, { callType: "DISTRIBUTE_FEE", batchCount: 1 }))
    expect(waiting("accept")).to.deep.equal([3])
    expect(waiting("finalize")).to.deep.equal([])
    expect(waiting("simulatePayload", alpha)).to.deep.equal([1])
    expect(request()).to.deep.include({ status: "IN_PROGRESS", isCancelled: true })
  })

  it("has payloads executed by the actors of their own chain only", () => {
    recordHome(queued(1), queued(2, { chainSlug: 41002 }), submitted(), finalized(1), finalized(2))
    expect(waiting("simulatePayload", alpha)).to.deep.equal([1])
    expect(waiting("simulatePayload", 41002)).to.deep.equal([2])
  })

  it("has what reverts attempted again after the delay, and marked when no attempt is left", () => {
    recordHome(queued(1), submitted(), finalized(1))
    const queue = payloadQueue(ledger)
    ledger.note(bytes32(1), { executionAttempt: failure() })
    const [payload] = queue.waiting("simulatePayload", alpha)
    expect(queue.readyAt(payload!)).to.equal(clock.now() + retries.delay)
    expect(waiting("markRevert")).to.deep.equal([])

    ledger.note(bytes32(1), { executionAttempt: failure(payload!.executionAttempt) })
    expect(waiting("simulatePayload", alpha)).to.deep.equal([])
    expect(waiting("markRevert")).to.deep.equal([1])
    recordHome({ kind: "markedReverted", payloadId: bytes32(1) })
    expect(waiting("markRevert")).to.deep.equal([])
    expect(request().status).to.equal("REVERTING")
  })

  it("lets what cost too much be attempted again at once when more may be spent", () => {
    recordHome(queued(1), submitted())
    ledger.note(bytes32(1), { accepted: true, finalizationAttempt: failure(failure()) })
    expect([waiting("finalize"), waiting("markRevert")]).to.deep.equal([[], []])
    const increase = { requestCount: 1, maxFees: 200n, feePoolChain: 41002, feePoolToken: contract } as const
    recordHome({ kind: "feesIncreased", ...increase })
    expect(waiting("finalize")).to.deep.equal([1])
    expect(ledger.payload(bytes32(1))!.executionAttempt).to.deep.equal(noAttempt)
    expect(request(), "what pays from then on").to.deep.include(increase)
  })

  it("forgets what followed from a chain's old history, and keeps the rest", () => {
    recordHome(queued(1), queued(2), submitted(), finalized(1), finalized(2))
    for (const id of [1, 2]) ledger.note(bytes32(id), { executionAttempt: succeeded(noAttempt) })
    ledger.replace(home, [queued(1), queued(2), submitted(), finalized(2)], head)
    expect([statusOf(1), statusOf(2)]).to.deep.equal(["NO", "EXECUTING"])
    recordHome(finalized(1))
    expect(statusOf(1), "what was simulated before no longer counts").to.equal("FINALIZED")
    ledger.replace(home, [], head)
    expect([statusOf(1), ledger.requestsOf(txHash)]).to.deep.equal([undefined, []])
  })

  it("knows where a contract was last deployed, once the deployment is executed", () => {
    const contractId = bytes32(0xc)
    const query = { appGateway, contractId, chainSlug: alpha }
    expect(ledger.deployment(query)).to.equal(undefined)
    recordHome(queued(1, { callType: "DEPLOY", contractId }), submitted(), finalized(1))
    expect(ledger.deployment(query)).to.deep.equal({
      ...query,
      onChainAddress: undefined,
      txHash,
      requestedAt: head.timestamp,
    })
    recordAlpha(executed(1, { returnData: pad(contract).toLowerCase() as Hex }))
    expect(ledger.deployment(query)!.onChainAddress).to.equal(contract)
    expect(ledger.hasForwarder(alpha, contract)).to.equal(false)
    recordHome({ kind: "forwarderDeployed", chainSlug: alpha, onChainAddress: contract })
    expect(ledger.hasForwarder(alpha, contract)).to.equal(true)
  })
})
