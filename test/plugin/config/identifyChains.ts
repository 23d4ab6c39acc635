import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import type { HardhatUserConfig } from "hardhat/types/config"
import { describe, it } from "mocha"

import hardhatPlugs from "#src/index.js"
import type { PlugsConfig } from "#src/plugin/config/PlugsConfig.js"
import { temporaryProject } from "#test/fixtures/commands/hardhatCommand.js"
import { failure } from "#test/fixtures/failure.js"
import { writeDataFile } from "#test/fixtures/wire/deploymentsFile.js"

const own = "0x1111111111111111111111111111111111111111"
const arbitrum = "0x37cc674582049b579571E2fFd890a4d99355f6Ba"
// Nobody listens there: a request would fail.
const http = (chainId?: number) =>
  ({ type: "http", url: "http://127.0.0.1:1", ...(chainId === undefined ? {} : { chainId }) }) as const

async function resolve(config: HardhatUserConfig, root?: string): Promise<PlugsConfig> {
  const hre = await createHardhatRuntimeEnvironment({ plugins: [hardhatPlugs], ...config }, {}, root)
  return hre.config.plugs
}

describe("chains whose deployment is known", () => {
  it("need no more than a network with a chain id", async () => {
    const { chains, unidentified } = await resolve({
      networks: { mine: http(42161), reya: http(1729) },
      plugs: { chains: { arbitrum: { network: "mine" }, reya: {} } },
    })
    expect(chains["arbitrum"]).to.deep.equal({ slug: 42161, network: "mine", socket: arbitrum })
    expect(chains["reya"]).to.include({ slug: 1324967486, network: "reya" })
    expect(unidentified).to.deep.equal({})
  })

  it("need no entry of their own", async () => {
    const { chains } = await resolve({ networks: { mine: http(42161), another: http(42220) } })
    expect(Object.keys(chains)).to.deep.equal(["alpha", "beta", "mine"])
    expect(chains["mine"]).to.deep.equal({ slug: 42161, network: "mine", socket: arbitrum })
  })

  it("have the first network that is not simulated, and the others beside it, which are no chains of their own", async () => {
    const fork = { type: "edr-simulated", chainId: 42161 } as const
    const { chains } = await resolve({
      networks: { aFork: fork, mine: http(42161), another: http(42161), alone: { ...fork, chainId: 10 } },
    })
    expect(Object.keys(chains)).to.deep.equal(["alpha", "beta", "mine", "alone"])
    expect(chains["mine"]).to.deep.equal({
      ...{ slug: 42161, network: "mine", socket: arbitrum },
      otherNetworks: ["another", "aFork"],
    })
    expect(chains["alone"]).not.to.have.property("otherNetworks")
    const own = await resolve({
      networks: { aFork: fork, mine: http(42161) },
      plugs: { chains: { fork: { slug: 42161, network: "aFork" } } },
    })
    expect([own.chains["fork"]?.network, own.chains["fork"]?.otherNetworks]).to.deep.equal(["aFork", ["mine"]])
  })

  it("keep what the user has written", async () => {
    const { chains } = await resolve({
      networks: { mine: http(42161), fork: http(42161), forked: http(31337) },
      plugs: { chains: { arbitrum: { network: "mine", socket: own }, op: { slug: 10, network: "forked" } } },
    })
    expect(chains["arbitrum"]).to.deep.equal({ slug: 42161, network: "mine", socket: own, otherNetworks: ["fork"] })
    expect(chains["op"]?.socket).to.equal("0x301bD265F0b3C16A58CbDb886Ad87842E3A1c0a4")
    expect(chains).to.not.have.property("fork")
  })

  it("are added for no network that the user has named otherwise, and for none whose name is no chain's", async () => {
    const { chains } = await resolve({
      networks: { mine: http(42161), op: http(10), "8453": http(8453), elsewhere: http(31337) },
      plugs: { chains: { fork: { slug: 5, network: "mine" }, op: { slug: 6, network: "elsewhere" } } },
    })
    expect(Object.keys(chains).sort()).to.deep.equal(["alpha", "beta", "fork", "op"])
    expect([chains["fork"]?.slug, chains["op"]?.slug]).to.deep.equal([5, 6])
  })

  it("keep what else the user has written, such as what gas may cost", async () => {
    const { chains, unidentified } = await resolve({
      networks: { mine: http(42161), later: http() },
      plugs: { chains: { arbitrum: { network: "mine", maxGasCost: "0.001" }, later: { maxGasCost: "0.002" } } },
    })
    expect(chains["arbitrum"]?.maxGasCost).to.equal("0.001")
    expect(unidentified["later"]?.maxGasCost).to.equal("0.002")
  })

  it("are left for later where only the network knows the chain id", async () => {
    const { chains, unidentified } = await resolve({ networks: { mine: http() }, plugs: { chains: { mine: {} } } })
    expect(chains).to.not.have.property("mine")
    expect(unidentified).to.deep.equal({ mine: { network: "mine", socket: undefined } })
  })

  it("are those of the user's file, which is found from the project's folder", async () => {
    await using folder = await temporaryProject()
    const chain = { name: "ours", chainId: 777, mainnet: false, socket: own, transmitManager: own, siblings: {} }
    await writeDataFile(folder.path, { "5": chain })
    const { chains } = await resolve(
      {
        networks: { ours: http(777), mine: http(42161) },
        plugs: { messaging: { deployment: "./deployments.json" } },
      },
      folder.path,
    )
    expect(chains["ours"]).to.deep.equal({ slug: 5, network: "ours", socket: own })
    expect(chains).to.not.have.property("mine")
  })

  it("are refused with the place and the reason where the user's file is wrong", async () => {
    await using folder = await temporaryProject()
    await writeDataFile(folder.path, { "5": { name: "ours" } })
    const plugs = { chains: { ours: {} }, messaging: { deployment: "./deployments.json" } }
    const error = await failure(resolve({ networks: { ours: http(777) }, plugs }, folder.path))
    expect(error.code).to.equal("DATA_FILE_INVALID")
    expect(error.facts["problem"]).to.match(/^5\.chainId: /)
  })
})
