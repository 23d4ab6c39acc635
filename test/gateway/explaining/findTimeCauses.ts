import { expect } from "chai"
import { describe, it } from "mocha"
import { createClient, custom, decodeFunctionData, encodeErrorResult, type Hex, numberToHex } from "viem"

import { type Due, findTimeCauses, readDue } from "../../../src/gateway/explaining/findTimeCauses.js"
import { watcherAbi } from "../../../src/gateway/onchain/watcherAbi.js"
import type { GatewayReading, PayloadFacts } from "../../../src/gateway/reading/types.js"
import {
  finalized,
  gatewayCase,
  minedAt,
  payloadFacts,
  requestFacts,
  timeoutFacts,
} from "../../fixtures/wire/gatewayFacts.js"
import { bytes32 } from "../../fixtures/wire/messages.js"

const schedule = (id: number, dueAt: bigint, more: Partial<PayloadFacts> = {}) =>
  payloadFacts(id, { callType: "SCHEDULE", dueAt, ...more })

/** A node with a block every ten seconds, whose watcher answers like this. */
function nodeWith(answer: () => Hex, { times = (block: number) => block * 10, asked = [] as string[] } = {}) {
  const request = ({ method, params }: { method: string; params: readonly unknown[] }) => {
    if (method === "eth_getBlockByNumber") {
      const timestamp = numberToHex(times(Number(params[0])))
      return Promise.resolve({ number: params[0], timestamp, transactions: [] })
    }
    const [{ data, from }, block] = params as [{ data: Hex; from: Hex }, string]
    const { functionName, args } = decodeFunctionData({ abi: watcherAbi, data })
    asked.push(`${functionName} ${String(args[0]).slice(-2)} by ${from.slice(0, 3)} in ${block}`)
    return Promise.resolve().then(answer)
  }
  return createClient({ transport: custom({ request: request as never }, { retryCount: 0 }) })
}

const reverting = (data: Hex) => (): never => {
  throw Object.assign(new Error("execution reverted"), { code: 3, data })
}

