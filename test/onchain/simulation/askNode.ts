import { expect } from "chai"
import { describe, it } from "mocha"
import { zeroAddress } from "viem"

import { askNode } from "#src/onchain/simulation/askNode.js"
import { failure } from "#test/fixtures/failure.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"

/** Asks one node after the other by a clock that stands still between questions. */
async function atTimes(work: (at: (ms: number) => void) => Promise<void>): Promise<void> {
  let now = 0
  Object.defineProperty(performance, "now", { configurable: true, value: () => now })
  try {
    await work((ms) => (now = ms))
  } finally {
    Reflect.deleteProperty(performance, "now")
  }
}

describe("a method that a node may not have", () => {
  function open(answer: (method: string) => unknown) {
    const { client, asked } = fakeNode(({ method }) => answer(method))
    return { asked, ask: (method: string) => askNode(client, { method, params: [], call: { to: zeroAddress } }) }
  }
  const refuse = (code: number, message = "no", more: object = {}): never => {
    throw Object.assign(new Error(message), { code, ...more })
  }

  it("is not asked for again for two seconds, of the same node", async () => {
    await atTimes(async (at) => {
      const lacking = () => open((method) => (method === "debug_traceCall" ? "traced" : refuse(-32_601)))
      const [one, other] = [lacking(), lacking()]
      at(500)
      expect(await one.ask("eth_simulateV1")).to.equal(undefined)
      at(2_499)
      expect(await one.ask("eth_simulateV1")).to.equal(undefined)
      expect([await one.ask("debug_traceCall"), await other.ask("eth_simulateV1")]).to.deep.equal(["traced", undefined])
      expect([one.asked, other.asked]).to.deep.equal([["eth_simulateV1", "debug_traceCall"], ["eth_simulateV1"]])
      at(2_500)
      await one.ask("eth_simulateV1")
      await one.ask("debug_traceTransaction")
      expect(await one.ask("eth_simulateV1")).to.equal(undefined)
      expect(one.asked.slice(2)).to.deep.equal(["eth_simulateV1", "debug_traceTransaction"])
    })
  })

  it("is missing in whatever way the node says so, and only then", async () => {
    for (const [code, message] of [
      ...([-32_601, -32_004, 4100] as const).map((known) => [known, "no"] as const),
      ...[
        "the method trace_it does not exist/is not available",
        "Method not found",
        "method is not whitelisted",
        "method disabled",
        "Unsupported method: trace_it",
        "unknown method",
      ].map((says) => [-32_000, says] as const),
    ]) {
      expect(await open(() => refuse(code, message)).ask("trace_it"), message).to.equal(undefined)
    }
    const told = open(() => refuse(-32_000, "no", { details: "Method not found" }))
    expect(await told.ask("trace_it")).to.equal(undefined)
    for (const [code, message] of [
      [-32_000, "missing trie node"],
      [-32_005, "rate limit exceeded"],
    ] as const) {
      const { ask, asked } = open(() => refuse(code, message))
      for (let time = 1; time <= 2; time += 1) {
        const { code: known, facts } = await failure(ask("trace_it"))
        expect([known, facts["contract"], facts["function"]]).to.deep.equal(["NODE_FAILED", zeroAddress, "trace_it"])
        expect(asked).to.have.length(time)
      }
    }
  })
})
