import "#src/testing/chai/index.js"

import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"

import { createWorld, type FaultData } from "#src/testing/index.js"
import { thrown } from "#test/fixtures/failure.js"
import { failureText } from "#test/fixtures/failureText.js"

describe("world.faults", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"], watchers: 2 })
  before(world.start)
  after(world.stop)
  const counters = () => world.deployConnected("Counter", ({ socket, owner }) => [socket, owner])
  const listed = () => world.faults.active().map(String)

  it("lists the faults that have not ended, as the calls that begin them", async () => {
    await world.loadFixture(counters)
    world.faults.down("attest", { chain: "beta" })
    world.faults.reorg("alpha", { blocks: 2, at: "SEALED" })
    world.faults.outOfGas({ gas: 5n })
    const slow = world.faults.slowApi("messaging", { seconds: 5 })
    await world.faults.apply({ fault: "trip", chain: "beta", what: "path", from: "alpha" })
    await slow.end()
    expect(listed()).to.deep.equal([
      'world.faults.down("attest", { chain: "beta" }) (not happened yet)',
      'world.faults.reorg("alpha", { blocks: 2, at: "SEALED" }) (not happened yet)',
      "world.faults.outOfGas({ gas: 5n }) (not happened yet)",
      'world.faults.trip("beta", { what: "path", from: "alpha" }) (happened once)',
    ])
    await world.faults.clear()
    expect(listed()).to.deep.equal([])
  })

  it("lists a reorg that has happened until it ends", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    const fault = world.faults.reorg("alpha", { blocks: 2, at: "SEALED" })
    await expect(alpha.send.add([beta.slug, 5n])).to.be.delivered
    expect(listed()).to.deep.equal(['world.faults.reorg("alpha", { blocks: 2, at: "SEALED" }) (happened once)'])
    await fault.end()
    await fault.end()
    expect(listed()).to.deep.equal([])
  })

  it("is named in the text of an assertion that fails", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    world.faults.missingAttestations()
    const text = await failureText(expect(alpha.send.add([beta.slug, 5n])).to.be.delivered)
    expect(text).to.contain("while there is world.faults.missingAttestations() (happened once)")
  })

  it("ends faults with the fixture that they began after", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    world.faults.down("execute")
    await world.faults.trip("beta", { what: "everything" })
    await world.loadFixture(counters)
    expect(listed()).to.deep.equal([])
    await expect(alpha.send.add([beta.slug, 5n])).to.be.delivered
  })

  it("brings back faults that lasted at a snapshot, as they were", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    const trip = await world.faults.trip("beta", { what: "everything" })
    world.faults.reorg("alpha", { blocks: 1, at: "SEALED" })
    const goBack = await world.snapshot()
    const before = listed()
    await trip.end()
    await expect(alpha.send.add([beta.slug, 5n])).to.be.delivered
    await goBack()
    expect(listed()).to.deep.equal(before)
    const sent = await alpha.send.add([beta.slug, 5n])
    await world.deliver()
    expect(world.devnet.messagesFromTx(alpha.slug, sent.hash)[0]?.status).to.equal("ATTESTED")
    expect(listed()[1]).to.contain("happened once")
    await trip.end()
    await expect(Promise.resolve(sent)).to.be.delivered
    expect(await beta.read.counter()).to.equal(5n)
  })

  it("takes effect for a transaction that is sent without waiting for the fault to begin", async () => {
    const { alpha, beta } = await world.loadFixture(counters)
    const tripping = world.faults.trip("beta", { what: "path" })
    const sent = await alpha.send.add([beta.slug, 5n])
    await world.deliver()
    await tripping
    expect(world.devnet.messagesFromTx(alpha.slug, sent.hash)[0]?.status).to.equal("ATTESTED")
  })

  it("tells two worlds apart", async () => {
    const other = createWorld(hre, { chains: ["alpha", "beta"] })
    await other.start()
    try {
      other.faults.down("seal")
      const { alpha, beta } = await world.loadFixture(counters)
      await expect(alpha.send.add([beta.slug, 5n])).to.be.delivered
      expect(listed()).to.deep.equal([])
    } finally {
      await other.stop()
    }
  })

  for (const [data, message] of [
    [{ fault: "flood" }, /^Argument "fault": there is no "flood"\. Give one of reorg, outOfGas, /],
    [
      { fault: "reorg", chain: "gamma", blocks: 1, at: "SEALED" },
      /^Argument "chain": there is no "gamma"\. Give one of alpha, beta\.$/,
    ],
    [{ fault: "reorg", blocks: 1, at: "SEALED" }, /^Argument "chain": it is required\. Give one of alpha, beta\.$/],
    [
      { fault: "reorg", chain: "alpha", blocks: 0, at: "SEALED" },
      /^Argument "blocks": 0 is out of range\. Give an integer from 1 to 1000\.$/,
    ],
    [{ fault: "reorg", chain: "alpha", blocks: 1_001, at: "SEALED" }, /^Argument "blocks": 1001 is out of range\. /],
    [
      { fault: "reorg", chain: "alpha", blocks: 1, at: "DONE" },
      /^Argument "at": there is no "DONE"\. Give one of RECEIVED, SEALED, /,
    ],
    [{ fault: "reorg", chain: "alpha", blocks: 1, at: "EXECUTED" }, /^Argument "at": there is no "EXECUTED"\./],
    [
      { fault: "down", part: "courier" },
      /^Argument "part": there is no "courier"\. Give one of seal, propose, attest, /,
    ],
    [{ fault: "slow", part: "seal" }, /^Argument "seconds": slow requires it\. Give a number of at least 0\.$/],
    [
      { fault: "limitedApi", api: "messaging" },
      /^Argument "retryAfter": limitedApi requires it\. Give an integer of at least 0\.$/,
    ],
    [{ fault: "reorgg" }, / Did you mean reorg\?$/],
    [{ fault: "stoppedChain", chain: "aplha" }, /^Argument "chain": there is no "aplha"\. .* Did you mean alpha\?$/],
    [{ fault: "down", part: "watchr" }, / Did you mean watcher\?$/],
    [{ fault: "reorg", chain: "alpha", blocks: 1, at: "SEALLED" }, / Did you mean SEALED\?$/],
    [{ fault: "failingApi", api: "mesaging" }, / Did you mean messaging\?$/],
    [
      { fault: "missingAttestations", watchers: 3 },
      /^Argument "watchers": this world has 2\. Create it with \{ watchers: 3 \}\.$/,
    ],
    [
      { fault: "trip", chain: "beta", what: "proposals", from: "alpha" },
      /^Argument "from": proposals has no source chain\. /,
    ],
    [
      { fault: "trip", chain: "beta", what: "path", from: "beta" },
      /^Argument "from": there is no "beta"\. Give one of alpha\.$/,
    ],
    [
      { fault: "failingApi", api: "swap" },
      /^Argument "api": this world has no swap API\. Create it with \{ market: true \}\.$/,
    ],
    [
      { fault: "failingApi", api: "explorer" },
      /^Argument "api": there is no "explorer"\. Give one of messaging, gateway, swap\.$/,
    ],
    [{ fault: "failingApi", api: "messaging", times: 1.5 }, /^Argument "times": 1\.5 is out of range\. /],
  ] as const) {
    it(`refuses ${JSON.stringify(data)}`, async () => {
      let refusal: unknown
      await world.faults.apply(data as unknown as FaultData<"alpha" | "beta">).catch((error: unknown) => {
        refusal = error
      })
      expect((refusal as Error).message).to.match(message)
      expect(listed()).to.deep.equal([])
    })
  }

  it("says that the world must run", () => {
    const stopped = createWorld(hre)
    expect(thrown(() => stopped.faults.down("seal")).code).to.equal("WORLD_NOT_STARTED")
  })

  it("knows chains, stages and states at compile time", () => {
    const never = (): void => {
      // @ts-expect-error there is no chain of this name
      world.faults.reorg("gamma", { blocks: 1, at: "SEALED" })
      // @ts-expect-error there is no state of this name
      world.faults.reorg("alpha", { blocks: 1, at: "DONE" })
      // @ts-expect-error there is no stage of this name
      world.faults.down("courier")
      // @ts-expect-error seconds are missing
      world.faults.slow("seal", {})
      // @ts-expect-error there is no chain of this name
      void world.faults.apply({ fault: "stoppedChain", chain: "gamma" })
    }
    expect(never).to.be.a("function")
  })
})
