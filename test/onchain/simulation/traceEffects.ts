import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address, Hex } from "viem"

import { traceEffects } from "#src/onchain/simulation/traceEffects.js"
import { failure } from "#test/fixtures/failure.js"
import { fakeNode, nodeError } from "#test/fixtures/nodes/fakeNode.js"

const account: Address = `0x${"1".repeat(40)}`
const to: Address = `0x${"2".repeat(40)}`
const word = (value: number): Hex => `0x${value.toString(16).padStart(64, "0")}`

describe("traceEffects", () => {
  const callTracer = { type: "CALL", from: account, to, value: "0x0", input: "0x", output: "0x", gasUsed: "0x5" }
  const prestateTracer = {
    pre: { [to]: { storage: { [word(1)]: word(7), [word(2)]: word(8), [word(3)]: word(9) } } },
    post: { [to]: { storage: { [word(1)]: word(70), [word(3)]: word(9), [word(4)]: word(4) } } },
  }
  const tracers: Readonly<Record<string, unknown>> = {
    callTracer,
    prestateTracer,
    muxTracer: { callTracer, prestateTracer },
  }

  /** Traces with a node that has these tracers. */
  async function traced(...has: readonly string[]) {
    const asked: string[] = []
    const { client } = fakeNode({
      debug_traceCall([, , { tracer }]: [unknown, unknown, { tracer: string }]) {
        asked.push(tracer)
        return has.includes(tracer) ? tracers[tracer] : nodeError("no such tracer")
      },
    })
    const { simulation, storage } = await traceEffects(client, { account, call: { to, data: "0x" } })
    const changes = storage?.map(({ slot, before, after }) => [slot, before, after].map(Number))
    return { status: simulation?.status, changes, asked: asked.toSorted() }
  }

  const changes = [
    [1, 7, 70],
    [2, 8, 0],
    [4, 0, 4],
  ]

  it("knows nothing of a node that does not trace, which it asks once", async () => {
    const { client, asked } = fakeNode({})
    const nothing = { simulation: undefined, storage: undefined }
    expect(await traceEffects(client, { account, call: { to, data: "0x" } })).to.deep.equal(nothing)
    expect(asked).to.deep.equal(["debug_traceCall"])
  })

  it("reads words as nodes write them, of each contract by itself, and fails where they are none", async () => {
    const other: Address = `0x${"3".repeat(40)}`
    const storageOf = async (pre: object, post: object) => {
      const diff = { pre, post }
      const { client } = fakeNode({ debug_traceCall: { callTracer, prestateTracer: diff } })
      return (await traceEffects(client, { account, call: { to, data: "0x" } })).storage
    }
    const changed = await storageOf(
      { [to]: { storage: { "0x1": "0xAB" } }, [other]: { balance: "0x1" } },
      { [to]: { storage: { "0x1": "0xac" } }, [other]: { storage: { [word(1)]: word(5) } } },
    )
    expect(changed).to.deep.equal([
      { contract: to, slot: word(1), before: word(0xab), after: word(0xac) },
      { contract: other, slot: word(1), before: word(0), after: word(5) },
    ])
    for (const storage of [{ "0x1": "none" }, { none: "0x1" }]) {
      expect((await failure(storageOf({ [to]: { storage } }, {}))).code).to.equal("NODE_FAILED")
    }
  })

  it("asks once where the node has a tracer for both, and finds the same where it has not", async () => {
    expect(await traced("muxTracer")).to.deep.equal({ status: "success", changes, asked: ["muxTracer"] })
    const asked = ["callTracer", "muxTracer", "prestateTracer"]
    expect(await traced("callTracer", "prestateTracer")).to.deep.equal({ status: "success", changes, asked })
  })
})
