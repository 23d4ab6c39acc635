import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"

import { createWorld } from "../../../src/testing/index.js"
import "../../../src/testing/chai/index.js"
import { failureOf } from "../effects/failureOf.js"

describe("swaps in a world", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"], market: true })
  before(world.start)
  after(world.stop)
  const nothing = () => Promise.resolve()

  it("are completed", async () => {
    await world.loadFixture(nothing)
    const { weth } = world.devnet.market.beta.tokens
    const offer = await world.quote({ from: "alpha", to: "beta", input: "USDC", output: "WETH", amount: "1000" })
    await expect(() => world.swap(offer)).to.changeBalances([
      {
        chain: "beta",
        token: weth,
        of: world.chains.alpha.accounts[0]!,
        by: (change) => change >= offer.route.output.minAmountOut!,
      },
    ])
    await expect(world.swap({ from: "alpha", to: "beta", input: "USDC", output: "WETH", amount: "1000" })).to.be
      .completed
  })

  it("are refunded when the price moves on the other chain", async () => {
    await world.loadFixture(nothing)
    const offer = await world.quote({
      ...{ from: "alpha", to: "beta", input: "USDC", output: "SPARK", amount: "1000", slippage: "0.1" },
    })
    await world.swap({ from: "beta", to: "beta", input: "USDC", output: "SPARK", amount: "20000", slippage: "5" })
    const swap = await world.swap(offer)
    await expect(swap).to.be.refunded
    await expect(swap).to.be.refundedFor("PriceMoved")
    expect(await failureOf(expect(swap).to.be.completed)).to.equal("")
  })

  it("are refused", async () => {
    await world.loadFixture(nothing)
    const swap = { from: "alpha", to: "beta", input: "USDC", output: "WETH", amount: "1000" } as const
    await expect(world.swap({ ...swap, allowedTargets: [] })).to.be.refusedFor("TARGET_NOT_ALLOWED")
    await expect(world.swap({ ...swap, slippage: "70" })).to.be.refusedFor("slippage")
  })

  it("wait for a slow bridge until time is passed", async () => {
    await world.loadFixture(nothing)
    const swap = await world.swap({
      ...{ from: "alpha", to: "beta", input: "USDC", output: "USDT", amount: 1_000_000n, includeProvider: ["press"] },
    })
    expect(await failureOf(expect(swap).to.be.completed)).to.equal("")
    await world.time.increase(5)
    await expect(swap).to.be.completed
  })
})
