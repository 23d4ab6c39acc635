import "#src/testing/chai/index.js"

import { expect } from "chai"
import hre from "hardhat"
import type { NetworkHooks } from "hardhat/types/hooks"
import { after, before, describe, it } from "mocha"
import { parseEther } from "viem"

import { failureOf, moment } from "./failureOf.js"
import { createWorld, type WorldContract } from "#src/testing/index.js"
import { deepIt } from "#test/fixtures/depth.js"

describe("assertions about requests of app gateways", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"], gateway: true })
  before(world.start)
  after(world.stop)
  const beta = () => world.chains.beta.slug

  async function faulty(): Promise<{
    app: WorldContract<"FaultyAppGateway">
    target: WorldContract<"FaultyTarget">
  }> {
    const app = await world.deployApp("FaultyAppGateway", ({ addressResolver, owner }) => [
      ...([addressResolver, owner, parseEther("0.1")] as const),
    ])
    await world.depositCredits(app, parseEther("10"))
    const { hash } = await app.send.deployContracts([beta()])
    await expect(hash).to.be.completed
    const forwarder = await app.read.getOnChainAddress([await app.read.faulty(), beta()])
    const target = await world.getContractAt("beta", "FaultyTarget", forwarder)
    await world.time.setTo(moment)
    return { app, target }
  }

  const working = async () => {
    const { app, target } = await faulty()
    await target.write.setBroken([false])
    await app.write.setCallbackBroken([false])
    return { app, target }
  }

  it("hold for what is complete, and say of what", async () => {
    const { app } = await world.loadFixture(working)
    const sent = await app.send.work([beta(), 5n])
    await expect(sent).to.be.completed
    await expect(sent).to.resolvePayloads
    await expect(sent).to.resolveCallbacks
    await expect(sent).not.to.revertPayload
    await expect(sent).not.to.revertCallback
    const request = [
      "  request 2 of FaultyAppGateway is COMPLETED",
      "    a WRITE of FaultyTarget.work on beta is PROMISE_RESOLVED since 2033-05-18 03:33:20 UTC (payload <id>)",
      "    the payment of fees on alpha is PROMISE_RESOLVED since 2033-05-18 03:33:20 UTC (payload <id>)",
    ]
    expect(await failureOf(expect(sent).not.to.be.completed)).to.equal(
      ["Expected a request not to be completed, but every one is:", ...request].join("\n"),
    )
    expect(await failureOf(expect(sent).not.to.resolvePayloads)).to.equal(
      ["Expected a payload not to be executed on its chain, but every one is:", ...request].join("\n"),
    )
    expect(await failureOf(expect(sent).not.to.resolveCallbacks)).to.equal(
      ["Expected a callback not to be run, but every one is:", ...request].join("\n"),
    )
    expect(await failureOf(expect(sent).to.revertPayload)).to.equal(
      ["Expected a payload to revert, but none does:", ...request].join("\n"),
    )
    expect(await failureOf(expect(sent).to.revertCallbackWith(app, "NotReadyForResult", [5n]))).to.equal(
      ["Expected a callback to revert with NotReadyForResult(5), but none does:", ...request].join("\n"),
    )
  })

  it("say where a payload reverts on its chain", async () => {
    const { app, target } = await world.loadFixture(faulty)
    const sent = await app.send.work([beta(), 5n])
    await expect(sent).to.revertPayload
    await expect(sent).to.revertPayloadWith(target, "OutOfOrder")
    await expect(sent).to.revertPayloadWith(target, "OutOfOrder", [(amount: bigint) => amount === 5n])
    await expect(sent).not.to.revertPayloadWith(target, "OutOfOrder", [6n])
    await expect(sent).not.to.revertCallback
    await expect(sent).not.to.be.completed
    const request = [
      "  request 2 of FaultyAppGateway is REVERTING",
      "    a WRITE of FaultyTarget.work on beta is FINALIZED since 2033-05-18 03:33:20 UTC (payload <id>)",
      "      The call of work() of FaultyTarget on beta reverts at contracts/gateway/samples/FaultyTarget.sol:24: OutOfOrder(amount: 5).",
      "      It was tried once. world.time.increase(1) lets it be tried again.",
    ]
    expect(await failureOf(expect(sent).to.be.completed)).to.equal(
      ["Expected every request to be completed, but it is not:", ...request].join("\n"),
    )
    expect(await failureOf(expect(sent).to.resolvePayloads)).to.equal(
      ["Expected every payload to be executed on its chain, but it is not:", ...request].join("\n"),
    )
    expect(await failureOf(expect(sent).to.revertPayloadWith(target, "OutOfOrder", [6n]))).to.equal(
      ["Expected a payload to revert with OutOfOrder(6), but none does:", ...request].join("\n"),
    )
    expect(await failureOf(expect(sent).not.to.revertPayload)).to.equal(
      ["Expected no payload to revert, but one does:", ...request].join("\n"),
    )
    expect(await failureOf(expect(sent).not.to.revertPayloadWith(target, "OutOfOrder", [5n]))).to.equal(
      ["Expected no payload to revert with OutOfOrder(5), but one does:", ...request].join("\n"),
    )
    await target.write.setBroken([false])
    await world.time.increase(1)
    await expect(sent).to.resolvePayloads
  })

  deepIt("say where a callback reverts", async () => {
    const { app, target } = await world.loadFixture(faulty)
    await target.write.setBroken([false])
    const sent = await app.send.work([beta(), 5n])
    await expect(sent).to.resolvePayloads
    await expect(sent).to.revertCallback
    await expect(sent).to.revertCallbackWith(app, "NotReadyForResult", [5n])
    const request = [
      "  request 2 of FaultyAppGateway is REVERTING",
      "    a WRITE of FaultyTarget.work on beta is EXECUTED since 2033-05-18 03:33:20 UTC (payload <id>)",
      "      The callback onWorkDone() of payload <id> reverts at contracts/gateway/samples/FaultyAppGateway.sol:44: NotReadyForResult(amount: 5).",
      "      It was tried once. world.time.increase(1) lets it be tried again.",
    ]
    expect(await failureOf(expect(sent).to.resolveCallbacks)).to.equal(
      ["Expected every callback to be run, but it is not:", ...request].join("\n"),
    )
    expect(await failureOf(expect(sent).not.to.revertCallback)).to.equal(
      ["Expected no callback to revert, but one does:", ...request].join("\n"),
    )
    expect(await failureOf(expect(sent).not.to.revertCallbackWith(app, "NotReadyForResult"))).to.equal(
      ["Expected no callback to revert with NotReadyForResult, but one does:", ...request].join("\n"),
    )
  })

  it("are about balances on the gateway chain too", async () => {
    const { app, target } = await world.loadFixture(working)
    await expect(() => app.send.work([beta(), 5n])).to.changeBalances([
      { of: app, by: 0n },
      { chain: "gateway", of: world.devnet.gateway.chain.accounts[0]!, by: 0n },
      { of: target, by: 0n },
    ])
    const work = () => app.send.work([beta(), 5n])
    const wrong = [
      "Expected 1 balance to change as given, but 1 did not:",
      "  native token of FaultyTarget on beta changed by 0, not by +1: from 0 to 0",
    ]
    const change = () => failureOf(expect(work).to.changeBalances([{ of: target, by: 1n }]))
    expect((await change()).split("\n")).to.deep.equal(wrong)
    world.hold("finalize")
    const text = await change()
    world.release("finalize")
    expect(text.split("\n").slice(0, 4)).to.deep.equal([
      ...wrong,
      "Not completed:",
      "  request 4 of FaultyAppGateway is IN_PROGRESS",
    ])
  })

  it("say what the test holds", async () => {
    const { app } = await world.loadFixture(working)
    world.hold("finalize")
    const sent = await app.send.work([beta(), 5n])
    const text = await failureOf(expect(sent).to.be.completed)
    world.release("finalize")
    expect(text).to.equal(
      [
        "Expected every request to be completed, but it is not:",
        "  request 2 of FaultyAppGateway is IN_PROGRESS",
        "    a WRITE of FaultyTarget.work on beta is FINALIZING since 2033-05-18 03:33:20 UTC (payload <id>)",
        '      The test holds the stage finalize: world.release("finalize") lets it go on.',
      ].join("\n"),
    )
    await expect(sent).to.be.completed
  })

  it("take the hash of a transaction, and fail for one without requests, negated or not", async () => {
    const { app } = await world.loadFixture(working)
    const hash = await app.write.setMaxFees([1n])
    const text =
      "Expected every request to be completed, but the transaction <id> of the gateway chain made no request."
    expect(await failureOf(expect(hash).to.be.completed)).to.equal(text)
    expect(await failureOf(expect(hash).not.to.be.completed)).to.equal(text)
  })

  it("refuse what is no transaction, no contract or no error of it", async () => {
    const { app, target } = await world.loadFixture(working)
    expect(await failureOf(expect(5).to.be.completed)).to.equal(
      'Argument "completed": it was given neither something that was sent nor the hash of a transaction. Pass what send of an app gateway returns: expect(app.send.write([…])).to.be.completed.',
    )
    const sent = await app.send.work([beta(), 5n])
    expect(await failureOf(expect(sent).not.to.revertPayloadWith(target, "OutOfOrdre" as "OutOfOrder"))).to.equal(
      'Argument "errorName": FaultyTarget has no error "OutOfOrdre". Use one of NotSocket, OutOfOrder, OwnableInvalidOwner, OwnableUnauthorizedAccount, SocketAlreadyInitialized. Did you mean OutOfOrder?',
    )
  })

  it("are those of world.assertions too, and ask why something reverts only where they fail", async () => {
    const { app, target } = await world.loadFixture(faulty)
    const sent = await app.send.work([beta(), 5n])
    let traces = 0
    const count: Partial<NetworkHooks> = {
      onRequest(context, connection, request, next) {
        if (request.method === "debug_traceCall") traces += 1
        return next(context, connection, request)
      },
    }
    hre.hooks.registerHandlers("network", count)
    try {
      await world.assertions.revertPayloadWith(sent, target, "OutOfOrder", [5n])
      await world.assertions.not.completed(sent.hash)
      expect(traces).to.equal(0)
      expect(await failureOf(world.assertions.resolvePayloads(sent))).to.match(/^Expected every payload to be executed/)
      expect(traces).to.be.above(0)
    } finally {
      hre.hooks.unregisterHandlers("network", count)
    }
  })
})
