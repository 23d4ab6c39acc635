import { expect } from "chai"
import hre from "hardhat"
import { encodeInteroperableAddress } from "hardhat-plugs/messaging"
import { createWorld } from "hardhat-plugs/testing"
import "hardhat-plugs/testing/chai"

const supply = 1_000n

describe("Token, across three chains in this process", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta", "gamma"] })
  before(world.start)
  after(world.stop)

  async function tokens() {
    const gateways = await world.deployConnected("PlugsGateway", ({ socket, owner }) => [socket, owner])
    const alpha = await world.deploy("alpha", "Token", ({ owner }) => [owner, supply])
    const beta = await world.deploy("beta", "Token", ({ owner }) => [owner, 0n])
    const gamma = await world.deploy("gamma", "Token", ({ owner }) => [owner, 0n])
    const all = { alpha, beta, gamma }
    // Each token names the others. It mints for nobody else.
    for (const chain of ["alpha", "beta", "gamma"] as const) {
      for (const other of [alpha, beta, gamma].filter((token) => token !== all[chain])) {
        await all[chain].write.link([gateways[chain].address, encodeInteroperableAddress(other)])
      }
    }
    // The first account is the same one on every chain.
    const owner = await alpha.read.owner()
    const ownerOn = ({ chainId }: { chainId: number }) => encodeInteroperableAddress({ chainId, address: owner })
    return { ...all, owner, ownerOn }
  }

  it("moves from chain to chain", async () => {
    const { alpha, beta, gamma, owner, ownerOn } = await world.loadFixture(tokens)
    await expect(alpha.send.bridge([ownerOn(beta), 400n])).to.be.delivered
    await expect(beta.send.bridge([ownerOn(gamma), 300n])).to.be.delivered
    expect(await gamma.read.balanceOf([owner])).to.equal(300n)
  })

  it("keeps its supply, whatever happens to the messages", async () => {
    const { alpha, beta, gamma, ownerOn } = await world.loadFixture(tokens)
    await world.explore(
      { runs: 20 },
      async ({ step }) => {
        await alpha.send.bridge([ownerOn(beta), 400n])
        await alpha.send.bridge([ownerOn(gamma), 100n])
        await step()
        await alpha.send.bridge([ownerOn(beta), 1n])
      },
      async () => {
        const supplies = await Promise.all([alpha, beta, gamma].map((token) => token.read.totalSupply()))
        expect(supplies.reduce((sum, one) => sum + one)).to.equal(supply)
      },
    )
  })
})
