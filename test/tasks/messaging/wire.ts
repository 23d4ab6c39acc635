import { readFile, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { after, before, beforeEach, describe, it } from "mocha"
import type { Address, Hex } from "viem"

import { counterArtifact } from "../../../src/devnet/artifacts/Counter.js"
import { getPlugConfig, plugAbi } from "../../../src/messaging/index.js"
import { foreignPlugArtifact } from "../../fixtures/artifacts/ForeignPlug.js"
import { temporaryProject } from "../../fixtures/hardhatCommand.js"
import { startCommand } from "../../fixtures/taskCommand.js"
import { createDevnetWorld, type DevnetWorld } from "../../fixtures/worlds/devnetWorld.js"
import { deploy } from "../../fixtures/worlds/plugs.js"

type ChainName = "alpha" | "beta" | "gamma"

const stranger = "0x000000000000000000000000000000000000dEaD"

describe("hardhat messaging wire", function () {
  this.timeout(60_000)
  const names: readonly ChainName[] = ["alpha", "beta", "gamma"]
  let world: DevnetWorld
  let project: Awaited<ReturnType<typeof temporaryProject>>
  let plugs: Record<ChainName, Address>
  before(async () => {
    world = await createDevnetWorld()
    project = await temporaryProject()
  })
  after(async () => {
    await world.devnet.stop()
    await project[Symbol.asyncDispose]()
  })
  beforeEach(async () => {
    plugs = await deployEverywhere()
  })

  const chainOf = (name: ChainName) => world.devnet.chains[name]!

  async function deployEverywhere(owner?: Address): Promise<Record<ChainName, Address>> {
    const entries = names.map(async (name) => {
      const chain = chainOf(name)
      const args = [chain.contracts.socket, owner ?? chain.walletClient.account.address]
      return [name, await deploy(chain, counterArtifact, args)] as const
    })
    return Object.fromEntries(await Promise.all(entries)) as Record<ChainName, Address>
  }

  const environment = (wiring: object) => ({
    PLUGS_TEST_ROOT: project.path,
    PLUGS_TEST_WIRING: JSON.stringify(wiring),
  })
  const run = (wiring: object, ...args: string[]) =>
    world.run(["messaging", "wire", ...args], { env: environment(wiring) })

  const siblingOf = async (name: ChainName, plug: Address, sibling: ChainName) => {
    const { publicClient, contracts } = chainOf(name)
    const parameters = { socket: contracts.socket, plug, siblingChainSlug: chainOf(sibling).slug }
    return (await getPlugConfig(publicClient, parameters)).siblingPlug
  }
  const sentBy = async (name: ChainName) => {
    const { publicClient, walletClient } = chainOf(name)
    return await publicClient.getTransactionCount({ address: walletClient.account.address })
  }
  async function connect(name: ChainName, plug: Address, args: readonly [number, Address, Address]): Promise<void> {
    const { publicClient, walletClient } = chainOf(name)
    const hash: Hex = await walletClient.writeContract({ address: plug, abi: plugAbi, functionName: "connect", args })
    await publicClient.waitForTransactionReceipt({ hash })
  }

  it("plans, applies and checks a mesh, and then has nothing to send", async () => {
    const wiring = { counters: { contracts: plugs } }
    const planned = await run(wiring, "--plan")
    expect({ code: planned.code, stderr: planned.stderr }).to.deep.equal({ code: 0, stderr: "" })
    expect(planned.stdout).to.contain("Connections: 6 to send.").and.to.contain(plugs.beta)
    expect((await run(wiring, "--check")).code).to.equal(2)
    const applied = await run(wiring, "--apply", "--yes")
    expect(applied.stdout).to.contain("6 of 6 changes are in place.")
    expect(applied.code).to.equal(0)
    for (const name of names) {
      for (const sibling of names.filter((other) => other !== name)) {
        expect(await siblingOf(name, plugs[name], sibling)).to.equal(plugs[sibling])
      }
    }
    const before = await sentBy("alpha")
    const again = await run(wiring, "--apply", "--yes")
    expect(again.code).to.equal(0)
    expect(await sentBy("alpha")).to.equal(before)
    const checked = await run(wiring, "--check")
    expect(checked.code).to.equal(0)
    expect(checked.stdout).to.contain("Connections: 6 in place.")
  })

  it("sends nothing without a yes", async () => {
    const wiring = { counters: { contracts: plugs } }
    const unattended = await run(wiring, "--apply")
    expect(unattended.code).to.equal(1)
    expect(unattended.stderr).to.contain("--yes")
    let question = ""
    const declined = await startCommand(["messaging", "wire", "--apply"], {
      port: world.port,
      env: environment(wiring),
      answer: (text) => {
        question = text
        return "n"
      },
    }).ended
    expect(declined.code).to.equal(130)
    expect(question).to.contain("Send 6 transactions?")
    expect(await siblingOf("alpha", plugs.alpha, "beta")).to.match(/^0x0+$/)
  })
})
