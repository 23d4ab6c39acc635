import { expect } from "chai"
import hre from "hardhat"
import { createWorld } from "hardhat-plugs/testing"
import "hardhat-plugs/testing/chai"

describe("swaps", () => {
  const world = createWorld(hre, { market: true })
  before(world.start)
  after(world.stop)
  const me = () => world.chains.alpha.walletClient.account

  it("give what was offered at least", async () => {
    const offer = await world.quote({ from: "alpha", to: "beta", input: "USDC", output: "WETH", amount: "1000" })
    const by = (change: bigint) => change >= offer.route.output.minAmountOut!
    await expect(() => world.swap(offer)).to.changeBalances([{ chain: "beta", token: "WETH", of: me(), by }])
  })

  it("are paid back when the price moves on the other chain", async () => {
    const swap = { from: "alpha", to: "beta", input: "USDC", output: "SPARK", amount: "1000", slippage: "0.1" } as const
    const offer = await world.quote(swap)
    await world.swap({ ...swap, from: "beta", amount: "20000", slippage: "5" })
    const refunded = async () => await expect(world.swap(offer)).to.be.refunded
    await expect(refunded).to.changeBalances([{ chain: "alpha", token: "USDC", of: me(), by: 0n }])
  })
})
