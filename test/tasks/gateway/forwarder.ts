import { expect } from "chai"
import { describe, it } from "mocha"

import { findGatewayDeployment, predictForwarderAddress } from "#src/gateway/index.js"
import type { EndedCommand } from "#test/fixtures/commands/endedCommand.js"
import { runCommand } from "#test/fixtures/commands/taskCommand.js"
import { expectGoldenCommand } from "#test/fixtures/golden/expectGoldenCommand.js"
import { createGatewayServer } from "#test/fixtures/servers/gatewayServer.js"
import { startKnownChainNode } from "#test/fixtures/servers/nodes/knownChainNode.js"

const onChainAddress = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
const contracts = {
  addressResolver: "0xCf7Ed3AccA5a467e9e704C703E8D87F634fB0Fc9",
  asyncDeployer: "0xDc64a140Aa3E981100a9becA4E685f962f0cF6C9",
  forwarderBeacon: "0x5FC8d32690cc91D4c39d9d3abcBD16989F875707",
} as const
const predicted = predictForwarderAddress({
  chainSlug: 41001,
  onChainAddress,
  addressResolver: contracts.addressResolver,
  deployer: contracts.asyncDeployer,
  forwarderBeacon: contracts.forwarderBeacon,
})
const other = "0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512"

/** Runs the task against an API that answers with this address, in a project that may configure the gateway's contracts. */
async function run(
  forwarderAddress: string,
  { flags = [], knows = true, isDeployed = true }: { flags?: string[]; knows?: boolean; isDeployed?: boolean } = {},
): Promise<EndedCommand> {
  const answer = { chainSlug: 41001, onChainAddress, forwarderAddress, isDeployed }
  await using server = await createGatewayServer({ getForwarderAddress: [answer] })
  const baseUrl = `http://127.0.0.1:${server.port}/gateway`
  const env = { PLUGS_TEST_GATEWAY: JSON.stringify({ baseUrl: `${baseUrl}/`, ...(knows ? { contracts } : {}) }) }
  return await runCommand(["gateway", "forwarder", onChainAddress, "--chain", "alpha", ...flags], {
    port: server.port,
    env,
  })
}

/** Runs the task with the contracts of a public deployment, and with a gateway chain that may have them. */
async function runOnDeployment(options: { slug?: number }): Promise<EndedCommand> {
  const answer = { chainSlug: 41001, onChainAddress, forwarderAddress: other, isDeployed: true }
  await using server = await createGatewayServer({ getForwarderAddress: [answer] })
  await using node = await startKnownChainNode({ chainId: 43, beacon: contracts.forwarderBeacon, ...options })
  const gateway = { baseUrl: `http://127.0.0.1:${server.port}/gateway/`, deployment: "stage", network: "evmx" }
  const env = {
    PLUGS_TEST_GATEWAY: JSON.stringify(gateway),
    PLUGS_TEST_NETWORKS: JSON.stringify({ evmx: { type: "http", url: node.url } }),
  }
  const args = ["gateway", "forwarder", onChainAddress, "--chain", "alpha", "--json"]
  return await runCommand(args, { port: server.port, env })
}

describe("hardhat gateway forwarder", function () {
  it("predicts with the contracts of a public deployment, and the beacon that its deployer names", async () => {
    const { gateway } = await findGatewayDeployment("stage")
    const { stdout } = await runOnDeployment({ slug: 43 })
    const { addressResolver, asyncDeployer: deployer } = gateway
    const { forwarderBeacon } = contracts
    const where = { chainSlug: 41001, onChainAddress, addressResolver, deployer, forwarderBeacon } as const
    expect(JSON.parse(stdout)).to.include({ predicted: predictForwarderAddress(where) })
  })

  it("predicts nothing with a deployment whose contracts the gateway chain does not have", async () => {
    const { code, stdout } = await runOnDeployment({})
    expect(code).to.equal(1)
    expect(JSON.parse(stdout)).to.have.nested.property("error.code", "GATEWAY_DEPLOYMENT_MISMATCH")
  })

  it("shows the API's answer beside the prediction", async () => {
    for (const flags of [[], ["--json"]]) expectGoldenCommand("gateway/forwarder", await run(predicted, { flags }))
  })

  it("warns of a mismatch, and ends with 2", async () => {
    const [human, json] = await Promise.all([run(other), run(other, { flags: ["--json"] })])
    expect([human.code, json.code]).to.deep.equal([2, 2])
    for (const ended of [human, json]) expectGoldenCommand("gateway/forwarder-differs", ended)
  })

  it("says that it cannot predict without the contracts, and what to configure", async () => {
    const { code, stdout } = await run(other, { knows: false, isDeployed: false })
    expect(code).to.equal(0)
    expect(stdout)
      .to.match(/predicted +unknown: plugs\.gateway\.contracts /)
      .and.to.match(/deployed +not yet/)
  })

  it("says in JSON too that there is nothing to compare", async () => {
    const [unknown, zero] = await Promise.all([
      run(other, { knows: false, flags: ["--json"] }),
      run(`0x${"0".repeat(40)}`, { flags: ["--json"] }),
    ])
    expect([unknown.code, zero.code]).to.deep.equal([0, 0])
    expect(JSON.parse(unknown.stdout)).to.include({ forwarderAddress: other, predicted: null, agrees: null })
    expect(JSON.parse(zero.stdout)).to.include({ forwarderAddress: null, predicted, agrees: null })
  })
})
