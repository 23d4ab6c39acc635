import "#src/testing/chai/index.js"

import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"
import { encodeAbiParameters, type Hex, parseAbiParameters } from "viem"

import { createWorld } from "#src/testing/index.js"
import { deepIt, isDeep } from "#test/fixtures/depth.js"

describe("a guarded token, of which messages are forged", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"] })
  before(world.start)
  after(world.stop)

  const [limit, delayFrom] = [1_000n, 600n]
  async function tokens() {
    const { alpha, beta } = await world.deployConnected("GuardedToken", ({ socket, owner, chain }) => {
      return [socket, owner, "Token", "TKN", chain === "alpha" ? 10_000n : 0n] as const
    })
    await beta.write.setGuard([alpha.slug, limit, 3_600n, delayFrom, 700n])
    await expect(alpha.send.bridge([beta.slug, user, 100n])).to.be.delivered
    return { alpha, beta }
  }
  const user = "0x5555555555555555555555555555555555555555"
  const thief = "0x7777777777777777777777777777777777777777"
  const payloadOf = (amount: bigint): Hex =>
    encodeAbiParameters(parseAbiParameters("address, uint256"), [thief, amount])

  it("mints no more of them than the limit leaves, and holds a large one, which a guardian cancels", async () => {
    const { alpha, beta } = await world.loadFixture(tokens)
    for (const amount of [599n, 302n, 301n]) await world.faults.forge("beta", { payload: payloadOf(amount) })
    await world.faults.forge("beta", { payload: payloadOf(10n ** 24n) })
    expect(await beta.read.balanceOf([thief])).to.equal(900n)
    expect(await beta.read.heldCount()).to.equal(2n)
    const large = [1n, alpha.slug, payloadOf(10n ** 24n)] as const
    const id = await beta.read.heldIdOf(large)
    await beta.write.grantRole([await beta.read.GUARDIAN_ROLE(), await beta.read.owner()])
    await beta.write.cancel([id])
    await world.time.increase(3_600 * 2)
    await expect(beta.write.release(large)).to.be.revertedWithError(beta, "NotReleasableYet", [id, 2n ** 256n - 1n])
    // What was sent goes on.
    await expect(alpha.send.bridge([beta.slug, thief, 50n])).to.be.delivered
    expect(await beta.read.balanceOf([thief])).to.equal(950n)
  })

  deepIt("mints no more than the limit, whatever is forged in whatever order", async () => {
    const { alpha, beta } = await world.loadFixture(tokens)
    const scenario = async () => {
      for (const amount of [300n, 500n, 599n]) await alpha.send.bridge([beta.slug, thief, amount])
    }
    const explore = (most: bigint) =>
      world.explore({ runs: isDeep ? 12 : 7, seed: 5, faults: ["forge"], keep: false }, scenario, async () => {
        expect((await beta.read.totalSupply()) <= most).to.equal(true)
      })
    const { moves } = await explore(limit)
    expect(moves["forge"]?.happened).to.be.above(3)
    await beta.write.setGuard([alpha.slug, 10n ** 30n, 3_600n, 10n ** 30n, 700n])
    // Without a limit, more arrives than was sent.
    const sent = 100n + 300n + 500n + 599n
    expect(
      await explore(sent).then(
        () => "holds",
        () => "fails",
      ),
    ).to.equal("fails")
  })
})
