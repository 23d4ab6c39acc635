import { expect } from "chai"
import { describe, it } from "mocha"
import { decodeFunctionData, encodeErrorResult, type Hex, numberToHex } from "viem"

import { type Due, findTimeCauses, readDue } from "#src/gateway/explaining/findTimeCauses.js"
import { watcherAbi } from "#src/gateway/onchain/watcherAbi.js"
import type { GatewayReading, PayloadFacts } from "#src/gateway/reading/types.js"
import { fakeNode, reverted } from "#test/fixtures/nodes/fakeNode.js"
import {
  finalized,
  gatewayCase,
  minedAt,
  payloadFacts,
  requestFacts,
  timeoutFacts,
} from "#test/fixtures/wire/gatewayFacts.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const schedule = (id: number, dueAt: bigint, more: Partial<PayloadFacts> = {}) =>
  payloadFacts(id, { callType: "SCHEDULE", dueAt, ...more })

/** A node with a block every ten seconds, whose watcher answers like this. */
function nodeWith(answer: () => Hex | Error, { times = (block: number) => block * 10, asked = [] as string[] } = {}) {
  return fakeNode(({ method, params }) => {
    if (method === "devnet_relay") return undefined
    const [first, block] = params as [{ data: Hex; from: Hex }, string]
    if (method === "eth_getBlockByNumber")
      return { number: first, timestamp: numberToHex(times(Number(first))), transactions: [] }
    const { functionName, args } = decodeFunctionData({ abi: watcherAbi, data: first.data })
    asked.push(`${functionName} ${String(args[0]).slice(-2)} by ${first.from.slice(0, 3)} in ${block}`)
    return answer()
  }).client
}

const reverting = (data: Hex) => () => reverted(data)

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
      // An API may say of anything when it is due.
      payloadFacts(7, { dueAt: 999n }),
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

  it("has the time of a timeout from its log, or from the API", async () => {
    const timeouts = [timeoutFacts(3, { dueAt: 999n, scheduled: minedAt(9) }), timeoutFacts(4, { dueAt: 998n })]
    const [logged, reported] = (await read({ timeouts })).map(({ evidence }) => evidence)
    expect(logged!.source).to.equal("gateway, block 9")
    expect(logged!.says).to.contain(bytes32(9)).and.to.contain("999")
    expect(reported).to.deep.equal({ source: "the gateway API", says: "executeAt is 998." })
    const [own] = await read({ requests: [requestFacts([schedule(1, 970n)])] })
    expect(own!.evidence.source).to.equal("gateway")
    expect(own!.evidence.says).to.contain("970")
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

  it("passes on the callback of a schedule, or none, and no result", async () => {
    const callback = { selector: "0x12345678", data: "0xdada" } as const
    const requests = [
      requestFacts([schedule(1, 41n, { callback })]),
      requestFacts([schedule(2, 41n)], { requestCount: 8 }),
    ]
    const calls = (await read({ requests })).map(({ data }) => decodeFunctionData({ abi: watcherAbi, data }).args)
    expect(calls).to.deep.equal([
      [bytes32(1), "0x12345678", "0xdada", "0x", 0n],
      [bytes32(2), "0x00000000", "0x", "0x", 0n],
    ])
  })

  it("finds that block wherever it is", async () => {
    const times = Array.from({ length: 89 }, (_, block) => block * 10)
    const found = await read({ timeouts: times.map((dueAt, id) => timeoutFacts(id, { dueAt: BigInt(dueAt) })) })
    expect(found.map(({ dueSince }) => Number(dueSince))).to.deep.equal(times)
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

  it("says when it was due, for how long it is late, and how many payloads wait behind it", async () => {
    const payloads = [5, 6, 7].map((id) => payloadFacts(id, { batchCount: 1 }))
    const reading = gatewayCase({ now: 1_000n })
    const said = async (count: number, more: Partial<Due>, client = nodeWith(() => "0x")) => {
      const evidence = { source: "", says: "" }
      const due: Due = {
        ...{ id: bytes32(4), subject: "schedule", dueAt: 500n, data: "0x", dueSince: 700n, wouldRun: true },
        ...{ evidence, behind: payloads.slice(0, count) },
        ...more,
      }
      const [cause] = findTimeCauses({ ...reading, gateway: { ...reading.gateway, client }, due: [due] })
      const fix = typeof cause!.fix === "function" ? await cause!.fix() : cause!.fix
      return { says: cause!.says, fix, about: cause!.about }
    }
    const late = await said(0, {})
    expect(late.says)
      .to.contain("1970-01-01T00:08:20.000Z, 8 min 20 s ago")
      .and.to.match(/for 5 min 00 s\.$/)
    expect((await said(0, { dueSince: null })).says).to.match(/for 8 min 20 s\.$/)
    expect((await said(1, {})).says)
      .to.contain(bytes32(5))
      .and.to.match(/ waits behind it\.$/)
    expect((await said(3, {})).says)
      .to.contain(bytes32(5))
      .and.to.match(/and 2 more wait behind it\.$/)
    const waiting = await said(1, { dueAt: 1_090n })
    expect(waiting.says).to.contain("in 1 min 30 s").and.to.contain(bytes32(5))
    expect(waiting.fix).to.equal(undefined)

    expect(late.fix).to.deep.equal({ who: "the watcher of gateway runs it", command: null, by: "others" })
    const paused = (stage: string) => {
      const relay = { failures: [], paused: [stage], unmined: [], delay: 0, watchers: [], port: 8_555 }
      return fakeNode({ devnet_relay: relay }).client
    }
    const command = "npx hardhat devnet resume --port 8555"
    for (const stage of ["accept", "finalize", "simulatePayload", "executePayload", "simulateCallback", "resolve"]) {
      expect((await said(0, {}, paused(stage))).fix, stage).to.include({ command })
    }
    expect((await said(0, { subject: "timeout" }, paused("timeout"))).fix).to.include({ command })
    expect((await said(0, { subject: "timeout" }, paused("accept"))).fix).to.include({ by: "others" })
    expect((await said(0, {}, paused("timeout"))).fix).to.include({ by: "others" })
  })
})
