import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import { describe, it } from "mocha"

import hardhatPlugs from "#src/index.js"
import { plannedAppArtifact } from "#test/fixtures/artifacts/PlannedApp.js"
import { createExplainedGateway, maxFees } from "#test/fixtures/worlds/gateway/explainedGateway.js"
import { planned } from "#test/fixtures/worlds/gateway/plans.js"

describe("connection.plugs.gateway.explainTransaction", function () {
  it("reads the gateway chain and the others, whichever of them the connection reaches", async () => {
    await using world = await createExplainedGateway()
    const app = await world.deploy(plannedAppArtifact, [maxFees])
    await world.completed(await app.call("deployContracts", [world.alpha.slug]))
    const id = await app.call("run", [[planned.write(world.alpha.slug, 1n)]])
    await world.completed(id)
    const plugs = { devnet: { port: world.port, chains: ["alpha", "beta"] } }
    const hre = await createHardhatRuntimeEnvironment({ plugins: [hardhatPlugs], plugs })
    for (const network of ["gateway", "alpha"]) {
      const connection = await hre.network.create(network)
      const { verdict, causes, events } = await connection.plugs.gateway.explainTransaction({ id })
      expect(verdict, network).to.equal("delivered")
      expect(causes, network).to.deep.equal([])
      expect(events.find(({ title }) => title === "Executed")).to.include({ place: "alpha" })
      await connection.close()
    }
  })
})
