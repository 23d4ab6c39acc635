import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import type { Address } from "viem"

import { counterArtifact } from "../../../src/devnet/artifacts/Counter.js"
import { getPlugConfig } from "../../../src/messaging/index.js"
import { foreignPlugArtifact } from "../../fixtures/artifacts/ForeignPlug.js"
import { createRpcDoor } from "../../fixtures/servers/nodes/rpcDoor.js"
import { createDevnetWorld, type DevnetWorld } from "../../fixtures/worlds/messaging/devnetWorld.js"
import { deploy } from "../../fixtures/worlds/messaging/plugs.js"

const sibling = "0x000000000000000000000000000000000000dEaD"

describe("hardhat messaging connect", function () {
  let world: DevnetWorld
  let foreign: Address
  before(async () => {
    world = await createDevnetWorld()
    const { alpha, beta } = world.devnet.chains
    for (const chain of [alpha!, beta!]) {
      foreign = await deploy(chain, foreignPlugArtifact, [chain.contracts.socket, chain.walletClient.account.address])
    }
  })
  after(() => world.devnet.stop())

  const task = (plug: Address, ...options: string[]) =>
    world.run(["messaging", "connect", plug, sibling, "--from", "alpha", "--to", "beta", ...options])
  const siblingOf = async (plug: Address) => {
    const { publicClient, contracts } = world.devnet.chains["alpha"]!
    return (await getPlugConfig(publicClient, { socket: contracts.socket, plug, siblingChainSlug: 41002 })).siblingPlug
  }

  it("takes a kind of switchboard, and refuses one that does not lead to the sibling", async () => {
    const { publicClient, walletClient, contracts } = world.devnet.chains["alpha"]!
    const plug = await deploy(world.devnet.chains["alpha"]!, counterArtifact, [
      contracts.socket,
      walletClient.account.address,
    ])
    const connected = await task(plug, "--switchboard", "optimistic", "--json")
    expect(JSON.parse(connected.stdout)).to.include({ switchboard: contracts.optimisticSwitchboard })
    const found = await getPlugConfig(publicClient, { socket: contracts.socket, plug, siblingChainSlug: 41002 })
    expect(found.inboundSwitchboard).to.equal(contracts.optimisticSwitchboard)
    const bridge = await task(plug, "--switchboard", "NATIVE_BRIDGE")
    expect(bridge.code).to.equal(1)
    expect(bridge.stderr).to.match(/No NATIVE_BRIDGE switchboard leads from alpha to beta[^]*FAST, OPTIMISTIC/)
  })

  it("connects a plug with the devnet's switchboard, and sends nothing the second time", async () => {
    const { socket } = world.devnet.chains["alpha"]!.contracts
    const owner = world.devnet.chains["alpha"]!.walletClient.account.address
    const plug = await deploy(world.devnet.chains["alpha"]!, counterArtifact, [socket, owner])
    const first = await task(plug)
    expect(first.code).to.equal(0)
    expect(first.stdout).to.contain("Connected the plug on alpha")
    expect(await siblingOf(plug)).to.equal(sibling)
    const again = await task(plug)
    expect({ code: again.code, stderr: again.stderr }).to.deep.equal({ code: 0, stderr: "" })
    expect(again.stdout).to.contain("already")
  })

  it("connects a plug of another shape by the function that is named, and prints JSON", async () => {
    const { code, stdout } = await task(foreign, "--function", "linkTo(uint32,address,address)", "--json")
    expect(code).to.equal(0)
    const document = JSON.parse(stdout) as { txHash: string; dstPlug: string }
    expect(document).to.include({ dstPlug: sibling })
    expect(document.txHash).to.match(/^0x[0-9a-f]{64}$/)
    expect(await siblingOf(foreign)).to.equal(sibling)
  })

  it("sends through such a plug, and says that the margin went to the socket", async () => {
    const fn = ["--function", "linkTo"]
    for (const [from, to] of [
      ["alpha", "beta"],
      ["beta", "alpha"],
    ] as const) {
      const args = ["messaging", "connect", foreign, foreign, "--from", from, "--to", to, ...fn]
      expect((await world.run(args)).code).to.equal(0)
    }
    const args = ["messaging", "send", foreign, "post(uint32,bytes)", "beta", "0x12", "--from", "alpha", "--track"]
    const { code, stdout } = await world.run(args)
    expect(code).to.equal(0)
    expect(stdout)
      .to.match(/attached .* all of it went to the socket/)
      .and.to.contain("EXECUTION_SUCCESS")
  })

  it("names what is wrong with the function, and connects nothing", async () => {
    const nonsense = await task(foreign, "--function", "linkTo(bytes)")
    expect(nonsense.code).to.equal(1)
    expect(nonsense.stderr).to.contain("where slug, sibling and switchboard go")
    const other = await task(foreign, "--function", "connect")
    expect(other.code).to.equal(1)
    expect(other.stderr).to.contain("The call of connect reverts")
    const pretended = await task(foreign, "--function", "pretendTo", "--json")
    expect(pretended.code).to.equal(1)
    expect(JSON.parse(pretended.stdout)).to.have.nested.property("error.code", "NOT_ONLY_A_CONNECTION")
  })

  it("says after Ctrl-C what was sent, and a command that sends nothing twice", async () => {
    const alpha = world.devnet.chains["alpha"]!
    const owner = alpha.walletClient.account.address
    const plug = await deploy(alpha, counterArtifact, [alpha.contracts.socket, owner])
    await using node = await createRpcDoor(alpha.rpcUrl)
    const held = node.holdAt({ method: "eth_getTransactionReceipt", times: 1, when: "before" })
    const args = ["messaging", "connect", plug, sibling, "--from", "alpha", "--to", "beta"]
    await using connecting = world.start(args, { env: { PLUGS_TEST_ALPHA_URL: node.url } })
    await held
    connecting.interrupt()
    const { code, stderr } = await connecting.ended
    expect(code).to.equal(130)
    expect(stderr)
      .to.match(/transaction: 0x[0-9a-f]{64}/)
      .and.to.contain(`npx hardhat ${args.join(" ")}`)
    expect((await world.run(args)).stdout).to.contain("already")
  })
})
