import { expect } from "chai"
import { describe, it } from "mocha"
import { type Abi, decodeFunctionData, encodeErrorResult, type Hex, numberToHex } from "viem"

import { feesManagerArtifact, watcherArtifact } from "#src/devnet/artifacts/gateway.js"
import type { GatewayWorkerContext } from "#src/devnet/gateway/actors/GatewayWorkerContext.js"
import { messenger } from "#src/devnet/gateway/actors/messenger.js"
import { scheduler, timer } from "#src/devnet/gateway/actors/scheduler.js"
import { createCostlyTurns } from "#src/devnet/relay/costlyCalls.js"
import type { BatchSender } from "#src/devnet/relay/createBatchSender.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const contracts = { watcher: at(0x77), feesManager: at(0x78) }
const chainTime = 1_000

/** Actors of a gateway chain whose time stands still. Calls whose data has a text in it revert. */
function open(reverts: Readonly<Record<string, Hex>> = {}) {
  const [sent, notes, reports] = [[], [], []] as [unknown[], unknown[], unknown[]]
  const abi: Abi = [...watcherArtifact.abi, ...feesManagerArtifact.abi]
  const batchSender: BatchSender = {
    simulate({ data }) {
      const [, revertData] = Object.entries(reverts).find(([text]) => data.includes(text)) ?? []
      return Promise.resolve({ success: revertData === undefined, gasUsed: 1n, revertData: revertData ?? "0x" })
    },
    send(calls) {
      for (const {
        call: { to, data },
      } of calls) {
        const { functionName, args } = decodeFunctionData({ abi, data })
        sent.push([to, functionName, ...(args ?? [])])
      }
      return Promise.resolve([])
    },
  }
  const note = (id: Hex, note: object) => notes.push([Number(BigInt(id)), note])
  const clock = { now: () => 5_000 }
  const executeAts: Record<string, number> = { [bytes32(1)]: 1_000, [bytes32(2)]: 1_001 }
  const context = {
    ...{ contracts, clock, turns: createCostlyTurns(clock), retries: { attempts: 2, delay: 500 } },
    chain: {
      slug: 9,
      name: "gateway",
      provider: { request: () => Promise.resolve({ timestamp: numberToHex(chainTime) }) },
    },
    ledger: { note, jobs: { note }, executeAtOf: (id: Hex) => executeAts[id] },
  } as unknown as GatewayWorkerContext
  return { context, batchSender, sent, notes, reports, report: (error: unknown) => void reports.push(error) }
}

const noAttempt = { outcome: "NO", attempts: 0, revertData: undefined, retryAt: undefined } as const
const job = (id: number, subject: object, attempts = 0) =>
  ({ id: bytes32(id), subject, attempt: { ...noAttempt, attempts } }) as never

describe("the gateway's scheduler", () => {
  it("resolves each timeout from the second on at which it is due by the gateway chain, and notes what reverts", async () => {
    const { context, batchSender, sent, notes } = open({ [bytes32(3).slice(2)]: "0xbad0" })
    const handler = scheduler(context, batchSender)
    const timeout = (id: number, executeAt: number) => job(id, { timeoutId: bytes32(id), executeAt })
    await handler.perform([timeout(1, 1_000), timeout(2, 1_001), timeout(3, 5)])
    expect([handler.stage, handler.chainSlug]).to.deep.equal(["timeout", 9])
    expect(sent).to.deep.equal([[contracts.watcher, "resolveTimeout", bytes32(1)]])
    expect(notes).to.deep.equal([
      [3, { outcome: "SIMULATION_FAILED", attempts: 1, revertData: "0xbad0", retryAt: 5_500 }],
    ])
  })

  it("runs a schedule from its second on, without a transaction", async () => {
    const { context, notes } = open()
    const [simulate, execute] = timer(context)
    const schedules = [1, 2, 3].map((id) => ({ payloadId: bytes32(id), executionAttempt: noAttempt })) as never[]
    await simulate!.perform(schedules)
    expect(notes.splice(0)).to.deep.equal([[1, { executionAttempt: { ...noAttempt, outcome: "SIMULATION_SUCCESS" } }]])
    await execute!.perform(schedules.slice(0, 2))
    const read = { txHash: undefined, returnData: "0x", gasUsed: 0n }
    expect(notes).to.deep.equal([
      [1, { read }],
      [2, { read }],
    ])
    expect([simulate, execute].map((handler) => [handler!.stage, handler!.chainSlug])).to.deep.equal([
      ...[
        ["simulatePayload", 9],
        ["executePayload", 9],
      ],
    ])
  })
})

describe("the gateway's messenger", () => {
  const trigger = (id: number) => ({
    ...{ triggerId: bytes32(id), appGateway: at(1), chainSlug: 41_001, plug: at(2), payload: "0x1234" },
  })
  const deposit = (id: number) => ({
    ...{ depositId: bytes32(id), chainSlug: 41_002, token: at(3), receiver: at(id === 104 ? 5 : 4) },
    ...{ creditAmount: 5n, nativeAmount: 6n },
  })

  it("brings triggers to their app gateways, and deposits to the accounts that they are for", async () => {
    const { context, batchSender, sent, report } = open()
    const [triggers, deposits] = messenger(context, batchSender, report)
    await triggers.perform([job(1, trigger(1))])
    await deposits.perform([job(2, deposit(2))])
    expect([triggers.stage, deposits.stage]).to.deep.equal(["trigger", "deposit"])
    expect(sent).to.deep.equal([
      [contracts.watcher, "callAppGateway", bytes32(1), at(1), 41_001, at(2), "0x1234"],
      [contracts.feesManager, "creditDeposit", bytes32(2), 41_002, at(3), at(4), 5n, 6n],
    ])
  })

  it("reports once a trigger whose id was used, and a deposit that is refused, but no app gateway that refuses", async () => {
    const used = encodeErrorResult({
      abi: watcherArtifact.abi,
      errorName: "TriggerAlreadyHandled",
      args: [bytes32(101)],
    })
    const texts = {
      [bytes32(101).slice(2)]: used,
      [bytes32(102).slice(2)]: "0x",
      [bytes32(103).slice(2)]: "0x",
      [bytes32(104).slice(2)]: "0x",
      [bytes32(105).slice(2)]: used,
    } as const
    const { context, batchSender, notes, reports, report } = open(texts)
    const [triggers, deposits] = messenger(context, batchSender, report)
    await triggers.perform([job(1, trigger(101)), job(2, trigger(102)), job(5, trigger(105), 1)])
    await deposits.perform([job(3, deposit(103)), job(4, deposit(104), 1)])
    expect((notes as [number, object][]).map(([id]) => id).sort()).to.deep.equal([1, 2, 3, 4, 5])
    const [first, second] = reports
    expect([reports.length, isPlugsError(first) && first.code]).to.deep.equal([2, "ID_USED_BEFORE"])
    expect(isPlugsError(first) && first.facts).to.include({ trigger: bytes32(1), chain: "gateway" })
    expect(String(second)).to.contain(at(4))
  })
})
