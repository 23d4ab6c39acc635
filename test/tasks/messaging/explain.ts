import { expect } from "chai"
import { after, afterEach, before, describe, it } from "mocha"
import { keccak256, toHex } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import type { Explanation } from "#src/explaining/Explanation.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { createLaterClock } from "#test/fixtures/clocks/laterClock.js"
import { expectGoldenCommand } from "#test/fixtures/golden/expectGoldenCommand.js"
import { createExplainedWorld, type ExplainedWorld } from "#test/fixtures/worlds/messaging/explainedWorld.js"
import { send } from "#test/fixtures/worlds/messaging/plugs.js"

/** So that ages are in minutes, which a slow machine does not change. */
const anHourLater = createLaterClock(3_660_000)

describe("hardhat messaging explain", function () {
  let world: ExplainedWorld
  before(async () => {
    world = await createExplainedWorld()
  })
  afterEach(() => {
    world.devnet.relay.resume()
  })
  after(() => world[Symbol.asyncDispose]())

  const sendOne = async () => {
    const { alpha, beta } = world.devnet.chains
    const { abi } = counterArtifact
    const hash = await send(alpha, { address: world.counters.alpha, abi, functionName: "add", args: [beta.slug, 1n] })
    const record = await eventually(async () => Promise.resolve(world.devnet.messagesFromTx(alpha.slug, hash)[0]))
    return { hash, messageId: record.outbound.messageId }
  }
  const delivered = (hash: string) =>
    eventually(async () => {
      const explained = await world.explain("messaging", [hash])
      return explained.document.verdict === "delivered" && explained
    })

  it("finds a message by its transaction, on the chain that has it, and says that it is delivered", async () => {
    const { hash, messageId } = await sendOne()
    const { code, document } = await delivered(hash)
    expect(code).to.equal(0)
    expect(document.causes).to.deep.equal([])
    expect(document.subject).to.deep.equal({ kind: "message", srcChainSlug: 41001, srcTxHash: hash })
    expect(document.items).to.have.length(1)
    expect(document.items[0]).to.include({ id: messageId, status: "EXECUTION_SUCCESS" })
  })

  it("finds it by the message id, with or without its chain", async () => {
    const { hash, messageId } = await sendOne()
    for (const more of [[], ["--from", "alpha"]]) {
      const { document } = await world.explain("messaging", [messageId, ...more])
      expect(document.subject).to.deep.equal({ kind: "message", srcChainSlug: 41001, srcTxHash: hash, messageId })
    }
  })

  it("looks for the transaction on the chain of --network alone, and says on which other one it is", async () => {
    const { hash } = await sendOne()
    const asked = ["--network", "beta", "messaging", "explain", hash, "--json"]
    const { causes } = JSON.parse((await world.run(asked)).stdout) as Explanation
    expect(causes.map(({ name }) => name)).to.deep.equal(["transaction-on-another-chain"])
  })

  it("explains the last that a task sent if nothing is given", async () => {
    world.devnet.relay.pause("seal")
    const { code, stderr } = await world.run([
      "messaging",
      "send",
      world.counters.alpha,
      "add(uint32,uint256)",
      "beta",
      "1",
      "--from",
      "alpha",
      "--yes",
    ])
    expect(code, stderr).to.equal(0)
    const { document } = await world.explain("messaging", [])
    expect(document.verdict).to.equal("waiting")
    expect(document.items).to.have.length(1)
  })

  it("says what is wrong with its arguments", async () => {
    const unknown = await world.run(["messaging", "explain", keccak256(toHex("nothing"))])
    expectGoldenCommand("messaging/explain-unknown", unknown)
    const json = await world.run(["messaging", "explain", keccak256(toHex("nothing")), "--json"])
    expectGoldenCommand("messaging/explain-unknown", json)
    const short = await world.run(["messaging", "explain", "0x12"])
    expect(short.stderr).to.contain("is not a transaction hash or a message id")
  })

  it("prints text for people", async () => {
    const { hash } = await sendOne()
    await delivered(hash)
    for (const flags of [[], ["--json"]]) {
      const explained = await world.run(["messaging", "explain", hash, ...flags], { clock: anHourLater })
      expectGoldenCommand("messaging/explain", explained)
    }
  })
})
