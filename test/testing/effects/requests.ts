import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"
import { parseEther } from "viem"

import { createWorld } from "../../../src/testing/index.js"
import "../../../src/testing/chai/index.js"
import { failureOf } from "./failureOf.js"

describe("requests of app gateways", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"], gateway: true })
  before(world.start)
  after(world.stop)

  async function faulty() {
    const app = await world.deployApp("FaultyAppGateway", ({ addressResolver, owner }) => [
      ...([addressResolver, owner, parseEther("0.1")] as const),
    ])
    await world.depositCredits(app, parseEther("10"))
    await expect(app.send.deployContracts([world.chains.beta.slug])).to.be.completed
    const [deployment] = world.devnet.gateway.requestsFromTx((await app.getEvents.never?.()) ?? "0x")
    return { app, deployment }
  }

  it("revert on the chain, and then in the callback", async () => {
    const app = await world.deployApp("FaultyAppGateway", ({ addressResolver, owner }) => [
      ...([addressResolver, owner, parseEther("0.1")] as const),
    ])
    await world.depositCredits(app, parseEther("10"))
    await expect(app.send.deployContracts([world.chains.beta.slug])).to.be.completed
    const sent = await app.send.work([world.chains.beta.slug, 5n])
    console.log(await failureOf(expect(sent).to.be.completed))
    console.log(await failureOf(expect(sent).to.not.payloadRevertedWith("OutOfOrder", [5n])))
    const [request] = world.devnet.gateway.requestsFromTx(sent.hash)
    const target = await world.getContractAt("beta", "FaultyTarget", request!.payloads[0]!.target)
    await target.write.setBroken([false])
    await world.time.increase(2)
    console.log(await failureOf(expect(sent).to.be.completed))
    console.log(await failureOf(expect(sent).to.not.callbackRevertedWith("NotReadyForResult", [5n])))
    await app.write.setCallbackBroken([false])
    await world.time.increase(2)
    await expect(sent).to.be.completed
  })

  it("schedules", async () => {
    const app = await world.deployApp("ReminderAppGateway", ({ addressResolver, owner }) => [
      ...([addressResolver, owner, parseEther("0.1")] as const),
    ])
    await world.depositCredits(app, parseEther("10"))
    const sent = await app.send.remind(["x", 3600n])

    await expect(sent).to.ranWhenDue
    console.log(await failureOf(expect(app.send.remindByTimeout(["x", 3600n])).to.not.ranWhenDue))
  })
})
