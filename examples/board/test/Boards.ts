import { expect } from "chai"
import hre from "hardhat"
import { createWorld } from "hardhat-plugs/testing"
import "hardhat-plugs/testing/chai"
import { parseEther } from "viem"

describe("BoardGateway", () => {
  const world = createWorld(hre, { gateway: true })
  before(world.start)
  after(world.stop)

  it("writes on another chain, and reads what stands there", async () => {
    const { slug } = world.chains.beta
    const app = await world.deployApp("BoardGateway", ({ addressResolver }) => [addressResolver, parseEther("0.1")])
    await world.depositCredits(app, parseEther("1"))
    await expect(app.send.deployBoards([[slug]])).to.be.completed
    await expect(app.send.write([slug, "hello"])).to.be.completed
    await expect(app.send.read([slug])).to.be.completed
    expect(await app.read.lastRead([slug])).to.equal("hello")
  })
})
