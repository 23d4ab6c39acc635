import { once } from "node:events"

import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import { after, before, describe, it } from "mocha"

import { isPlugsError } from "#src/messaging/index.js"
import { moodyPlugArtifact } from "#test/fixtures/artifacts/MoodyPlug.js"
import { deepIt } from "#test/fixtures/depth.js"
import { projectConfig } from "#test/fixtures/projects/projectConfig.js"
import { createRpcDoor, type RpcDoor } from "#test/fixtures/servers/nodes/rpcDoor.js"
import { createExplainedWorld, type ExplainedWorld } from "#test/fixtures/worlds/messaging/explainedWorld.js"

describe("plugs.messaging.prepareSend and sendThroughPlug of a connection", function () {
  let world: ExplainedWorld
  let door: RpcDoor
  before(async () => {
    world = await createExplainedWorld()
    door = await createRpcDoor(world.devnet.chains.alpha.rpcUrl)
    const { walletClient, publicClient } = world.devnet.chains.beta
    const call = { address: world.moody.beta, abi: moodyPlugArtifact.abi, functionName: "refuse" } as const
    const hash = await walletClient.writeContract({ ...call, args: ["0x12", true] })
    await publicClient.waitForTransactionReceipt({ hash })
  })
  after(async () => {
    await door[Symbol.asyncDispose]()
    await world[Symbol.asyncDispose]()
  })

  const connect = async (env: Record<string, string> = {}) => {
    const ports = { PLUGS_TEST_PORT: String(world.port), PLUGS_TEST_CHAINS: "alpha,beta" }
    const hre = await createHardhatRuntimeEnvironment(projectConfig({ ...ports, ...env }), {}, world.root)
    return await hre.network.create("alpha")
  }
  const call = (payload: string, more: object = {}) => ({
    ...{ plug: world.moody.alpha, signature: "send(uint32,bytes)", args: [world.devnet.chains.beta.slug, payload] },
    ...more,
  })
  const codeOf = async (work: Promise<unknown>): Promise<string> =>
    await work.then(
      () => "sent",
      (error: unknown) => (isPlugsError(error) ? error.code : String(error)),
    )
  const sentSoFar = () => {
    const { publicClient, walletClient } = world.devnet.chains.alpha
    return publicClient.getTransactionCount({ address: walletClient.account.address })
  }

  deepIt(
    "looks at the messages by default where the network is not local, and sends nothing that would not arrive",
    async () => {
      const connection = await connect({ PLUGS_TEST_ALPHA_URL: door.url })
      const before = await sentSoFar()
      expect(await codeOf(connection.plugs.messaging.prepareSend(call("0x12")))).to.equal("WILL_NOT_ARRIVE")
      expect(await codeOf(connection.plugs.messaging.sendThroughPlug(call("0x12")))).to.equal("WILL_NOT_ARRIVE")
      const { fee, messages } = await connection.plugs.messaging.prepareSend(call("0x34"))
      expect(fee > 0n).to.equal(true)
      expect(messages?.map(({ payload }) => payload)).to.deep.equal(["0x34"])
      expect(await sentSoFar()).to.equal(before)
      expect(await codeOf(connection.plugs.messaging.sendThroughPlug(call("0x34")))).to.equal("sent")
      expect(await codeOf(connection.plugs.messaging.sendThroughPlug(call("0x12", { preflight: false })))).to.equal(
        "sent",
      )
      expect(await codeOf(connection.plugs.messaging.sendThroughPlug(call("0x34", { budget: 1n })))).to.equal(
        "BUDGET_EXCEEDED",
      )
      expect(await sentSoFar()).to.equal(before + 2)
      await connection.close()
    },
  )

  it("does so on a local network where that is asked for", async () => {
    const connection = await connect()
    expect(await codeOf(connection.plugs.messaging.prepareSend(call("0x12")))).to.equal("sent")
    expect(await codeOf(connection.plugs.messaging.prepareSend(call("0x12", { preflight: true })))).to.equal(
      "WILL_NOT_ARRIVE",
    )
    await connection.close()
  })

  it("warns of what could not be found out, and sends", async () => {
    const networks = { beta: { type: "http", url: "http://127.0.0.1:9", chainId: world.devnet.chains.beta.slug } }
    const connection = await connect({ PLUGS_TEST_NETWORKS: JSON.stringify(networks) })
    const warned = once(process, "warning") as Promise<[Error & { code?: string }]>
    expect(await codeOf(connection.plugs.messaging.sendThroughPlug(call("0x34", { preflight: true })))).to.equal("sent")
    const [{ code, message }] = await warned
    expect(code).to.equal("MAY_NOT_ARRIVE")
    expect(message).to.contain("could not be read")
    await connection.close()
  })
})
