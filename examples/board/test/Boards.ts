import { expect } from "chai"
import hre from "hardhat"
import { createWorld } from "hardhat-plugs/testing"
import "hardhat-plugs/testing/chai"

it("BoardGateway writes on another chain, and reads what stands there", async () => {
  await using world = await createWorld(hre, { gateway: true }).start()
  const { slug } = world.chains.beta
  const app = await world.deployApp("BoardGateway", (at) => [at.addressResolver, 10n ** 17n], { credits: 10n ** 18n })
  await expect(app.send.deployBoards([[slug]])).to.be.completed
  await expect(app.send.write([slug, "hello"])).to.be.completed
  await expect(app.send.read([slug])).to.be.completed
  expect(await app.read.lastRead([slug])).to.equal("hello")
})
