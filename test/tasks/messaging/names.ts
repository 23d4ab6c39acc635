import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { parseAbi } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { ignitionProject } from "#test/fixtures/projects/ignitionProject.js"
import { createDevnetWorld, type DevnetWorld } from "#test/fixtures/worlds/messaging/devnetWorld.js"

describe("hardhat messaging with contracts by name", function () {
  let world: DevnetWorld
  let project: Awaited<ReturnType<typeof ignitionProject>>
  before(async () => {
    world = await createDevnetWorld()
    const artifact = { contractName: "Counter", abi: counterArtifact.abi }
    const { alpha, beta, gamma } = world.counters
    const chains = { alpha, beta, gamma }
    project = await ignitionProject(
      Object.entries(chains).map(([name, address]) => {
        return { chainId: world.devnet.chains[name]!.chainId, id: "CounterModule#Counter", address, artifact }
      }),
    )
  })
  after(async () => {
    await project[Symbol.asyncDispose]()
    await world.devnet.stop()
  })

  const run = (args: string[], env: Record<string, string> = {}) =>
    world.run(args, { env: { PLUGS_TEST_ROOT: project.path, ...env } })
  const counterOn = (name: "beta" | "gamma"): Promise<bigint> =>
    world.devnet.chains[name]!.publicClient.readContract({
      address: world.counters[name],
      abi: parseAbi(["function counter() view returns (uint256)"]),
      functionName: "counter",
    })

  it("sends through a contract and a function by their names, and arguments by theirs", async () => {
    const before = await counterOn("beta")
    const args = ["messaging", "send", "Counter", "add", "amount=5", "dstChainSlug=beta", "--from", "alpha", "--track"]
    const { code, stdout, stderr } = await run(args)
    expect(code, stderr).to.equal(0)
    expect(stdout.replaceAll(/ +/g, " ")).to.contain(`plug ${world.counters.alpha} (Counter)`)
    expect(stdout).to.match(/^ *to beta \(Counter\) +0x/m)
    expect(stdout).to.match(/plugs.*\n.*Counter → Counter/)
    expect(await counterOn("beta")).to.equal(before + 5n)
  })

  it("takes the chain from the name", async () => {
    const args = ["messaging", "send", "Counter@gamma", "add", "beta", "1", "--json"]
    const { code, stdout } = await run(args)
    expect(code).to.equal(0)
    expect(JSON.parse(stdout)).to.have.property("txHash")
  })

  it("asks for the chain of a name that several have, and sends nothing", async () => {
    const { code, stdout, stderr } = await run(["messaging", "send", "Counter", "add", "beta", "1"])
    expect({ code, stdout }).to.deep.equal({ code: 1, stdout: "" })
    expect(stderr).to.match(/"plug": Counter is on several chains: alpha, beta, gamma.*Counter@alpha/)
  })

  it("shows fees of a contract by its name", async () => {
    const { code, stdout } = await run(["messaging", "fees", "--plug", "Counter@alpha", "--to", "beta", "--json"])
    expect(code).to.equal(0)
    expect(JSON.parse(stdout)).to.include({ srcPlug: world.counters.alpha })
  })

  it("connects two contracts by one name", async () => {
    const args = ["messaging", "connect", "Counter", "Counter", "--from", "alpha", "--to", "beta"]
    const { code, stdout } = await run(args)
    expect({ code, stdout }).to.deep.include({ code: 0 })
    expect(stdout).to.contain(`${world.counters.beta} (Counter) on beta`)
  })

  it("takes names of the configuration", async () => {
    const contracts = JSON.stringify({ Moody: { alpha: world.moody.alpha } })
    const args = ["messaging", "fees", "--plug", "Moody", "--to", "beta", "--json"]
    const { code, stdout } = await run(args, { PLUGS_TEST_CONTRACTS: contracts })
    expect(code).to.equal(0)
    expect(JSON.parse(stdout)).to.include({ srcPlug: world.moody.alpha })
  })
})
