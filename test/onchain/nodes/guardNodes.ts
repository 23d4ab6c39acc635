import { expect } from "chai"
import { describe, it } from "mocha"
import { createClient, custom } from "viem"
import { getBlockNumber } from "viem/actions"

import { guardNodes } from "../../../src/onchain/nodes/guardNodes.js"
import { systemClock } from "../../../src/primitives/clock.js"

const client = createClient({ transport: custom({ request: () => Promise.resolve("0x2") }, { retryCount: 0 }) })
const latest = { cacheTime: 0 }

describe("guardNodes", () => {
  it("opens each chain once, whether it is there or not", async () => {
    const opened: number[] = []
    const nodes = guardNodes({ clock: systemClock })
    const chainOf = nodes.guardAll((slug) => {
      opened.push(slug)
      return Promise.resolve(slug === 1 ? { client, name: "alpha" } : undefined)
    })
    const [one, again, none] = await Promise.all([chainOf(1), chainOf(1), chainOf(2)])
    expect(one).to.equal(again)
    expect(await getBlockNumber(one!.client, latest)).to.equal(2n)
    expect([none, await chainOf(2)]).to.deep.equal([undefined, undefined])
    expect(opened).to.deep.equal([1, 2])
  })

  it("asks until the time of all chains together is over, and tells what was left", async () => {
    let now = 0
    const nodes = guardNodes({ timeout: 3_000, clock: { ...systemClock, now: () => now } })
    const [alpha, beta] = [nodes.guard({ client, name: "alpha" }), nodes.guard({ client, name: "beta" })]
    now = 2_999
    expect(await getBlockNumber(alpha.client, latest)).to.equal(2n)
    expect(nodes.leftUnasked().methods.size).to.equal(0)
    now = 3_000
    const refusal = await getBlockNumber(beta.client, latest).then(() => "answered", String)
    expect(refusal).to.contain("the 3 s for all questions were over")
    expect(nodes.leftUnasked().seconds).to.equal(3)
    expect([...nodes.leftUnasked().methods]).to.deep.equal([["beta", ["eth_blockNumber"]]])
  })
})
