import "#src/testing/chai/index.js"

import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"

import { createWorld } from "#src/testing/index.js"
import { failureText } from "#test/fixtures/failureText.js"

/** The code of docs/testing, about messages. */
describe("the guide's assertions about messages", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"] })
  before(world.start)
  after(world.stop)
  const counters = () => world.deployConnected("Counter", ({ socket, owner }) => [socket, owner])
  const moodyPlugs = () => world.deployConnected("MoodyPlug", ({ socket, owner }) => [socket, owner])

  it("adds on the other chain", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    await expect(alpha.send.add([beta.slug, 5n])).to.be.delivered
    await expect(alpha.send.add([beta.slug, 5n])).to.be.delivered.once
    await expect(alpha.send.add([beta.slug, 5n])).to.causeEvent(beta, "Added", [alpha.slug, 5n, (sum) => sum >= 5n])
  })

  it("says why a message is not delivered", async () => {
    const { alpha, beta } = await world.loadFixture(moodyPlugs)
    await beta.write.refuseAll([true])
    await expect(alpha.send.send([beta.slug, "0x12"])).to.revertInboundWith(beta, "InABadMood", ["0x12"])
    await expect(alpha.send.send([beta.slug, "0x12"])).to.not.be.delivered
    expect(await failureText(expect(alpha.send.send([beta.slug, "0x12"])).to.be.delivered)).to.equal(
      [
        "Expected the message to be delivered, but it is not:",
        "  MoodyPlug on alpha → MoodyPlug on beta",
        "    RECEIVED → SEALED → PROPOSED → ATTESTED → VERIFIED → INBOUND_REVERTING",
        "    inbound of MoodyPlug on beta reverts at contracts/fixtures/MoodyPlug.sol:55: InABadMood(payload: 0x12).",
        "    It was tried once. world.time.increase(1) lets it be tried again.",
      ].join("\n"),
    )
  })

  it("stops where the test holds it", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    world.hold("verify")
    const sent = await alpha.send.add([beta.slug, 5n])
    await expect(sent).to.reach("ATTESTED")
    world.release("verify")
    await expect(sent).to.be.delivered
  })

  it("costs what it has to", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    await expect(alpha.send.add([beta.slug, 5n])).to.be.refusedBelowFee
    await expect(alpha.send.add([beta.slug, 5n])).to.payFee({ atMost: 10n ** 15n })
    await expect(alpha.send.add([beta.slug, 5n], { attached: 10n ** 18n })).to.refund()
  })

  it("needs no chai", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    await world.assertions.delivered(alpha.send.add([beta.slug, 5n]))
    await world.assertions.not.revertInbound(alpha.send.add([beta.slug, 5n]))
  })
})
