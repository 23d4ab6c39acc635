import "#src/testing/chai/index.js"

import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"
import { ContractFunctionExecutionError, parseEther } from "viem"

import { createWorld } from "#src/testing/index.js"
import { failure } from "#test/fixtures/failure.js"

describe("send", () => {
  const world = createWorld(hre)
  before(world.start)
  after(world.stop)
  const counters = () => world.deployConnected("Counter", ({ socket, owner }) => [socket, owner])
  const moody = () => world.deployConnected("MoodyPlug", ({ socket, owner }) => [socket, owner])
  const foreign = () =>
    world.deployConnected("ForeignPlug", ({ socket, owner }) => [socket, owner], { connectBy: "linkTo" })

  it("attaches exactly what the messages cost", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    const fee = await alpha.read.minFees([beta.slug, 100_000n, 32n]).catch(() => undefined)
    const sent = await alpha.send.add([beta.slug, 5n])
    expect(sent).to.include({ chain: "alpha", contract: alpha.address, functionName: "add", attached: sent.fee })
    expect(sent.messageIds).to.have.length(1)
    expect(sent.requestCounts).to.eql([])
    expect(sent.fee > 0n && (fee === undefined || fee === sent.fee)).to.equal(true)
  })

  it("attaches wei for the function's own use in addition, or what the test says", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    const [plain, withValue, fixed] = [
      await alpha.send.add([beta.slug, 5n]),
      await alpha.send.add([beta.slug, 5n], { value: 7n }),
      await alpha.send.add([beta.slug, 5n], { attached: parseEther("1") }),
    ]
    expect(withValue.attached).to.equal(plain.fee + 7n)
    expect(fixed).to.include({ attached: parseEther("1"), fee: plain.fee })
    const error = await failure(alpha.send.add([beta.slug, 5n], { attached: plain.fee - 1n }))
    expect(error.message).to.match(
      new RegExp(
        `^Counter.add on alpha reverts: InsufficientFees\\(required: ${plain.fee}, provided: ${plain.fee - 1n}\\)`,
      ),
    )
  })

  it("sends from any account, also from one without a key", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    const [, other] = world.chains.alpha.accounts
    expect((await alpha.as(other as `0x${string}`).send.add([beta.slug, 1n])).receipt.from).to.equal(
      other?.toLowerCase(),
    )
    await world.fund(beta, parseEther("1"))
    const sent = await alpha.send.add([beta.slug, 1n], { account: beta })
    expect(sent.receipt.from).to.equal(beta.address.toLowerCase())
    const [slug, stranger] = [beta.slug, "0x00000000000000000000000000000000000000f1"] as const
    await world.fund(stranger, parseEther("1"))
    const error = await failure(alpha.as(stranger).send.connect([slug, beta.address, beta.address]))
    expect(error.message).to.match(/^Counter.connect on alpha reverts: OwnableUnauthorizedAccount\(.*f1\)/i)
    const { switchboard } = world.chains.alpha.contracts
    const tried = await alpha.as(stranger).simulate.connect([slug, beta.address, switchboard]).catch(String)
    expect(tried).to.match(/OwnableUnauthorizedAccount.*f1\)/is)
    const { request } = await alpha.simulate.connect([slug, beta.address, switchboard])
    expect(request.account).to.have.property("address", world.chains.alpha.accounts[0])
  })

  it("says what reverts, from its line in Solidity to the line of the test", async () => {
    const { alpha } = await world.loadFixture(counters)
    const error = await failure(alpha.send.add([77, 5n]))
    expect(error).to.include({ code: "CALL_REVERTED" })
    expect(error.message).to.match(
      /^Counter.add on alpha reverts: NotConnected\(dstChainSlug: 77\), which is the slug of no chain here: alpha has 41001, beta has 41002\.\n {2}contract: 0x/,
    )
    const frames = error.stack?.split("\n").filter((line) => line.startsWith("    at ")) ?? []
    expect(frames[0]).to.match(/^ {4}at Counter.minFees \(contracts\/plugs\/Plug.sol:\d+\)$/)
    const inTest = frames.findIndex((frame) => /test\/testing\/contracts\/send.ts:\d+/.test(frame))
    expect(frames[inTest - 1]).to.match(/ \(contracts\/plugs\/Counter.sol:\d+\)$/)
    expect(frames.slice(0, inTest).every((frame) => frame.includes(".sol:"))).to.equal(true)
  })

  it("refuses functions that are not there, or that only read", async () => {
    const { alpha } = await world.loadFixture(counters)
    const untyped = alpha.send as unknown as Readonly<Record<string, (args?: unknown[]) => Promise<unknown>>>
    // @ts-expect-error no such function
    expect(alpha.send.ad).to.be.a("function")
    const missing = await failure(untyped.ad?.([1, 5n]) ?? Promise.resolve())
    expect(missing.message).to.match(/^Argument "send": the contract has no function "ad". Call one of .*add, addMany/)
    // @ts-expect-error it is a view
    expect(alpha.send.counter).to.be.a("function")
    const view = await failure(untyped.counter?.() ?? Promise.resolve())
    expect(view.message).to.equal('Argument "send": counter only reads. Call read.counter.')
    const doubling = await world.deploy("alpha", "Doubling")
    const reading = doubling.send as unknown as typeof untyped
    expect((await failure(reading.halve?.() ?? Promise.resolve())).message).to.equal(
      'Argument "send": the contract has no function "halve". All of its functions only read.',
    )
    // @ts-expect-error a string is no slug
    const wrong = await failure(alpha.send.add(["somewhere", 5n]))
    expect(wrong.message).to.match(/^Argument "args": they do not fit add: /)
  })

  it("names the chain whose name stands where its slug belongs, and the plug's own", async () => {
    const { alpha } = await world.loadFixture(counters)
    // @ts-expect-error a string is no slug
    const named = [alpha.send.add(["beta", 5n]), alpha.write.add(["beta", 5n])].map((calling) => failure(calling))
    for (const { message } of await Promise.all(named)) {
      expect(message).to.equal(
        'Argument "args": "beta" is the name of a chain, where add takes a number. Write its slug: world.chains.beta.slug, which is 41002.',
      )
    }
    const own = await failure(alpha.send.add([alpha.slug, 5n]))
    expect(own.message).to.contain("NotConnected(dstChainSlug: 41001), which is the slug of alpha itself.")
  })

  it("is named where write attaches no fee, in an error that stays viem's", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    const error = await alpha.write.add([beta.slug, 5n]).catch((thrown: unknown) => thrown)
    expect(error).to.be.instanceOf(ContractFunctionExecutionError)
    expect((error as Error).message).to.match(
      /^Counter\.add on alpha costs a fee, which send attaches and write does not: send\.add/,
    )
    expect((error as Error).message).to.contain("InsufficientFees")
  })

  it("sends what has no message, and what is not payable", async () => {
    const { alpha, beta } = await world.loadFixture(moody)
    const sent = await alpha.send.refuseAll([true])
    expect(sent).to.include({ fee: 0n, attached: 0n })
    expect(sent.messageIds).to.eql([])
    expect(await alpha.read.refusesAll()).to.equal(true)
    expect(beta.slug).to.equal(world.chains.beta.slug)
  })

  it("finds the fee of plugs that do not inherit Plug.sol", async () => {
    const { alpha, beta } = await world.loadFixture(foreign)
    const posted = await alpha.send.post([beta.slug, "0x1234"])
    const many = await alpha.send.postMany([beta.slug, 3n])
    const exact = await alpha.send.announce([beta.slug])
    expect([posted, many, exact].map(({ messageIds }) => messageIds.length)).to.eql([1, 3, 1])
    await expect(many).to.be.delivered
  })

  it("attaches nothing for a plug that pays itself", async () => {
    const { alpha, beta } = await world.loadFixture(foreign)
    await world.fund(alpha, parseEther("1"), { chains: ["alpha"] })
    const sent = await alpha.send.announceForFree([beta.slug])
    expect(sent.attached).to.equal(0n)
    expect(sent.fee > 0n).to.equal(true)
    await expect(sent).to.be.delivered
  })

  it("decodes an error of another contract of the test", async () => {
    const { alpha } = await world.loadFixture(foreign)
    const error = await failure(alpha.send.postWhenOpen([1]))
    expect(error.message).to.match(/^ForeignPlug.postWhenOpen on alpha reverts: Closed\(\)\./)
    expect(error.stack).to.match(/at ForeignPlug.postWhenOpen \(contracts\/fixtures\/ForeignPlug.sol:\d+\)/)
  })

  it("says why a plug refuses every fee", async () => {
    const { alpha, beta } = await world.loadFixture(foreign)
    const error = await failure(alpha.send.neverContent([beta.slug]))
    expect(error.code).to.equal("FEE_NOT_FOUND")
  })
})
