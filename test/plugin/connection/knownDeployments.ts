import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import type { HardhatUserConfig } from "hardhat/types/config"
import type { NetworkConnection } from "hardhat/types/network"
import { describe, it } from "mocha"

import { readerOf } from "#extras/swap/src/plugin/readerOf.js"
import { readQuoteArguments } from "#extras/swap/tasks/arguments/readQuoteArguments.js"
import hardhatPlugs from "#src/index.js"
import { chainsFor, identifyNetworks } from "#src/plugin/connection/chains/askForChain.js"
import { askedNetworks } from "#src/plugin/connection/chains/connectChain.js"
import { openChains } from "#src/plugin/connection/chains/openChains.js"
import { openSocket } from "#src/plugin/connection/chains/openSocket.js"
import { openSwitchboard } from "#src/plugin/connection/chains/openSwitchboard.js"
import { failure, thrown } from "#test/fixtures/failure.js"
import { type KnownChainNode, startKnownChainNode } from "#test/fixtures/servers/nodes/knownChainNode.js"

const socket = "0x37cc674582049b579571E2fFd890a4d99355f6Ba"

/** Options of a swap that nobody gave. */
const unset = {
  ...{ receiver: undefined, slippage: undefined, provider: undefined, without: undefined },
  ...{ userOps: undefined, refundAddress: undefined, feeBps: undefined, feeTaker: undefined },
}

type Opened = AsyncDisposable & {
  readonly hre: Awaited<ReturnType<typeof load>>
  readonly connection: NetworkConnection
}

function load(config: HardhatUserConfig) {
  return createHardhatRuntimeEnvironment({ plugins: [hardhatPlugs], ...config })
}

async function open(
  node: KnownChainNode,
  { chainId, ...more }: { chainId?: number; plugs?: NonNullable<HardhatUserConfig["plugs"]> } = {},
): Promise<Opened> {
  const hre = await load({
    ...more,
    networks: { arbitrum: { type: "http", url: node.url, ...(chainId === undefined ? {} : { chainId }) } },
  })
  const connection = await hre.network.create("arbitrum")
  return { hre, connection, [Symbol.asyncDispose]: () => connection.close() }
}

