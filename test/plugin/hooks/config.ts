import { expect } from "chai"
import { configVariable, type HardhatUserConfig } from "hardhat/config"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import { describe, it } from "mocha"

import { devnetAddressResolver, devnetAsyncDeployer, devnetForwarderBeacon } from "#src/devnet/addresses.js"
import hardhatPlugs from "#src/index.js"
import { forwarderContractsOf } from "#src/plugin/connection/gatewayContracts.js"
import { failure } from "#test/fixtures/failure.js"

const load = (config: HardhatUserConfig = {}): Promise<HardhatRuntimeEnvironment> =>
  createHardhatRuntimeEnvironment({ plugins: [hardhatPlugs], ...config })

const resolver = "0x1111111111111111111111111111111111111111"

/** Returns the error that loading a configuration ends with. */
async function refusal(config: unknown): Promise<string> {
  try {
    await load(config as HardhatUserConfig)
  } catch (error) {
    return (error as Error).message
  }
  throw new Error("the configuration was accepted")
}

async function networkUrl(hre: HardhatRuntimeEnvironment, name: string): Promise<string> {
  const network = hre.config.networks[name]
  return network?.type === "http" ? await network.url.get() : "none"
}

describe("the configuration", () => {
  it("points at the devnet by default", async () => {
    const hre = await load()
    const { messaging, gateway, swap, chains, devnet } = hre.config.plugs
    expect(messaging.baseUrl).to.equal("http://127.0.0.1:8645/messaging")
    expect(await messaging.apiKey.get()).to.equal("devnet")
    expect(gateway.baseUrl).to.equal("http://127.0.0.1:8645/gateway")
    expect(swap).to.include({ baseUrl: "http://127.0.0.1:8645/swap", affiliate: "devnet" })
    expect(await swap.apiKey?.get()).to.equal("devnet")
    expect(Object.keys(chains)).to.deep.equal(["alpha", "beta"])
    expect(chains["beta"]).to.include({ slug: 41002, network: "beta" })
    expect(devnet.port).to.equal(8645)
    expect(await networkUrl(hre, "alpha")).to.equal("http://127.0.0.1:8645/rpc/alpha")
    expect(await networkUrl(hre, "gateway")).to.equal("http://127.0.0.1:8645/rpc/gateway")
    expect(hre.config.networks["gateway"]).to.include({ chainId: 41000, accounts: "remote" })
    expect(hre.config.chainDescriptors.get(41000n)).to.include({ name: "gateway" })
  })

  it("moves every default along with the devnet's port", async () => {
    const hre = await load({ plugs: { devnet: { port: 9000 } } })
    expect(hre.config.plugs.messaging.baseUrl).to.equal("http://127.0.0.1:9000/messaging")
    expect(hre.config.plugs.gateway.baseUrl).to.equal("http://127.0.0.1:9000/gateway")
    expect(hre.config.plugs.swap.baseUrl).to.equal("http://127.0.0.1:9000/swap")
    expect(await networkUrl(hre, "gateway")).to.equal("http://127.0.0.1:9000/rpc/gateway")
    expect(await networkUrl(hre, "beta")).to.equal("http://127.0.0.1:9000/rpc/beta")
  })

  it("adds a network for each configured chain of the devnet", async () => {
    const hre = await load({ plugs: { devnet: { chains: ["red", { name: "xai", chainId: 7, slug: 8 }] } } })
    expect(hre.config.plugs.chains).to.have.all.keys("red", "xai")
    expect(hre.config.plugs.chains["xai"]).to.include({ slug: 8 })
    expect(hre.config.networks["xai"]).to.include({ type: "http", chainId: 7 })
    expect(hre.config.networks).to.not.have.property("alpha")
  })

  it("gives the gateway chain's network the chain id of the configuration", async () => {
    const hre = await load({ plugs: { devnet: { gateway: { chainId: 43 } } } })
    expect(hre.config.networks["gateway"]).to.include({ chainId: 43 })
    expect(hre.config.chainDescriptors.get(43n)).to.include({ name: "gateway" })
  })

  it("leaves a network alone that has the name of a devnet's chain, and what is said of a chain that has its id", async () => {
    const hre = await load({
      networks: { alpha: { type: "edr-simulated", chainId: 5 } },
      chainDescriptors: { 41001: { name: "my own" } },
    })
    expect(hre.config.networks["alpha"]).to.include({ type: "edr-simulated", chainId: 5 })
    expect(hre.config.chainDescriptors.get(41001n)).to.include({ name: "my own" })
  })

  it("leaves a network alone that has the name of the devnet's gateway chain", async () => {
    const hre = await load({ networks: { gateway: { type: "http", url: "https://rpc.example" } } })
    expect(await networkUrl(hre, "gateway")).to.equal("https://rpc.example")
  })

  it("takes a gateway's contracts from the user, and the devnet's for none but the devnet", async () => {
    const contracts = { addressResolver: resolver, asyncDeployer: resolver, forwarderBeacon: resolver }
    const offline = (): Promise<never> => Promise.reject(new Error("no chain has to be asked"))
    const contractsOf = async (gateway: object) =>
      await forwarderContractsOf((await load({ plugs: { gateway } })).config.plugs, offline)
    expect(await contractsOf({ contracts })).to.deep.equal(contracts)
    expect(await contractsOf({})).to.deep.equal({
      addressResolver: devnetAddressResolver,
      asyncDeployer: devnetAsyncDeployer,
      forwarderBeacon: devnetForwarderBeacon,
    })
    expect(await contractsOf({ baseUrl: "https://gateway.example", contracts })).to.deep.equal(contracts)
    const unknown = await failure(contractsOf({ baseUrl: "https://gateway.example" }))
    expect(unknown.message).to.match(/^Setting "config\.plugs\.gateway\.contracts": .*not known/)
  })

  it("keeps Hardhat's own networks", async () => {
    expect((await load()).config.networks).to.include.keys("localhost", "default")
  })

  it("lets the user's chains take the devnet's names and slugs", async () => {
    const { chains } = (
      await load({ plugs: { chains: { alpha: { slug: 5 }, local: { slug: 41002, network: "beta" } } } })
    ).config.plugs
    expect(Object.keys(chains)).to.deep.equal(["alpha", "local"])
    expect(chains["alpha"]?.slug).to.equal(5)
  })

  it("gives the devnet's affiliate to no other API", async () => {
    const affiliateOf = async (swap: object) => (await load({ plugs: { swap } })).config.plugs.swap.affiliate
    const elsewhere = { baseUrl: "https://swap.example", apiKey: "k" }
    expect(await refusal({ plugs: { swap: elsewhere } })).to.contain("config.plugs.swap.affiliate: is needed")
    expect(await affiliateOf({ ...elsewhere, affiliate: "our-app" })).to.equal("our-app")
    expect(await affiliateOf({ baseUrl: "http://127.0.0.1:9000/swap" })).to.equal("devnet")
  })

  it("has a key for the swap API where the host takes one, and gives the devnet's to no other API", async () => {
    const keyOf = async (swap: object) => (await load({ plugs: { swap } })).config.plugs.swap.apiKey?.get()
    const affiliate = "our-app"
    expect(await keyOf({ baseUrl: "https://public-backend.socket.tech", affiliate })).to.equal(undefined)
    expect(await keyOf({ baseUrl: "https://swap.example", affiliate, apiKey: null })).to.equal(undefined)
    expect(await keyOf({ baseUrl: "https://public-backend.socket.tech", affiliate, apiKey: "k" })).to.equal("k")
    expect(await keyOf({ apiKey: null })).to.equal(undefined)
  })

  it("reads the key only on use", async () => {
    const hre = await load({
      plugs: {
        messaging: { baseUrl: "https://messaging.example", apiKey: configVariable("PLUGS_TEST_KEY_THAT_IS_UNSET") },
      },
    })
    const read = hre.config.plugs.messaging.apiKey.get().then(
      () => "read",
      (error: unknown) => String(error),
    )
    expect(await read).to.contain("PLUGS_TEST_KEY_THAT_IS_UNSET")
  })

  it("refuses a bad block before anything runs, with its full path", async () => {
    expect(await refusal({ plugs: { messaging: { baseUrl: "https://messaging.example" } } })).to.contain(
      "config.plugs.messaging.apiKey: is needed for https://messaging.example",
    )
    expect(await refusal({ plugs: { devnet: { chains: 5 } } })).to.contain("config.plugs.devnet.chains:")
    expect(await refusal({ plugs: null })).to.contain("config.plugs:")
  })

  it("refuses a block that is only nearly called plugs, beside it or alone", async () => {
    for (const name of ["plug", "Plugs", "hardhatPlugs", "hardhat-plugs"]) {
      expect(await refusal({ [name]: { devnet: { port: 9 } } }), name).to.contain(`config.${name}: has no effect`)
    }
    expect(await refusal({ plugs: {}, plug: {} })).to.contain("Write plugs")
    await load({ plugboard: {} } as never)
  })

  it("refuses paths of chains that the devnet does not have, and one that comes twice in whatever direction", async () => {
    const refusalOf = (...paths: [string, string][]) =>
      refusal({ plugs: { devnet: { paths: paths.map((between) => ({ between, kinds: ["FAST"] })) } } })
    expect(await refusalOf(["alpha", "gamma"])).to.match(
      /config\.plugs\.devnet\.paths: there is no chain "gamma".*alpha, beta/,
    )
    expect(await refusalOf(["alpha", "beta"], ["beta", "alpha"])).to.match(
      /config\.plugs\.devnet\.paths: .*comes twice/,
    )
    const paths = [{ between: ["alpha", "c"], kinds: ["FAST"] }] as const
    const hre = await load({ plugs: { devnet: { chains: ["alpha", "c"], paths } } })
    expect(hre.config.plugs.devnet.paths).to.deep.equal(paths)
  })

  it("gives the plugs block to a network that a script overrides", async () => {
    const hre = await load({ plugs: { devnet: { port: 9000 } } })
    const connection = await hre.network.create({ network: "alpha", override: { chainId: 99 } })
    expect(connection.networkConfig).to.include({ chainId: 99 })
    await connection.close()
  })
})
