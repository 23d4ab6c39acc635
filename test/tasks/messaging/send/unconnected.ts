import { expect } from "chai"
import { after, before, beforeEach, describe, it } from "mocha"
import type { Address } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { plugAbi } from "#src/messaging/index.js"
import { runCommand, type TaskCommandOptions } from "#test/fixtures/commands/taskCommand.js"
import { deepIt, variants } from "#test/fixtures/depth.js"
import { createDevnetWorld, type DevnetWorld } from "#test/fixtures/worlds/messaging/devnetWorld.js"
import { deploy } from "#test/fixtures/worlds/messaging/plugs.js"

describe("hardhat messaging send, to a sibling that is not connected back", function () {
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
  const warning = /warning: the message to beta will not arrive as things are.*not connected to a plug on alpha/
  const mend = () => `npx hardhat messaging connect ${sibling} ${plug} --from beta --to alpha`

  it("refuses where nobody can be asked, with the command that mends it, and pays nothing", async () => {
    const before = await sentSoFar()
    for (const more of variants([["--yes"], []], 1)) {
      const { code, error, stdout, stderr } = await send(more)
      expect({ code, stdout }).to.deep.equal({ code: 1, stdout: "" })
      expect(error?.code).to.equal("WILL_NOT_ARRIVE")
      expect(error?.facts["fix for beta"]).to.contain(mend())
      expect(stderr).and.to.contain("add --anyway")
    }
    for (const more of variants([["--json", "--yes"], ["--json"]], 1)) {
      const { code, stdout } = await send(more, { answer: () => "y" })
      expect(code).to.equal(1)
      expect(JSON.parse(stdout)).to.have.nested.property("error.code", "WILL_NOT_ARRIVE")
    }
    expect(await sentSoFar()).to.equal(before)
  })

  deepIt("refuses where the kinds of switchboards differ", async () => {
    const { contracts, walletClient, slug } = {
      ...world.devnet.chains["beta"]!,
      slug: world.devnet.chains["alpha"]!.slug,
    }
    const args = [slug, plug, contracts.optimisticSwitchboard] as const
    await walletClient.writeContract({ address: sibling, abi: plugAbi, functionName: "connect", args })
    const { code, error } = await send()
    expect(code).to.equal(1)
    expect(error?.code).to.equal("WILL_NOT_ARRIVE")
    expect(error?.facts["beta"]).to.contain("switchboard")
  })

  it("refuses where the sibling has no contract", async () => {
    const nobody = "0x000000000000000000000000000000000000bEEF"
    await connect("alpha", plug, "beta", nobody)
    const { code, error } = await send()
    expect(code).to.equal(1)
    expect(error?.code).to.equal("WILL_NOT_ARRIVE")
    expect(error?.facts["beta"]).to.contain(`no contract at ${nobody} on beta`)
  })

  it("sends with --anyway, after the same warning", async () => {
    const { code, stdout, stderr } = await send(["--anyway"])
    expect(code).to.equal(0)
    expect(stderr).to.match(warning).and.to.contain(mend())
    expect(stderr.indexOf("warning")).to.be.below(stderr.indexOf("submitted"))
    expect(stdout).to.not.contain("warning")
    // It is an answer, too.
    const atTerminal = await send(["--anyway"], { answer: () => "n" })
    expect(atTerminal.code).to.equal(0)
    expect(atTerminal.stderr).to.match(warning).and.to.not.contain("(y/N)")
  })

  it("asks at a terminal, and sends nothing after a no, quietly, with 130", async () => {
    const before = await sentSoFar()
    const { code, stdout, stderr } = await send([], { answer: () => "n" })
    expect({ code, stdout }).to.deep.equal({ code: 130, stdout: "" })
    expect(stderr)
      .to.match(warning)
      .and.to.match(/ 0\.\d+ ETH\n.*\?/)
    expect(stderr).to.not.contain("Error").and.to.not.contain("submitted")
    expect(await sentSoFar()).to.equal(before)
  })

  it("sends after a yes at a terminal, and asks nothing there with --yes", async () => {
    const before = await sentSoFar()
    expect((await send([], { answer: () => "y" })).code).to.equal(0)
    const { code, stderr } = await send(["--yes"], { answer: () => "n" })
    expect(code).to.equal(0)
    expect(stderr).to.match(warning).and.to.not.contain("(y/N)")
    expect(await sentSoFar()).to.equal(before + 2)
  })

  deepIt("warns of a sibling that is connected elsewhere, and of one that is no contract", async () => {
    await connect("beta", sibling, "alpha", world.counters.alpha)
    expect((await send()).error?.facts["beta"]).to.contain(world.counters.alpha)
    await connect("alpha", plug, "beta", "0x000000000000000000000000000000000000dEaD")
    expect((await send()).error?.facts["beta"]).to.contain("0x000000000000000000000000000000000000dEaD")
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
