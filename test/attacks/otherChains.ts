import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import { after, afterEach, before, describe, it } from "mocha"
import { type Hex, parseTransaction } from "viem"

import hardhatPlugs from "#src/index.js"
import { identifyNetworks } from "#src/plugin/connection/chains/askForChain.js"
import { senderOn, walletClientOf } from "#src/plugin/connection/chains/clientsOf.js"
import { connectChain } from "#src/plugin/connection/chains/connectChain.js"
import { deepIt, isDeep, variants } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import { projectConfig } from "#test/fixtures/projects/projectConfig.js"
import { startKnownChainNode } from "#test/fixtures/servers/nodes/knownChainNode.js"
import { alphaAt, createRpcDoor, firstKey, type RpcDoor } from "#test/fixtures/servers/nodes/rpcDoor.js"
import { createExplainedWorld, type ExplainedWorld } from "#test/fixtures/worlds/messaging/explainedWorld.js"

/** What is signed for another chain can be sent there by the node that got it. */
describe("S-12 a node that says it is another chain", function () {
  let world: ExplainedWorld
  let door: RpcDoor
  before(async () => {
    world = await createExplainedWorld()
    door = await createRpcDoor(world.devnet.chains.alpha.rpcUrl)
  })
  afterEach(() => {
    door.release()
  })
  after(async () => {
    await door[Symbol.asyncDispose]()
    await world[Symbol.asyncDispose]()
  })

  /** Sends a message with a key of the configuration, through a node that names chain 1 from its nth answer on. */
  async function send(
    nth: number,
    chainId: number | undefined,
    url = door.url,
  ): Promise<{ code: number | null; signedFor: unknown[] }> {
    const signedFor: unknown[] = []
    let answers = 0
    door.rewrite((method, result, [raw]) => {
      if (method === "eth_sendRawTransaction") signedFor.push(parseTransaction(raw as Hex).chainId)
      if (method !== "eth_chainId" && method !== "net_version") return result
      answers += 1
      return answers < nth ? result : method === "eth_chainId" ? "0x1" : "1"
    })
    const env = alphaAt(url, chainId === undefined ? {} : { chainId })
    const call = [world.counters.alpha, "add(uint32,uint256)", "beta", "1"]
    const sending = world.run(["messaging", "send", ...call, "--from", "alpha", "--yes"], { env })
    const code = await sending.then(
      (ended) => ended.code,
      (error: unknown) => {
        // Hardhat's own refusal, which it prints.
        expect(String(error)).to.match(/^HardhatError: HHE708/)
        return 1
      },
    )
    return { code, signedFor }
  }

  for (const chainId of variants([undefined, 41001], 1)) {
    const how = chainId === undefined ? "where the configuration does not say which it is" : "than configured"
    it(`refuses to sign for it, whenever it begins to, ${how}`, async () => {
      const codes: unknown[] = []
      // It is believed once where nothing else says which chain it is.
      for (let nth = chainId === undefined ? 2 : 1; codes.at(-1) !== 0 && nth < 30; nth += isDeep ? 1 : 4) {
        const { code, signedFor } = await send(nth, chainId)
        for (const id of signedFor) expect(id, `from answer ${nth} on`).to.equal(41001)
        codes.push(code)
      }
      // The first are refused; in the last it told the truth to the end.
      expect(codes[0]).to.equal(1)
      expect(codes.at(-1)).to.equal(0)
    })
  }

  /** This machine by an address that is not known as its own. */
  const elsewhere = () => door.url.replace("127.0.0.1", "0.0.0.0")

  deepIt(
    "refuses to sign for it on another machine, from its first answer on: the slug of the configuration names the chain",
    async () => {
      expect(await send(1, undefined, elsewhere())).to.deep.equal({ code: 1, signedFor: [] })
      expect(await send(Infinity, undefined, elsewhere())).to.deep.equal({ code: 0, signedFor: [41001] })
    },
  )

  it("refuses to sign on another machine where only the node says which chain it is", async () => {
    const url = elsewhere()
    const networks = {
      remote: { type: "http", url },
      named: { type: "http", url, chainId: 41001 },
      local: { type: "http", url: door.url },
    }
    const env = { PLUGS_TEST_PORT: String(world.port), PLUGS_TEST_NETWORKS: JSON.stringify(networks) }
    const hre = await createHardhatRuntimeEnvironment(projectConfig(env))
    const opened = async (network: string) => {
      await using connection = await connectChain(hre, { name: network, network })
      const sender = await senderOn(connection)
      return await walletClientOf(connection).then(({ account }) => account.address === sender)
    }
    const { code, message } = await failure(opened("remote"))
    expect(code).to.equal("INVALID_INPUT")
    expect(message).to.contain("does not say which chain the network remote reaches")
    expect([await opened("named"), await opened("local")]).to.deep.equal([true, true])
  })
  it("refuses to sign there also once its node was asked which chain it is", async () => {
    await using node = await startKnownChainNode({ chainId: 1729, slug: 1324967486 })
    const remote = { type: "http" as const, url: node.url.replace("127.0.0.1", "0.0.0.0"), accounts: [firstKey] }
    const networks = { remote, named: { ...remote, chainId: 1729 } }
    const plugins = [hardhatPlugs]
    const given = await createHardhatRuntimeEnvironment({
      plugins,
      networks,
      plugs: { chains: { reya: { network: "remote" } } },
    })
    const hre = await identifyNetworks(given, ["reya"])
    expect(hre.config.networks["remote"]?.chainId).to.equal(1729)
    const opened = async (name: string, network: string) => {
      await using connection = await connectChain(hre, { name, network })
      return (await walletClientOf(connection)).account.address
    }
    expect((await failure(opened("reya", "remote"))).facts).to.include({ argument: "config.networks.remote.chainId" })
    expect(await opened("named", "named")).to.be.a("string")
  })
})
