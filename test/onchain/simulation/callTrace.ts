import { expect } from "chai"
import { describe, it } from "mocha"
import type { Hex } from "viem"

import { traceCall } from "#src/onchain/simulation/callTrace.js"
import { simulateByTrace } from "#src/onchain/simulation/simulateCalls.js"
import { traceMinedEffects } from "#src/onchain/simulation/traceEffects.js"
import { failure } from "#test/fixtures/failure.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const [account, to, other] = [at(1), at(2), at(3)]
const call = { to, data: "0xda" } as const
const frame = (more: object = {}) => ({ type: "CALL", from: account, to, ...more })
const log = (index: number | undefined, topic: number) => ({
  ...{ address: to, topics: [bytes32(topic)], data: "0x" },
  ...(index !== undefined && { index: `0x${index.toString(16)}` }),
})
const nodeThat = (answer: (params: readonly unknown[]) => unknown) =>
  fakeNode({ debug_traceCall: answer, debug_traceTransaction: answer }).client

describe("traceCall", () => {
  it("asks for a call with its logs, in the newest block or in another one", async () => {
    const asked: unknown[] = []
    const client = nodeThat((params) => {
      asked.push(params)
      return frame()
    })
    const tracer = { tracer: "callTracer", tracerConfig: { withLog: true } }
    await traceCall(client, { account, call })
    await traceCall(client, { account, call: { ...call, value: 5n }, blockNumber: 7n })
    expect(asked).to.deep.equal([
      [{ from: account, ...call, value: "0x0" }, "latest", tracer],
      [{ from: account, ...call, value: "0x5" }, "0x7", tracer],
    ])
  })

  it("reads what nodes leave out, or write in their own way, as nothing", async () => {
    const top = async (more: object) =>
      (
        await traceCall(
          nodeThat(() => frame(more)),
          { account, call },
        )
      )?.top
    const nothing = { type: "CALL", from: account, to, value: 0n, input: "0x", output: "0x", logs: [], calls: [] }
    expect(await top({})).to.deep.equal(nothing)
    expect(await top({ value: "0x", gasUsed: "0x" })).to.deep.equal({ ...nothing, gasUsed: 0n })
    expect(await top({ value: "0x10", gasUsed: "0x5208", error: "reverted" })).to.deep.equal({
      ...{ ...nothing, value: 16n, gasUsed: 21_000n, error: "reverted" },
    })
    expect((await top({ logs: [log(undefined, 1), log(9, 2)] }))?.logs.map(({ index }) => index)).to.deep.equal([0, 9])
    expect((await failure(top({ from: "nobody" }))).code).to.equal("NODE_FAILED")
  })

  it("knows the last call that a call made", async () => {
    const last = async (calls: readonly object[]) => {
      const trace = await traceCall(
        nodeThat(() => frame({ calls })),
        { account, call },
      )
      return trace && (trace.lastCall(trace.top)?.to ?? "none")
    }
    expect(await last([])).to.equal("none")
    expect(await last([frame({ to: account }), frame({ to: other })])).to.equal(other)
    expect(await traceCall(fakeNode({}).client, { account, call })).to.equal(undefined)
  })
})

describe("simulateByTrace", () => {
  const simulate = async (top: object) =>
    await simulateByTrace(
      nodeThat(() => top),
      { account, call },
    )

  it("has the logs in their order, and the value that moves, of all that was not undone", async () => {
    const moved = (type: string, value: Hex, more: object = {}) => frame({ type, from: to, to: other, value, ...more })
    const calls = [
      ...[moved("CALL", "0x1", { logs: [log(4, 4)] }), moved("DELEGATECALL", "0x2", { logs: [log(2, 2)] })],
      ...[moved("CREATE", "0x3"), moved("CREATE2", "0x4"), moved("SELFDESTRUCT", "0x5"), moved("CALL", "0x0")],
      moved("CALL", "0x6", { error: "reverted", logs: [log(9, 9)], calls: [moved("CALL", "0x7")] }),
      moved("CALL", "0x8", { to: undefined }),
    ]
    const simulation = await simulate(frame({ value: "0x9", output: "0xab", logs: [log(1, 1), log(30, 3)], calls }))
    if (simulation?.status !== "success") throw new Error("it reverted")
    expect(simulation.logs.map(({ topics }) => Number(topics[0]))).to.deep.equal([1, 2, 4, 3])
    expect(simulation.nativeTransfers).to.deep.equal([
      { from: account, to, value: 9n },
      ...[1n, 3n, 4n, 5n].map((value) => ({ from: to, to: other, value })),
    ])
    expect(simulation.outputs).to.deep.equal(["0xab"])
  })

  it("has the data of a call that reverts, as the first one", async () => {
    const reverted = { status: "reverted", index: 0, data: "0x1234" }
    expect(await simulate(frame({ error: "reverted", output: "0x1234" }))).to.deep.equal(reverted)
  })
})

describe("traceMinedEffects", () => {
  const word = bytes32(1)
  const diff = {
    pre: { [to]: { storage: { [word]: bytes32(5) } } },
    post: { [to]: { storage: { [word]: bytes32(6) } } },
  }

  async function traced(has: readonly string[]) {
    const asked: unknown[] = []
    const client = nodeThat(([hash, tracer]) => {
      asked.push([hash, tracer])
      const { tracer: name } = tracer as { tracer: string }
      if (!has.includes(name)) throw Object.assign(new Error("method not found"), { code: -32_601 })
      return name === "callTracer" ? frame() : diff
    })
    const { simulation, storage } = await traceMinedEffects(client, { hash: bytes32(7), to })
    return { status: simulation?.status, storage, asked }
  }
  const storage = [{ contract: to, slot: word, before: bytes32(5), after: bytes32(6) }]

  it("has what the node can trace, and of the rest nothing", async () => {
    expect(await traced(["callTracer", "prestateTracer"])).to.deep.equal({
      ...{ status: "success", storage },
      asked: [
        [bytes32(7), { tracer: "callTracer", tracerConfig: { withLog: true } }],
        [bytes32(7), { tracer: "prestateTracer", tracerConfig: { diffMode: true } }],
      ],
    })
    expect(await traced(["callTracer"])).to.deep.include({ status: "success", storage: undefined })
    expect(await traced(["prestateTracer"])).to.deep.include({ status: undefined, storage })
  })
})
