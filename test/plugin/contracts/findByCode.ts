import { fileURLToPath } from "node:url"

import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import { after, before, describe, it } from "mocha"
import type { Address } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { type Devnet, startDevnet } from "#src/devnet/index.js"
import { type ContractBook, openContractBook } from "#src/plugin/contracts/ContractBook.js"
import { moodyPlugArtifact } from "#test/fixtures/artifacts/MoodyPlug.js"
import { failure } from "#test/fixtures/failure.js"
import { projectConfig } from "#test/fixtures/projects/projectConfig.js"
import { freePort } from "#test/fixtures/servers/freePort.js"
import { listenLocally } from "#test/fixtures/servers/listenLocally.js"

const artifacts = fileURLToPath(new URL("../../../artifacts", import.meta.url))

describe("contracts of a devnet that are known by their code", () => {
  let devnet: Devnet<"alpha" | "beta", false, false>
  before(async () => void (devnet = await startDevnet({ chains: ["alpha", "beta"], gateway: false, market: false })))
  after(() => devnet.stop())

  async function open(port: string, env: Readonly<Record<string, string>> = {}): Promise<ContractBook> {
    const config = projectConfig({
      ...{ PLUGS_TEST_PORT: port, PLUGS_TEST_CHAINS: "alpha,beta", PLUGS_TEST_ARTIFACTS: artifacts },
      ...env,
    })
    return await openContractBook(await createHardhatRuntimeEnvironment(config))
  }

  async function deploy(chain: "alpha" | "beta", { abi, bytecode }: typeof moodyPlugArtifact): Promise<Address> {
    const { walletClient, publicClient, contracts } = devnet.chains[chain]
    const args = [contracts.socket, walletClient.account.address] as const
    const hash = await walletClient.deployContract({ abi, bytecode, args })
    const { contractAddress } = await publicClient.waitForTransactionReceipt({ hash })
    return contractAddress!
  }

  it("are found by the name of the project's build, the last one on each chain, whatever was deployed since", async () => {
    const port = new URL(devnet.url).port
    const first = await deploy("alpha", moodyPlugArtifact)
    const last = await deploy("alpha", moodyPlugArtifact)
    const counter = await deploy("alpha", counterArtifact as never)
    const other = await deploy("beta", moodyPlugArtifact)
    await devnet.chains.alpha.testClient.mine({ blocks: 150 })

    const book = await open(port)
    const found = await book.find("MoodyPlug@alpha", { argument: "plug" })
    expect(found.address.toLowerCase()).to.equal(last).and.not.to.equal(first)
    expect(found).to.include({ name: "MoodyPlug" })
    expect(found.abi?.length).to.be.greaterThan(5)
    expect((await book.find("MoodyPlug@beta", { argument: "plug" })).address.toLowerCase()).to.equal(other)
    expect((await book.find("Counter", { argument: "plug" })).address.toLowerCase()).to.equal(counter)
    expect((await failure(book.find("MoodyPlug", { argument: "plug" }))).message).to.contain("alpha, beta")

    // What is written comes first, and no build has this name.
    const contracts = { MoodyPlug: { alpha: first } }
    const written = await open(port, { PLUGS_TEST_CONTRACTS: JSON.stringify(contracts) })
    expect((await written.find("MoodyPlug@alpha", { argument: "plug" })).address.toLowerCase()).to.equal(first)
    expect((await failure(book.find("Nothing@alpha", { argument: "plug" }))).message).to.contain('"Nothing" is neither')
    expect((await failure(book.find("ModyPlug", { argument: "plug" }))).message).to.contain("Did you mean MoodyPlug?")
  })

  it("are on no other chain of this machine, and nowhere without a devnet", async () => {
    const { alpha } = devnet.chains
    await deploy("alpha", moodyPlugArtifact)
    const networks = { mainnet: { type: "http", chainId: 1, url: alpha.rpcUrl } }
    const chains = { mainnet: { slug: 1, network: "mainnet" } }
    const foreign = await open(String(await freePort()), {
      PLUGS_TEST_NETWORKS: JSON.stringify(networks),
      PLUGS_TEST_OWN_CHAINS: JSON.stringify(chains),
    })
    for (const name of ["MoodyPlug@mainnet", "MoodyPlug@alpha"]) {
      expect((await failure(foreign.find(name, { argument: "plug" }))).message).to.contain('MoodyPlug" is neither')
    }
  })

  it("are not said to be absent where a node answers with an error", async () => {
    await using node = await listenLocally((_, response) => response.writeHead(503).end("busy"))
    const book = await open(String(node.port))
    const { message } = await failure(book.find("MoodyPlug@alpha", { argument: "plug" }))
    expect(message).to.contain("alpha was not searched: ").and.not.contain("http")
  })
})
