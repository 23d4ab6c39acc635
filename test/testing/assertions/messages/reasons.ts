import "#src/testing/chai/index.js"

import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"

import { formatMoment } from "#src/messaging/explaining/MessageCase.js"
import { createWorld } from "#src/testing/index.js"
import { deepIt } from "#test/fixtures/depth.js"
import { failureText } from "#test/fixtures/failureText.js"

describe("why a message is not delivered, in the failure text", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"], optimisticTimeout: 60 })
  before(world.start)
  after(world.stop)
  const counters = () => world.deployConnected("Counter", ({ socket, owner }) => [socket, owner])
  const unconnected = async () => ({
    alpha: await world.deploy("alpha", "Counter", ({ socket, owner }) => [socket, owner]),
    beta: await world.deploy("beta", "Counter", ({ socket, owner }) => [socket, owner]),
  })
  const optimistic = () =>
    world.deployConnected("Counter", ({ socket, owner }) => [socket, owner], { switchboard: "OPTIMISTIC" })
  const text = (...lines: readonly string[]) =>
    ["Expected the message to be delivered, but it is not:", ...lines].join("\n")
  const route = "  Counter on alpha → Counter on beta"

  it("names the plug that is not connected", async () => {
    const { alpha, beta } = await world.loadFixture(unconnected)
    await alpha.connectTo(beta)
    expect(await failureText(expect(alpha.send.add([beta.slug, 5n])).to.be.delivered)).to.equal(
      text(
        route,
        "    RECEIVED → SEALED",
        `    Counter on beta is not connected to a plug on alpha, so it gets no message from ${alpha.address}.`,
      ),
    )
  })

  it("says until when an optimistic switchboard waits", async () => {
    const { alpha, beta } = await world.loadFixture(optimistic)
    const sent = await alpha.send.add([beta.slug, 5n])
    const { optimisticSwitchboard } = world.chains.beta.contracts
    const until = formatMoment(BigInt(world.time.now() + 60))
    expect(await failureText(expect(sent).to.be.delivered)).to.equal(
      text(
        route,
        "    RECEIVED → SEALED → PROPOSED",
        `    The optimistic switchboard ${optimisticSwitchboard} on beta accepts the packet 60 s after its proposal: in the first block after ${until}.`,
      ),
    )
    await world.time.increase(61)
    await expect(sent).to.be.delivered
  })

  it("says whose attestation is missing, and not that a chain stands still that mines only what is sent", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    const fault = world.faults.down("watcher")
    const said = await failureText(expect(alpha.send.add([beta.slug, 5n])).to.be.delivered)
    await fault.end()
    expect(said).to.contain("0 of 1 watchers have attested the packet").and.to.not.contain("stands still")
  })

  deepIt("says that an endless inbound runs out of gas", async () => {
    const { alpha, beta } = await world.deployConnected("Pit", ({ socket, owner }) => [socket, owner])
    const said = await failureText(expect(alpha.send.fall([beta.slug, 300_000n])).to.be.delivered)
    expect(said).to.contain("inbound of Pit on beta runs out of gas: the message gives it 300,000")
  })

  it("says that delivery is by hand", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    world.manual()
    const sent = await alpha.send.add([beta.slug, 5n])
    await world.deliver({ until: "PROPOSED" })
    expect(await failureText(expect(sent).to.be.delivered)).to.equal(
      text(route, "    RECEIVED → SEALED → PROPOSED", "    Delivery is by hand: world.deliver() moves it on."),
    )
    await world.deliver()
    await expect(sent).to.be.delivered
    world.automatic()
  })

  it("says that the relay is stopped", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    await world.devnet.relay.stop()
    const sent = await alpha.send.add([beta.slug, 5n])
    expect(await failureText(expect(sent).to.be.delivered)).to.contain(
      "The relay is stopped, so no actor works: world.devnet.relay.start() starts it.",
    )
    world.devnet.relay.start()
    await expect(sent).to.be.delivered
  })

  it("gives the revert of the call itself, with the stack of the contract", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    const assertion = expect(alpha.send.add([beta.slug, 5n], { attached: 3n })).to.be.delivered
    const lines = (await failureText(assertion)).split("\n")
    const fee = await alpha.read.minFees([beta.slug, 100_000n, 32n])
    expect(lines[0]).to.equal(
      `Expected a message to be delivered, but Counter.add on alpha reverts: InsufficientFees(required: ${fee}, provided: 3). The attached value is below what the messages cost.`,
    )
    expect(lines.at(-1)).to.match(/^ {4}at Counter\.add \(contracts\/plugs\/Counter\.sol:\d+\)$/)
    const negated = world.assertions.not.delivered(alpha.send.add([beta.slug, 5n], { attached: 3n }))
    expect(await failureText(negated)).to.equal(lines.join("\n"))
  })

  it("describes five messages at most", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    world.hold("seal")
    const sent = alpha.send.addMany([beta.slug, [1n, 2n, 3n, 4n, 5n, 6n, 7n]])
    expect(await failureText(expect(sent).to.be.delivered)).to.equal(
      [
        "Expected all 7 messages to be delivered, but 7 of them are not:",
        `${route}, 5 messages`,
        "    RECEIVED",
        '    The test holds the stage seal: world.release("seal") lets it go on.',
        "  and 2 more",
      ].join("\n"),
    )
    world.release()
  })
})
