import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"

import { createWorld } from "../../../src/testing/index.js"
import { isDeep } from "../../fixtures/depth.js"
import { failure } from "../../fixtures/failure.js"
import { callbackBug } from "../../fixtures/planted/gatewayBugs.js"
import { messagingBugs } from "../../fixtures/planted/messagingBugs.js"

/** The fast suite repeats a run that is known to find the bug. The deep one searches for it, from the same seed. */
const deepRuns = 100

describe("planted bugs", () => {
  const world = createWorld(hre, { chains: ["alpha", "beta"], gateway: true })
  before(world.start)
  after(world.stop)

  for (const bug of [...messagingBugs, callbackBug]) {
    const { title, contracts, found } = bug
    const options = "options" in bug ? bug.options : {}
    const [bugged, mended] = contracts

    it(`explore finds: ${title}`, async () => {
      const { scenario, invariant } = await bug.prepare(world, bugged)
      const explored = world.explore(
        { ...options, ...(isDeep ? { seed: found.seed, runs: deepRuns } : found) },
        scenario,
        invariant,
      )
      expect((await failure(explored)).code).to.equal("SCHEDULE_FAILED")
    })

    it(`explore finds nothing in the mended contract: ${title}`, async () => {
      const { scenario, invariant } = await bug.prepare(world, mended)
      const runs = isDeep ? deepRuns : 2
      const explored = await world.explore({ ...options, seed: found.seed, runs }, scenario, invariant)
      expect(explored).to.deep.equal({ runs, seed: found.seed })
    })
  }
})
