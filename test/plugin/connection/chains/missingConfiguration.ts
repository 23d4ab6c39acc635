import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import { before, describe, it } from "mocha"
import { getChainId } from "viem/actions"

import { connectChain } from "#src/plugin/connection/chains/connectChain.js"
import { connectionChain } from "#src/plugin/connection/chains/connectionChain.js"
import { openChains } from "#src/plugin/connection/chains/openChains.js"
import { openOtherNodes } from "#src/plugin/connection/chains/openOtherNodes.js"
import { openSwitchboard } from "#src/plugin/connection/chains/openSwitchboard.js"
import { failure, thrown } from "#test/fixtures/failure.js"
import { projectConfig } from "#test/fixtures/projects/projectConfig.js"
import { freePort } from "#test/fixtures/servers/freePort.js"
import { answerJson, startHostileServer } from "#test/fixtures/servers/hostileServer.js"

const own = { name: "mine", slug: 77, network: "mine", socket: undefined }

describe("what the configuration does not say of a chain", () => {
  let hre: HardhatRuntimeEnvironment
  before(async () => {
    const networks = JSON.stringify({ mine: { type: "http", url: "http://127.0.0.1:1" } })
    const chains = JSON.stringify({ own: { network: "mine" } })
    const port = String(await freePort())
    const env = { PLUGS_TEST_PORT: port, PLUGS_TEST_NETWORKS: networks, PLUGS_TEST_OWN_CHAINS: chains }
    hre = await createHardhatRuntimeEnvironment(projectConfig({ ...env, PLUGS_TEST_ARTIFACTS: "none" }))
  })

  it("is its network, which is named with the place to write it", async () => {
    const error = await failure(connectChain(hre, { name: "odd", network: "nowhere" }))
    expect(error).to.include({ code: "INVALID_INPUT", argument: "config.plugs.chains.odd.network" })
    expect(error.next).to.contain("config.networks.nowhere")
  })

  it("is the network of the gateway chain", async () => {
    const { config } = hre
    for (const network of ["nowhere", "toString"]) {
      const plugs = { ...config.plugs, gateway: { ...config.plugs.gateway, network } }
      await using chains = openChains({ ...hre, config: { ...config, plugs } })
      const error = await failure(chains.gateway())
      expect(error).to.include({ code: "INVALID_INPUT", argument: "config.plugs.gateway.network" })
      expect(error.next).to.contain(`config.networks.${network}`)
    }
  })

  it("is which chain its network reaches, by the name of either", () => {
    const { plugs } = hre.config
    for (const networkName of ["mine", "own"]) {
      const error = thrown(() => connectionChain({ networkName } as never, plugs))
      expect([error.code, error.next]).to.deep.equal([
        "INVALID_INPUT",
        `Add its chainId to config.networks.${networkName}, or its slug to config.plugs.chains.`,
      ])
    }
    const other = thrown(() => connectionChain({ networkName: "other" } as never, plugs))
    expect(other).to.include({ code: "INVALID_INPUT", argument: "config.plugs.chains" })
  })

  it("is its switchboards, of which nothing can be said without a deployment", async () => {
    const choose = async (switchboard: string | undefined) => {
      const choice = { chain: own, siblingSlug: 10, switchboard, argument: "switchboard" }
      return await failure(openSwitchboard({} as never, hre.config.plugs, choice))
    }
    const [byKind, byDefault] = [await choose("FAST"), await choose(undefined)]
    expect(byKind).to.include({ code: "INVALID_INPUT", argument: "switchboard" })
    expect([byKind.next, byDefault.next]).to.deep.equal(["Give the switchboard's address.", "Give its address."])
  })
})

describe("the other nodes of a chain", () => {
  const open = async (...urls: readonly string[]) => {
    const nodes = urls.map((url) => ({ getUrl: () => Promise.resolve(url) }))
    const provider = { request: () => Promise.resolve("0xa029") }
    return await openOtherNodes({ ...own, nodes }, { provider })
  }

  it("are asked only if they are on this machine or by https, and of the same chain", async () => {
    await using same = await startHostileServer(answerJson([{ jsonrpc: "2.0", id: 0, result: "0xa029" }]))
    await using other = await startHostileServer(answerJson([{ jsonrpc: "2.0", id: 0, result: "0xa02a" }]))
    const nodes = await open("http://node.example/secret-key", other.url, same.url)
    const said = await Promise.all(
      nodes.slice(0, 2).map(async (node) => {
        const error = (await node.request({ method: "eth_blockNumber" }).catch((thrown: unknown) => thrown)) as Error
        return `${error.message} ${String((error.cause as Error | undefined)?.message)}`
      }),
    )
    expect(said[0]).to.contain("config.plugs.chains.mine.nodes[0]").and.to.not.contain("secret-key")
    expect(said[1]).to.contain("config.plugs.chains.mine.nodes[1]").and.to.contain("41002")
    expect(await getChainId(nodes[2]!)).to.equal(41_001)
  })

  it("are asked by https, once the chain has said which one it is, which it is asked once for all of them", async () => {
    const asked: string[] = []
    const { fetch } = globalThis
    globalThis.fetch = (input) => {
      asked.push(String(input instanceof Request ? input.url : input))
      return Promise.resolve(Response.json([{ jsonrpc: "2.0", id: 0, result: "0xa029" }]))
    }
    try {
      let ownAsked = 0
      const provider = {
        request: () => {
          ownAsked += 1
          return Promise.resolve("0xa029")
        },
      }
      const nodes = ["https://one.example/", "https://two.example/"].map((url) => ({
        getUrl: () => Promise.resolve(url),
      }))
      const [one, two] = await openOtherNodes({ ...own, nodes }, { provider })
      expect([asked, ownAsked], "before they are used").to.deep.equal([[], 0])
      expect([await getChainId(one!), await getChainId(two!), ownAsked]).to.deep.equal([41_001, 41_001, 1])
      expect(new Set(asked)).to.deep.equal(new Set(["https://one.example/", "https://two.example/"]))
    } finally {
      globalThis.fetch = fetch
    }
  })

  it("are asked once for each request, however they fail, and each of one is opened", async () => {
    await using server = await startHostileServer(answerJson({}, { status: 500 }))
    const nodes = await open(server.url)
    expect(nodes).to.have.length(1)
    const failed = () =>
      nodes[0]!.request({ method: "eth_blockNumber" }).then(
        () => "answered",
        () => "failed",
      )
    expect([await failed(), server.requests.length]).to.deep.equal(["failed", 1])
    expect([await failed(), server.requests.length]).to.deep.equal(["failed", 2])
  })

  it("are none where the configuration has none, and the chain is not asked for them", async () => {
    const provider = { request: () => Promise.reject(new Error("asked")) }
    expect(await openOtherNodes(own, { provider })).to.deep.equal([])
  })
})
