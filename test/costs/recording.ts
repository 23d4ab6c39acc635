import { readdir } from "node:fs/promises"

import { expect } from "chai"
import hre from "hardhat"
import { describe, it } from "mocha"

import { readMeasurements, reportFolderVariable } from "#src/costs/measurementFiles.js"
import { summarizeCosts } from "#src/costs/WorldCosts.js"
import { createWorld } from "#src/testing/index.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

describe("recording what a world costs", () => {
  it("counts what the world has gone back from, and nothing of a snapshot twice", async () => {
    await using folder = await temporaryFolder()
    const before = process.env[reportFolderVariable]
    process.env[reportFolderVariable] = folder.path
    try {
      await using world = createWorld(hre, { chains: ["alpha", "beta"] })
      await world.start()
      const greeted = async () => {
        const counters = await world.deployConnected("Counter", ({ socket, owner }) => [socket, owner])
        await counters.alpha.send.add([counters.beta.slug, 1n])
        await world.deliver()
        return counters
      }
      for (let test = 0; test < 3; test += 1) {
        const { alpha, beta } = await world.loadFixture(greeted)
        await alpha.send.add([beta.slug, 2n])
      }
      expect((await world.costs()).messages[0]?.fee.count, "in the world now").to.equal(2)
    } finally {
      if (before === undefined) Reflect.deleteProperty(process.env, reportFolderVariable)
      else process.env[reportFolderVariable] = before
    }
    expect(await readdir(folder.path)).to.have.length(1)
    const { messages } = summarizeCosts(await readMeasurements(folder.path))
    const [adding] = messages
    expect([adding?.fee.count, adding?.outboundGas?.count, adding?.inboundGas?.count]).to.deep.equal([4, 4, 4])
  })
})
