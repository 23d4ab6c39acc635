import { expect } from "chai"
import { describe, it } from "mocha"

import { systemClock } from "#src/primitives/clock.js"
import { readPrice } from "#tasks/messaging/fees.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { createFastClock } from "#test/fixtures/clocks/patientClock.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"

describe("the price of a chain's currency", () => {
  const { client } = fakeNode(() => "0xa029")
  const swap = { prices: {} } as never
  const ask = (prices: unknown, more: object = { swap }, clock = systemClock) =>
    readPrice({ swap, ...more, prices: prices as never }, { client, name: "alpha", slug: 41_001 }, { clock })

  it("is what the project's function says of the chain and its symbol", async () => {
    const prices = (chain: string, symbol: string) => Promise.resolve(chain === "alpha" && symbol === "ETH" ? 3_000 : 1)
    expect(await ask(prices)).to.include({ chainSlug: 41_001, symbol: "ETH", usd: 3_000, problem: null })
  })

  it("is what swap.prices says of the symbol if there is no function, and else unknown", async () => {
    const table = { swap: { prices: { alpha: { eth: 2_000 } } } as never }
    expect(await ask(undefined, table)).to.include({ usd: 2_000, problem: null })
    expect(await ask(() => 1, table)).to.include({ usd: 1 })
    expect(await ask(undefined)).to.include({ usd: null, problem: null })
    expect(await ask(() => undefined)).to.include({ usd: null, problem: null })
  })

  it("is unknown, with the reason, of a function that throws, does not end, or returns no price", async () => {
    const secret = "https://prices.example/?key=secret"
    const thrown = await ask(() => {
      throw new Error(secret)
    })
    expect(thrown).to.include({ usd: null, problem: "failed" })
    expect(JSON.stringify(thrown)).to.not.contain("secret")
    expect(await ask(() => Promise.reject(new Error(secret)))).to.include({ usd: null, problem: "failed" })
    const endless = await ask(() => new Promise(() => undefined), {}, createFastClock(10_000))
    expect(endless).to.include({ usd: null, problem: "timed out" })
    const late = createManualClock()
    const slow = ask(() => late.sleep(9_999).then(() => 7), {}, late)
    await eventually(() => Promise.resolve(late.sleepers === 2))
    await late.advance(9_999)
    expect(await slow).to.include({ usd: 7, problem: null })
    for (const wrong of [Number.NaN, Infinity, 0, -1, 1e13, "3000", null, 3_000n]) {
      const { usd, problem } = await ask(() => wrong)
      expect([usd, typeof problem], String(wrong)).to.deep.equal([null, "string"])
    }
  })
})