describe("readDue", () => {
  const read = (more: Partial<GatewayReading>, client = nodeWith(() => "0x")) => {
    const reading = gatewayCase({ now: 1_000n, head: { number: 99n, timestamp: 990n }, ...more })
    return readDue({ ...reading, gateway: { ...reading.gateway, client } })
  }
  const shownOf = (found: readonly Due[]) => found.map(({ id, dueSince, wouldRun }) => [Number(id), dueSince, wouldRun])

  it("reads the last schedule that a batch waits for, and what waits behind it", async () => {
    const payloads = [
      schedule(1, 950n),
      schedule(2, 970n),
      schedule(3, 990n, { resolved: minedAt(9) as never }),
      payloadFacts(4),
      payloadFacts(5, { batchCount: 1 }),
      schedule(6, 960n),
    ]
    const [found, ...others] = await read({ requests: [requestFacts(payloads)] })
    expect(others).to.deep.equal([])
    expect(found).to.include({ id: bytes32(2), subject: "schedule", dueAt: 970n })
    expect(found!.behind.map(({ payloadId }) => payloadId)).to.deep.equal([bytes32(5)])
  })

  it("leaves out what has not begun, is done, was cancelled before, or is not asked about", async () => {
    const idsOf = async (...more: Parameters<typeof read>) => (await read(...more)).map(({ id }) => Number(id))
    expect(await idsOf({ requests: [requestFacts([schedule(1, 970n, { dueAt: null })])] })).to.deep.equal([])
    const cancelled = [schedule(1, 950n, { finalized: finalized(5) }), schedule(2, 970n)]
    expect(await idsOf({ requests: [requestFacts(cancelled, { cancelled: minedAt(9) })] })).to.deep.equal([1])
    const behind = requestFacts([payloadFacts(1), schedule(2, 970n, { batchCount: 1 })])
    expect(await idsOf({ kind: "payload", id: bytes32(1), requests: [behind] })).to.deep.equal([])
    const timeouts = [timeoutFacts(3, { resolved: minedAt(9) }), timeoutFacts(4, { dueAt: 999n })]
    expect(await idsOf({ timeouts })).to.deep.equal([4])
  })

  it("asks the watcher of what is two minutes late, and finds the first block at which it was due", async () => {
    const asked: string[] = []
    const timeouts = [
      timeoutFacts(3, { dueAt: 881n }),
      timeoutFacts(4, { dueAt: 880n }),
      timeoutFacts(5, { dueAt: 333n }),
    ]
    const found = await read(
      { timeouts, requests: [requestFacts([schedule(1, 41n)])] },
      nodeWith(() => "0x", { asked }),
    )
    expect(shownOf(found)).to.deep.equal([
      [1, 50n, true],
      [3, null, undefined],
      [4, 880n, true],
      [5, 340n, true],
    ])
    const by = "by 0x4 in pending"
    expect(asked.sort()).to.deep.equal([
      `resolvePayload 01 ${by}`,
      `resolveTimeout 04 ${by}`,
      `resolveTimeout 05 ${by}`,
    ])
  })

  it("knows no first block where none is that new, and takes one that jumped over the time", async () => {
    const timeouts = [timeoutFacts(4, { dueAt: 500n })]
    const old = nodeWith(() => "0x", { times: () => 20 })
    expect(shownOf(await read({ timeouts }, old))).to.deep.equal([[4, null, true]])
    const jumped = nodeWith(() => "0x", { times: (block) => (block < 99 ? block : 700) })
    expect(shownOf(await read({ timeouts }, jumped))).to.deep.equal([[4, 700n, true]])
    const first = nodeWith(() => "0x", { times: (block) => 500 + block })
    expect(shownOf(await read({ timeouts }, first))).to.deep.equal([[4, 500n, true]])
  })

  it("tells a call that reverts from one that comes too early, and asks no watcher that it does not know", async () => {
    const timeouts = [timeoutFacts(4, { dueAt: 500n })]
    const wouldRun = async (data: Hex) => (await read({ timeouts }, nodeWith(reverting(data))))[0]!.wouldRun
    expect(await wouldRun("0x12345678")).to.equal(false)
    const early = encodeErrorResult({ abi: watcherAbi, errorName: "NotFinalized", args: [bytes32(4)] })
    expect(await wouldRun(early)).to.equal(undefined)
    expect((await read({ timeouts, watcher: null }))[0]!.wouldRun).to.equal(undefined)
  })
})

describe("findTimeCauses", () => {
  const causesOf = (due: Partial<Due>, now = 1_000n) => {
    const whole = {
      id: bytes32(4),
      subject: "timeout",
      dueAt: 1_000n,
      data: "0x",
      behind: [],
      evidence: { source: "", says: "" },
    }
    const reading = { ...gatewayCase({ now }), due: [{ ...whole, dueSince: null, wouldRun: undefined, ...due } as Due] }
    return findTimeCauses(reading).map(({ name, certainty, about, evidence }) => [
      name,
      certainty,
      about,
      evidence.length,
    ])
  }

  it("says that something waits until the second in which it is due", () => {
    expect(causesOf({ dueAt: 1_001n })).to.deep.equal([["timeout-waiting", undefined, bytes32(4), 2]])
    expect(causesOf({ dueAt: 1_001n, subject: "schedule" })[0]![0]).to.equal("schedule-waiting")
    expect(causesOf({ dueAt: 1_000n })).to.deep.equal([])
  })

  it("calls it late two minutes after the first block at which it was due, unless it would revert", () => {
    const late = { dueAt: 500n, dueSince: 880n, wouldRun: true }
    expect(causesOf(late)).to.deep.equal([["scheduler-late", "certain", bytes32(4), 3]])
    expect(causesOf({ ...late, dueSince: 881n })).to.deep.equal([])
    expect(causesOf({ ...late, wouldRun: false })).to.deep.equal([])
    expect(causesOf({ ...late, wouldRun: undefined })).to.deep.equal([["scheduler-late", "likely", bytes32(4), 2]])
    expect(causesOf({ ...late, dueSince: null })).to.deep.equal([["scheduler-late", "likely", bytes32(4), 3]])
    expect(causesOf({ dueAt: 880n })[0]![0]).to.equal("scheduler-late")
    expect(causesOf({ dueAt: 881n })).to.deep.equal([])
  })
})
