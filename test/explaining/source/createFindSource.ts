import { expect } from "chai"
import { describe, it } from "mocha"

import { createFindSource } from "../../../src/explaining/source/createFindSource.js"
import { lineOf, numberInstructions, readSourceMap } from "../../../src/explaining/source/sourceMaps.js"
import {
  findFailingFrames,
  findRevertingStep,
  type LocatedStep,
  type TraceStep,
} from "../../../src/explaining/source/trace.js"

describe("the line of source code where a call reverts", () => {
  const inner = `0x${"22".repeat(20)}`
  const step = (depth: number, op: string, stack: readonly string[] = []): TraceStep => ({ depth, op, stack, pc: 0 })

  it("is that of the inner call whose revert is handed on", () => {
    const steps = [step(1, "STATICCALL", ["0x0", `0x${"22".repeat(20)}`, "0xffff"]), step(2, "REVERT", ["0x44", "0x0"])]
    const [first, second] = findFailingFrames([...steps, step(1, "ISZERO"), step(1, "REVERT", ["0x44", "0x80"])], "0x1")
    expect([first?.address, second?.address]).to.deep.equal([inner, "0x1"])
  })

  it("is that of the outer call if it caught what the inner one reverted with, or the inner one succeeded", () => {
    const call = step(1, "CALL", ["0x0", `0x${"22".repeat(20)}`, "0xffff"])
    const caught = [call, step(2, "REVERT", ["0x44", "0x0"]), step(1, "REVERT", ["0x4", "0x80"])]
    const fine = [call, step(2, "RETURN"), step(1, "REVERT", ["0x0", "0x0"])]
    for (const steps of [caught, fine]) {
      expect(findFailingFrames(steps, "0x1").map(({ address }) => address)).to.deep.equal(["0x1"])
    }
  })

  it("is that of the code that jumps to an end that it shares with another revert", () => {
    const at = (line: number, op = "PUSH1"): LocatedStep => {
      return { op, entersFunction: false, place: { file: "a.sol", start: line * 10, line } }
    }
    const shared = [at(5), at(5, "JUMP"), at(94, "JUMPDEST"), at(94, "REVERT")]
    expect(findRevertingStep(shared)).to.equal(1)
    const guarded = [at(5), at(5, "JUMPI"), at(6, "JUMPDEST"), at(6, "REVERT")]
    expect(findRevertingStep(guarded)).to.equal(3)
    const called = [at(5), { ...at(5, "JUMP"), entersFunction: true }, at(94, "JUMPDEST"), at(94, "REVERT")]
    expect(findRevertingStep(called)).to.equal(3)
    expect(findRevertingStep([])).to.equal(-1)
  })

  it("is read from the compiler's source map", () => {
    expect(readSourceMap("1:2:0:i;;9::3:-")).to.deep.equal([
      { start: 1, file: 0, entersFunction: true },
      { start: 1, file: 0, entersFunction: true },
      { start: 9, file: 3, entersFunction: false },
    ])
    // PUSH2 carries two bytes.
    expect([...numberInstructions("0x61010200")]).to.deep.equal([
      [0, 0],
      [3, 1],
    ])
    expect(lineOf("ä\nb\nc", 3)).to.equal(2)
  })

  it("is not looked for in a long trace, which is said", async () => {
    const asked: { gas?: string }[] = []
    const client = {
      request: ({ params: [call] }: { params: readonly { gas: string }[] }) => {
        asked.push(call!)
        return Promise.resolve({ gas: 50_000, structLogs: [] })
      },
    }
    const call = { chain: { client }, from: inner, to: inner, data: "0x", value: 0n } as never
    expect(await createFindSource({} as never, { maxGas: 50_000n })(call)).to.deep.equal({
      leftOut: "the call takes 50,000 gas or more to get there, whose trace is long",
    })
    expect(asked[0]!.gas).to.equal("0xc350")
    expect(await createFindSource({} as never)(call)).to.equal(undefined)
  })

  it("is not waited for, which is said", async () => {
    const client = { request: () => new Promise(() => undefined) }
    const call = { chain: { client }, from: inner, to: inner, data: "0x", value: 0n } as never
    expect(await createFindSource({} as never, { timeout: 1 })(call)).to.deep.equal({
      leftOut: "the trace took longer than 0.001 s",
    })
  })

  it("is none, and no error, where the node does not trace or answers nonsense", async () => {
    for (const answer of [undefined, null, {}, { structLogs: "no" }, { structLogs: [{ depth: 9 }] }]) {
      const client = {
        request: () => (answer === undefined ? Promise.reject(new Error("no")) : Promise.resolve(answer)),
      }
      const chain = { client, socket: inner, slug: 1, name: "beta" }
      const call = { chain, from: inner, to: inner, data: "0x", value: 0n }
      expect(await createFindSource({} as never)(call as never)).to.equal(undefined)
    }
  })
})
