import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"
import { type Address, parseEther } from "viem"

import { createWorld } from "../../../src/testing/index.js"
import "../../../src/testing/chai/index.js"
import { failureOf } from "./failureOf.js"

describe("balances over chains", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"] })
  before(world.start)
  after(world.stop)
  const tokens = () =>
    world.deployConnected("BridgeToken", ({ socket, owner, chain }) => [
      ...([socket, owner, "Token", "TKN", chain === "alpha" ? 1_000n : 0n] as const),
    ])
  const owner = (): Address => world.chains.alpha.accounts[0] as Address
  const other = (): Address => world.chains.beta.accounts[1] as Address

  it("change on the chain of the sender and, after the delivery, on the other", async () => {
    const { alpha, beta } = await world.loadFixture(tokens)
    await expect(() => alpha.send.bridge([beta.slug, other(), 40n])).to.changeBalances([
      { token: alpha, of: owner(), by: -40n },
      { chain: "alpha", token: alpha.address, of: alpha, by: 0n },
      { token: beta, of: other(), by: (change) => change === 40n },
    ])
  })

  it("do not count the gas that the account pays, but the value that it attaches", async () => {
    const { alpha, beta } = await world.loadFixture(tokens)
    let fee = 0n
    const bridge = async (): Promise<void> => {
      ;({ fee } = await alpha.send.bridge([beta.slug, other(), 40n]))
    }
    await expect(bridge).to.changeBalances([
      { chain: "alpha", of: owner(), by: (change) => change === -fee && fee > 0n },
      { chain: "beta", of: owner(), by: 0n },
    ])
  })

  it("say what changed instead and what has not arrived", async () => {
    const { alpha, beta } = await world.loadFixture(tokens)
    world.hold("propose")
    const bridge = () => alpha.send.bridge([beta.slug, other(), 40n])
    const error = await failureOf(
      expect(bridge).to.changeBalances([
        { token: alpha, of: owner(), by: -40n },
        { token: beta, of: other(), by: 40n },
        { chain: "beta", of: other(), by: -1n },
      ]),
    )
    world.release("propose")
    expect(error).to.equal("")
  })
})
