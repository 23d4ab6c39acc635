import "#src/testing/chai/index.js"

import { AssertionError } from "node:assert"

import { expect } from "chai"
import hre from "hardhat"
import { after, before, beforeEach, describe, it } from "mocha"

import { createWorld, type WorldContract } from "#src/testing/index.js"
import { worldOf } from "#src/testing/world/runningWorlds.js"
import { failure } from "#test/fixtures/failure.js"
import { failureText } from "#test/fixtures/failureText.js"

describe("world.assertions", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"] })
  before(world.start)
  after(world.stop)
  const counters = () => world.deployConnected("Counter", ({ socket, owner }) => [socket, owner])
  let alpha: WorldContract<"Counter">
  let beta: WorldContract<"Counter">
  beforeEach(async () => {
    ;({ alpha, beta } = await world.loadFixture(counters))
  })

  it("reject with an AssertionError of Node that names the assertion", async () => {
    world.hold("seal")
    const failed: unknown = await world.assertions
      .delivered(alpha.send.add([beta.slug, 5n]))
      .catch((error: unknown) => error)
    expect(failed).to.be.instanceOf(AssertionError)
    expect((failed as AssertionError).operator).to.equal("delivered")
    world.release()
  })

  it("say that the world was stopped", async () => {
    const other = createWorld(hre, { chains: ["alpha", "beta"] })
    await other.start()
    const plugs = await other.deployConnected("Counter", ({ socket, owner }) => [socket, owner])
    const sent = await plugs.alpha.send.add([plugs.beta.slug, 5n])
    await other.stop()
    expect((await failure(world.assertions.delivered(sent))).code).to.equal("WORLD_NOT_STARTED")
  })

  it("check what was sent in the world in which it was sent", async () => {
    await using other = createWorld(hre, { chains: ["alpha", "beta"] })
    await other.start()
    const plugs = await other.deployConnected("Counter", ({ socket, owner }) => [socket, owner])
    other.hold("seal")
    await world.assertions.not.delivered(plugs.alpha.send.add([plugs.beta.slug, 5n]))
    await other.assertions.delivered(alpha.send.add([beta.slug, 5n]))
  })

  it("say which faults there are", async () => {
    world.hold("seal")
    const sent = await alpha.send.add([beta.slug, 5n])
    worldOf(sent)?.faultTexts.add(() => ['world.faults.down("watcher")'])
    expect(await failureText(world.assertions.delivered(sent))).to.match(
      /lets it go on\.\n {2}while there is world\.faults\.down\("watcher"\)$/,
    )
    world.release()
  })
})

/** Never called: the compiler checks it. */
export async function typesOfAssertions(
  world: ReturnType<typeof createWorld>,
  alpha: WorldContract<"Counter">,
  beta: WorldContract<"MoodyPlug">,
): Promise<void> {
  const sent = alpha.send.add([beta.slug, 5n])
  await world.assertions.causeEvent(sent, alpha, "Added", [1, 2n, (counter) => counter > 2n])
  await world.assertions.revertInboundWith(sent, beta, "InABadMood", ["0x12"])
  await world.assertions.revertInboundWith(sent, beta, "Error", ["too late"])
  await world.assertions.revertInboundWith(sent, beta, "Panic", [0x11n])
  // @ts-expect-error -- Counter has no such event
  await world.assertions.causeEvent(sent, alpha, "Subtracted")
  // @ts-expect-error -- the amount is a bigint
  await world.assertions.causeEvent(sent, alpha, "Added", [1, 2, 3n])
  // @ts-expect-error -- an argument is missing
  await expect(sent).to.causeEvent(alpha, "Added", [1, 2n])
  // @ts-expect-error -- MoodyPlug has no such error
  await expect(sent).to.revertInboundWith(beta, "InAGoodMood")
  // @ts-expect-error -- the payload is hex
  await expect(sent).to.revertInboundWith(beta, "InABadMood", [5n])
  // @ts-expect-error -- no message has this state
  await expect(sent).to.reach("ARRIVED")
  // @ts-expect-error -- an amount is a bigint
  await expect(sent).to.payFee(5)
  // @ts-expect-error -- what is asserted was not sent
  await world.assertions.delivered("0x12")
}
