import path from "node:path"

import { expect } from "chai"
import hre from "hardhat"
import { after, before, describe, it } from "mocha"

import {
  deployAsStranger,
  type StrangersDeployment,
  writeDeployments,
} from "#extras/forks/test/fixtures/strangersDeployment.js"
import { startDevnet } from "#src/devnet/index.js"
import { createWorld, type World } from "#src/testing/index.js"
import { failure } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

type Urls = Readonly<Record<"alpha" | "beta", string>>

/** This project with two networks that have URLs, and their messaging contracts in a file or on a devnet. */
function projectOf(urls: Urls, more: { readonly deployment?: string; readonly socket?: string }): typeof hre {
  const { config } = hre
  const networks = Object.fromEntries(
    Object.entries(urls).map(([name, url], index) => [
      name,
      { type: "http", chainId: 41_001 + index, url: { get: () => Promise.resolve(url) } },
    ]),
  )
  const chains = Object.fromEntries(
    Object.keys(urls).map((name, index) => [name, { slug: 41_001 + index, network: name, socket: more.socket }]),
  )
  const messaging = { ...config.plugs.messaging, deployment: more.deployment }
  const own = {
    ...config,
    networks: { ...config.networks, ...networks },
    plugs: { ...config.plugs, chains, messaging },
  }
  return { network: hre.network, artifacts: hre.artifacts, hooks: hre.hooks, config: own } as unknown as typeof hre
}

describe("a world of forks", () => {
  let deployed: StrangersDeployment
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let project: typeof hre
  let recording = ""
  let world: World<"alpha" | "beta", false, false>
  before(async () => {
    deployed = await deployAsStranger()
    folder = await temporaryFolder()
    const deployment = await writeDeployments(deployed, folder)
    const [{ fork: alpha }, { fork: beta }] = deployed.forks as [
      StrangersDeployment["forks"][0],
      StrangersDeployment["forks"][0],
    ]
    project = projectOf({ alpha: alpha.url, beta: beta.url }, { deployment })
    recording = path.join(folder.path, "alpha.ndjson")
    world = await createWorld(project, { forks: [{ name: "alpha", recording }, "beta"] }).start()
  })
  after(async () => {
    await world.stop()
    await deployed[Symbol.asyncDispose]()
    await folder[Symbol.asyncDispose]()
  })

  it("carries messages of plugs that were deployed before, and of new ones, and goes back to a fixture", async () => {
    const [here, there] = [
      await world.getContractAt("alpha", "Counter", deployed.plugs.alpha),
      await world.getContractAt("beta", "Counter", deployed.plugs.beta),
    ]
    const sent = await here.send.add([world.chains.beta.slug, 3n])
    await world.assertions.delivered(sent)
    expect(await there.read.counter()).to.equal(3n)

    const plugs = await world.loadFixture(counters)
    await world.assertions.delivered(await plugs.beta.send.add([world.chains.alpha.slug, 8n]))
    expect(await plugs.alpha.read.counter()).to.equal(8n)
    const again = await world.loadFixture(counters)
    expect(await again.alpha.read.counter()).to.equal(0n)
    await world.assertions.delivered(await here.send.add([world.chains.beta.slug, 4n]))
    expect(await there.read.counter()).to.equal(7n)
  })
  const counters = () => world.deployConnected("Counter", ({ socket, owner }) => [socket, owner])

  it("refuses a fee of one wei less, as the chain does", async () => {
    const here = await world.getContractAt("alpha", "Counter", deployed.plugs.alpha)
    const { fee } = await here.send.add([world.chains.beta.slug, 1n])
    const refused = await failure(here.send.add([world.chains.beta.slug, 1n], { attached: fee - 1n }))
    expect(refused.message).to.contain("InsufficientFees")
  })

  it("has one clock for all forks, and shows a fault of an actor", async () => {
    const here = await world.getContractAt("alpha", "Counter", deployed.plugs.alpha)
    await world.time.increase(7_200)
    const times = await Promise.all(
      [world.chains.alpha, world.chains.beta].map(
        async ({ publicClient }) => (await publicClient.getBlock()).timestamp,
      ),
    )
    expect(times[0]).to.equal(times[1]).and.to.equal(BigInt(world.time.now()))
    const fault = world.faults.down("watcher")
    const held = await here.send.add([world.chains.beta.slug, 2n])
    expect(await world.assertions.delivered(held).catch(String)).to.contain("PROPOSED")
    await fault.end()
    await world.assertions.delivered(held)
  })

  it("uses the contracts of a devnet on its forks, with its own actors in place of the devnet's", async () => {
    await using devnet = await startDevnet({ chains: ["alpha", "beta"], gateway: false, market: false })
    const { alpha, beta } = devnet.chains
    const { socket } = alpha.contracts
    const own = projectOf({ alpha: alpha.rpcUrl, beta: beta.rpcUrl }, { socket })
    await using forked = await createWorld(own, { forks: ["alpha", "beta"] }).start()
    expect(forked.chains.alpha.contracts.socket).to.equal(socket)
    const plugs = await forked.deployConnected("Counter", ({ socket: one, owner }) => [one, owner])
    await forked.assertions.delivered(await plugs.alpha.send.add([beta.slug, 6n]))
  })

  it("needs no node where a recording answers", async () => {
    await createWorld(project, { forks: [{ name: "alpha", recording }, "beta"] })
      .start()
      .then((other) => other.stop())
    const unset = { get: () => Promise.reject(new Error("the variable ALPHA_RPC_URL is not set")) }
    const networks = { ...project.config.networks, alpha: { type: "http", chainId: 41_001, url: unset } }
    const own = { ...project, config: { ...project.config, networks } } as unknown as typeof hre
    await using replayed = await createWorld(own, { forks: [{ name: "alpha", recording }, "beta"] }).start()
    expect(replayed.chains.alpha.contracts.socket).to.equal(deployed.deployments.alpha.socket)
    const refused = await createWorld(own, { forks: ["alpha", "beta"] })
      .start()
      .catch(String)
    expect(refused).to.contain("ALPHA_RPC_URL")
  })

  it("refuses to deploy a second protocol to a fork", async () => {
    const networks = { ...hre.config.networks }
    const simulated = networks["default"] as object
    const forking = { enabled: true, url: { get: () => Promise.resolve("http://127.0.0.1:1") } }
    const own = { ...hre, config: { ...hre.config, networks: { ...networks, default: { ...simulated, forking } } } }
    const refused = await failure(createWorld(own as unknown as typeof hre).start())
    expect(refused).to.include({ code: "INVALID_INPUT" })
    expect(refused.message).to.contain("forks")
  })
})