describe("the socket of a known deployment", () => {
  it("is checked once a connection, before it is used", async () => {
    await using node = await startKnownChainNode({ chainId: 42161, slug: 42161 })
    await using opened = await open(node, { chainId: 42161 })
    const { chain } = opened.connection.plugs
    expect(chain).to.include({ slug: 42161, socket })
    expect(node.requests).to.deep.equal([])
    const found = await Promise.all([openSocket(opened.connection, chain), openSocket(opened.connection, chain)])
    expect([...found, await openSocket(opened.connection, chain)]).to.deep.equal([socket, socket, socket])
    expect(node.requests.filter((method) => method === "eth_call")).to.have.length(1)
  })

  for (const [what, slug, says] of [
    ["has no contract there", undefined, /there is no contract at the socket's address/],
    ["has the socket of another chain", 10, /its slug is 10, and not 42161/],
  ] as const) {
    it(`is refused where the chain ${what}`, async () => {
      await using node = await startKnownChainNode({ chainId: 42161, slug })
      await using opened = await open(node, { chainId: 42161 })
      const fee = { plug: socket, dstChainSlug: 10, minMsgGasLimit: 1n, payloadSize: 0 } as const
      const error = await failure(opened.connection.plugs.messaging.getMinFees(fee))
      expect(error.code).to.equal("DEPLOYMENT_MISMATCH")
      expect(error.message).to.match(says)
    })
  }
})

describe("a chain of which only the network says which one it is", () => {
  it("is identified when a function needs it, and cannot be read before", async () => {
    await using node = await startKnownChainNode({ chainId: 1729, slug: 5 })
    await using opened = await open(node)
    expect(thrown(() => opened.connection.plugs.chain).message).to.match(/chainId/)
    expect(node.requests).to.deep.equal([])
    const fee = { plug: socket, dstChainSlug: 10, minMsgGasLimit: 1n, payloadSize: 0 } as const
    const error = await failure(opened.connection.plugs.messaging.getMinFees(fee))
    expect(error.message).to.match(/ 5\b.* 1324967486/)
  })

  it("is asked where the configuration names the network alone, and not where its chain id has no deployment", async () => {
    const fee = { plug: socket, dstChainSlug: 10, minMsgGasLimit: 1n, payloadSize: 0 } as const
    const failing = async (...given: Parameters<typeof open>) => {
      await using opened = await open(...given)
      return await failure(opened.connection.plugs.messaging.getMinFees(fee))
    }
    await using node = await startKnownChainNode({ chainId: 1729, slug: 5 })
    const named = await failing(node, { plugs: { chains: { reya: { network: "arbitrum" } } } })
    expect([named.code, named.message.includes("1324967486")]).to.deep.equal(["DEPLOYMENT_MISMATCH", true])
    await using unknown = await startKnownChainNode({ chainId: 999_999, slug: 5 })
    expect(await failing(unknown, { chainId: 999_999 })).to.include({
      ...{ code: "INVALID_INPUT", argument: "config.plugs.chains" },
    })
    expect(unknown.requests).to.deep.equal([])
    expect((await failing(unknown)).code).to.equal("UNKNOWN_DEPLOYMENT")
    expect(new Set(unknown.requests)).to.deep.equal(new Set(["eth_chainId"]))
  })

  it("is asked only where a command names it", async () => {
    await using named = await startKnownChainNode({ chainId: 1729, slug: 1324967486 })
    await using other = await startKnownChainNode({ chainId: 10, slug: 10 })
    const hre = await load({
      networks: { mine: { type: "http", url: named.url }, other: { type: "http", url: other.url } },
      plugs: { chains: { reya: { network: "mine" }, op: { network: "other" } } },
    })
    const chains = await chainsFor(hre, [undefined, "alpha,reya", "5"])
    expect(chains.map(({ name }) => name)).to.deep.equal(["alpha", "beta", "reya"])
    expect(chains.at(-1)).to.include({ slug: 1324967486, network: "mine" })
    expect(other.requests).to.deep.equal([])
    // What has a slug is known, by its name and by its network.
    const known = await load({
      networks: { other: { type: "http", url: other.url } },
      plugs: { chains: { op: { slug: 10, network: "other" } } },
    })
    expect((await chainsFor(known, ["op,other", "alpha"])).map(({ name }) => name)).to.deep.equal([
      "op",
      "alpha",
      "beta",
    ])
    expect(other.requests).to.deep.equal([])
  })

  it("has its chain id and slug in a swap that names it, and no other network is asked", async () => {
    await using named = await startKnownChainNode({ chainId: 1729, slug: 1324967486 })
    await using other = await startKnownChainNode({ chainId: 10, slug: 10 })
    const hre = await load({
      networks: { mine: { type: "http", url: named.url }, other: { type: "http", url: other.url } },
      plugs: { chains: { reya: { network: "mine" }, op: { network: "other" } } },
    })
    const swap = { amount: "1", token: "USDC", for: "WETH", from: "reya", to: "alpha" } as const
    const args = { ...unset, ...swap }
    expect(thrown(() => readQuoteArguments(args, hre)).message).to.contain("reya")
    const identified = await identifyNetworks(hre, ["reya", "alpha", undefined])
    const { source, origin } = readQuoteArguments(args, identified)
    expect(source).to.include({ name: "reya", slug: 1324967486, network: "mine" })
    expect(origin).to.deep.equal({ name: "reya", chainId: 1729 })
    expect(other.requests).to.deep.equal([])
    // It is one environment otherwise, so the task goes on with it.
    await using chains = openChains(identified)
    expect(await (await readerOf(chains, 1729))?.getChainId()).to.equal(1729)
    expect(hre.config.networks["mine"]?.chainId).to.equal(undefined)
    // Of which chain it is, its node alone has said.
    const isAsked = ({ config }: typeof hre) => askedNetworks.has(config.networks["mine"]!)
    expect([isAsked(identified), isAsked(hre)]).to.deep.equal([true, false])
  })

  it("is refused by a swap where nothing is known of it", async () => {
    await using node = await startKnownChainNode({ chainId: 42220 })
    const hre = await load({ networks: { celo: { type: "http", url: node.url } } })
    expect(await failure(identifyNetworks(hre, ["celo"]))).to.include({ code: "UNKNOWN_DEPLOYMENT" })
  })

  it("is refused where nothing is known of it", async () => {
    await using node = await startKnownChainNode({ chainId: 42220 })
    const hre = await load({ networks: { celo: { type: "http", url: node.url } } })
    const error = await failure(chainsFor(hre, ["celo"]))
    expect(error).to.include({ code: "UNKNOWN_DEPLOYMENT" })
    expect(error.message).to.match(/42220/)
  })
})

describe("a switchboard that is given by its kind", () => {
  const choose = async (options: { hasPaths?: boolean }, switchboard: string | undefined, siblingSlug = 10) => {
    await using node = await startKnownChainNode({ chainId: 42161, slug: 42161, ...options })
    await using opened = await open(node, { chainId: 42161 })
    const { chain } = opened.connection.plugs
    const choice = { chain, siblingSlug, switchboard, argument: "--switchboard" }
    return await openSwitchboard(opened.connection, opened.hre.config.plugs, choice)
  }

  it("is the known one that leads to the sibling, if the socket knows it too", async () => {
    const fast = await choose({}, "fast")
    expect(fast)
      .to.match(/^0x/)
      .and.to.not.equal(await choose({}, "OPTIMISTIC"))
    expect((await failure(choose({ hasPaths: false }, "FAST"))).code).to.equal("DEPLOYMENT_MISMATCH")
  })

  it("is refused where no switchboard of the kind leads there, and where it is no kind", async () => {
    expect((await failure(choose({}, "NATIVE_BRIDGE", 8453))).code).to.equal("NO_SWITCHBOARD")
    expect((await failure(choose({}, "SLOW"))).message).to.match(
      /^Option "--switchboard": .*FAST, OPTIMISTIC, NATIVE_BRIDGE/,
    )
  })

  it("has no default on a public chain, and the kinds that lead there are named", async () => {
    expect((await failure(choose({}, undefined))).message).to.match(/ arbitrum\b.*FAST or OPTIMISTIC/)
  })
})
