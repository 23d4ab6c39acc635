import { expect } from "chai"
import { after, before, beforeEach, describe, it } from "mocha"
import type { Address } from "viem"

import { counterArtifact } from "../../../src/devnet/artifacts/Counter.js"
import { plugAbi } from "../../../src/messaging/index.js"
import { runCommand, type TaskCommandOptions } from "../../fixtures/commands/taskCommand.js"
import { createDevnetWorld, type DevnetWorld } from "../../fixtures/worlds/messaging/devnetWorld.js"
import { deploy } from "../../fixtures/worlds/messaging/plugs.js"

describe("hardhat messaging send, to a sibling that is not connected back", function () {
  this.timeout(30_000)
  let world: DevnetWorld
  let plug: Address
  let sibling: Address
  before(async () => {
    world = await createDevnetWorld()
    // It says of each message that it is held.
    world.devnet.onError(() => undefined)
  })
  after(() => world.devnet.stop())

  const counterOn = (name: string): Promise<Address> => {
    const { contracts, walletClient } = world.devnet.chains[name]!
    return deploy(world.devnet.chains[name]!, counterArtifact, [contracts.socket, walletClient.account.address])
  }
  const connect = async (from: string, address: Address, to: string, other: Address): Promise<void> => {
    const { contracts, walletClient, publicClient } = world.devnet.chains[from]!
    const args = [world.devnet.chains[to]!.slug, other, contracts.switchboard] as const
    const hash = await walletClient.writeContract({ address, abi: plugAbi, functionName: "connect", args })
    await publicClient.waitForTransactionReceipt({ hash })
  }
  beforeEach(async () => {
    ;[plug, sibling] = [await counterOn("alpha"), await counterOn("beta")]
    await connect("alpha", plug, "beta", sibling)
  })
  const sentSoFar = async (): Promise<number> => {
    const { publicClient, walletClient } = world.devnet.chains["alpha"]!
    return publicClient.getTransactionCount({ address: walletClient.account.address })
  }
  const send = (more: readonly string[] = [], options: TaskCommandOptions = {}) =>
    runCommand(["messaging", "send", plug, "add(uint32,uint256)", "beta", "5", "--from", "alpha", ...more], {
      port: world.port,
      ...options,
    })
  const warning = /warning: the message to beta will not arrive as things are.*not connected to a sibling/

  it("warns with the command that mends it, and goes on where nobody can be asked", async () => {
    const { code, stdout, stderr } = await send()
    expect(code).to.equal(0)
    expect(stderr).to.match(warning)
    expect(stderr).to.contain(`npx hardhat messaging connect ${sibling} ${plug} --from beta --to alpha`)
    expect(stderr.indexOf("warning")).to.be.below(stderr.indexOf("submitted"))
    expect(stdout).to.contain("Sent one message.").and.to.not.contain("warning")
  })

  it("asks at a terminal, and sends nothing after a no, quietly, with 130", async () => {
    const before = await sentSoFar()
    const { code, stdout, stderr } = await send([], { answer: () => "n" })
    expect({ code, stdout }).to.deep.equal({ code: 130, stdout: "" })
    expect(stderr).to.match(warning).and.to.contain("Send it all the same?").and.to.not.contain("Error")
    expect(await sentSoFar()).to.equal(before)
  })

  it("sends after a yes, and asks nothing with --yes or --json", async () => {
    const before = await sentSoFar()
    expect((await send([], { answer: () => "y" })).code).to.equal(0)
    for (const option of ["--yes", "--json"]) {
      const { code, stdout, stderr } = await send([option], { answer: () => "n" })
      expect(code, option).to.equal(0)
      expect(stderr).to.match(warning).and.to.not.contain("(y/N)")
      if (option === "--json") expect(JSON.parse(stdout)).to.include.keys("txHash")
    }
    expect(await sentSoFar()).to.equal(before + 3)
  })

  it("warns of a sibling that is connected elsewhere, and of one that is no contract", async () => {
    await connect("beta", sibling, "alpha", world.counters.alpha)
    expect((await send()).stderr).to.contain(`is connected to ${world.counters.alpha}`)
    await connect("alpha", plug, "beta", "0x000000000000000000000000000000000000dEaD")
    expect((await send()).stderr).to.contain("no contract at the sibling 0x000000000000000000000000000000000000dEaD")
  })

  it("says nothing where both are connected, and of chains that the call does not send to", async () => {
    await connect("beta", sibling, "alpha", plug)
    await connect("alpha", plug, "gamma", "0x000000000000000000000000000000000000dEaD")
    const { code, stderr } = await send()
    expect(code).to.equal(0)
    expect(stderr).to.not.contain("warning")
  })

  it("says nothing where the destination's node does not answer: sending does not need it", async () => {
    const PLUGS_TEST_NETWORKS = JSON.stringify({ beta: { type: "http", url: "http://127.0.0.1:9", chainId: 41002 } })
    const { code, stderr } = await send([], { env: { PLUGS_TEST_NETWORKS } })
    expect(code).to.equal(0)
    expect(stderr).to.not.contain("warning")
  })
})
