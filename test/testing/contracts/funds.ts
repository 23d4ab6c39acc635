import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"
import { type Address, erc20Abi, parseEther } from "viem"

import { createWorld } from "#src/testing/index.js"
import { failure } from "#test/fixtures/failure.js"

describe("funds of a world", () => {
  const world = createWorld(hre, { gateway: true, market: true })
  before(world.start)
  after(world.stop)
  const stranger = "0x00000000000000000000000000000000000000f1"
  const balanceOf = (token: Address, account: Address) =>
    world.chains.alpha.publicClient.readContract({
      abi: erc20Abi,
      address: token,
      functionName: "balanceOf",
      args: [account],
    })

  it("gives native tokens in addition, on every chain or on some", async () => {
    await world.fund(stranger, 5n)
    await world.fund(stranger, 2n, { chains: ["beta", "gateway"] })
    const chains = [world.chains.alpha, world.chains.beta, world.devnet.gateway.chain]
    const balances = await Promise.all(chains.map(({ publicClient }) => publicClient.getBalance({ address: stranger })))
    expect(balances).to.eql([5n, 7n, 7n])
  })

  for (const symbol of ["USDC", "USDT", "WETH", "SPARK", "USDX", "USD6"] as const) {
    it(`mints ${symbol}`, async () => {
      const { market, chains } = world.devnet
      const { feeToken, sixDecimalFeeToken } = chains.alpha.contracts
      const tokens = new Map(Object.values(market.alpha.tokens).map((token) => [token.symbol, token.address]))
      const token = tokens.get(symbol) ?? (symbol === "USDX" ? feeToken : sixDecimalFeeToken)
      const before = await balanceOf(token, stranger)
      await world.mintTokens("alpha", symbol, stranger, 12_000_000n)
      expect((await balanceOf(token, stranger)) - before).to.equal(12_000_000n)
    })
  }

  it("mints a token of the test's own, as its owner", async () => {
    const owner = await world.deploy("alpha", "Doubling")
    const token = await world.deploy("alpha", "MarketToken", [owner.address, "Own", "OWN", 18, 0n])
    await world.mintTokens("alpha", token, stranger, parseEther("2"))
    expect(await token.read.balanceOf([stranger])).to.equal(parseEther("2"))
    expect(await world.chains.alpha.publicClient.getBalance(owner)).to.equal(0n)
  })

  it("says that there is no such token, or nobody who can mint it", async () => {
    // @ts-expect-error no such token
    expect(await failure(world.mintTokens("alpha", "DAI", stranger, 1n))).to.include({
      code: "INVALID_INPUT",
      argument: "token",
    })
    const doubling = await world.deploy("alpha", "Doubling")
    expect(await failure(world.mintTokens("alpha", doubling, stranger, 1n))).to.include({
      code: "INVALID_INPUT",
      argument: "token",
    })
  })
})
