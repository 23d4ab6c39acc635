import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import { describe, it } from "mocha"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { eventually } from "#test/fixtures/clocks/eventually.js"
import { projectConfig } from "#test/fixtures/projects/projectConfig.js"
import { createExplainedWorld } from "#test/fixtures/worlds/messaging/explainedWorld.js"
import { send } from "#test/fixtures/worlds/messaging/plugs.js"

describe("plugs.messaging.explainMessage of a connection", function () {
  it("explains a message with the project's other chains, from either end", async () => {
    await using world = await createExplainedWorld()
    const { alpha, beta } = world.devnet.chains
    const config = projectConfig({ PLUGS_TEST_PORT: String(world.port), PLUGS_TEST_CHAINS: "alpha,beta" })
    const hre = await createHardhatRuntimeEnvironment(config, {}, world.root)
    const { abi } = counterArtifact
    const call = { address: world.counters.alpha, abi, functionName: "add", args: [beta.slug, 1n] }
    const srcTxHash = await send(alpha, call)
    const connections = [await hre.network.create("alpha"), await hre.network.create("beta")] as const
    const [here, there] = connections
    await eventually(async () => {
      const { verdict } = await here.plugs.messaging.explainMessage({ srcTxHash })
      return verdict === "delivered"
    })
    const fromBeta = await there.plugs.messaging.explainMessage({ srcChainSlug: "alpha", srcTxHash })
    expect(fromBeta.verdict).to.equal("delivered")
    const wrong = await there.plugs.messaging.explainMessage({ srcTxHash })
    expect(wrong.causes.map(({ name }) => name)).to.deep.equal(["transaction-on-another-chain"])
    await Promise.all(connections.map((connection) => connection.close()))
  })
})
