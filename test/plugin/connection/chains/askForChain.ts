import { expect } from "chai"
import { describe, it } from "mocha"

import { devnetSocket } from "#src/devnet/addresses.js"
import { chainsFor, findUnidentified, identifyNetworks } from "#src/plugin/connection/chains/askForChain.js"
import { askedNetworks } from "#src/plugin/connection/chains/connectChain.js"
import { failure } from "#test/fixtures/failure.js"
import { at } from "#test/fixtures/wire/addresses.js"

/** Chains of the known deployments whose slug is not their chain id, or is. */
const [reya, optimism] = [
  { chainId: 1_729, slug: 1_324_967_486 },
  { chainId: 10, slug: 10 },
]

/** A project of which only the nodes say which chains the networks are, and which networks were connected to and closed. */
function project(
  networks: Readonly<Record<string, { readonly chainId?: number; readonly says?: number }>>,
  { unidentified = {}, chains = {} } = {},
) {
  const [made, closed] = [[] as string[], [] as string[]]
  const configs = Object.entries(networks).map(([name, { chainId }]) => {
    const url = { get: () => Promise.resolve("http://127.0.0.1:1") }
    return [name, { type: "http", chainId, url }] as const
  })
  const create = ({ network }: { network: string }) => {
    made.push(network)
    const close = () => {
      closed.push(network)
      return Promise.resolve()
    }
    const request = () => Promise.resolve(`0x${(networks[network]?.says ?? 0).toString(16)}`)
    return Promise.resolve({
      ...{ networkName: network, networkConfig: Object.fromEntries(configs)[network], provider: { request } },
      close,
    })
  }
  const plugs = { chains, unidentified, messaging: {}, devnet: { port: 8645 } }
  return {
    hre: { config: { networks: Object.fromEntries(configs), plugs }, network: { create } } as never,
    made,
    closed,
  }
}

const known = { slug: 7, network: "seventh", socket: at(7) }

describe("the chains of a command, some of which only their networks know", () => {
  it("are asked once each, by name or network, in a list with spaces, and every connection is closed", async () => {
    const unidentified = {
      one: { network: "first", socket: at(1), maxGasCost: "0.5" },
      other: { network: "second", socket: undefined },
      unasked: { network: "third", socket: undefined },
    }
    const networks = { first: { says: reya.chainId }, second: { says: optimism.chainId }, third: {}, seventh: {} }
    const { hre, made, closed } = project(networks, { unidentified, chains: { known } })
    const chains = await chainsFor(hre, [undefined, " one , known,seventh", "second", "one", "second,nothing"])
    expect(chains.map(({ name, slug, network, maxGasCost }) => [name, slug, network, maxGasCost])).to.deep.equal([
      ["known", 7, "seventh", undefined],
      ["one", reya.slug, "first", "0.5"],
      ["other", optimism.slug, "second", undefined],
    ])
    expect(chains[1]?.socket, "what the configuration says").to.equal(at(1))
    expect(chains[2]?.socket, "what is known of the deployment").to.match(/^0x301bD265/)
    expect([made, closed]).to.deep.equal([
      ["first", "second"],
      ["first", "second"],
    ])
  })

  it("have the name of their network where no chain has it, unless the network's chain id says it, or there is no such network", async () => {
    const { hre, made } = project({ open: { says: reya.chainId }, said: { chainId: 999_983, says: 10 } })
    expect(await chainsFor(hre, ["open", "said", "toString", "nothing"])).to.deep.equal([
      { name: "open", slug: reya.slug, network: "open", socket: (await chainsFor(hre, ["open"]))[0]?.socket },
    ])
    expect(new Set(made)).to.deep.equal(new Set(["open"]))
  })

  it("are closed too where nothing is known of one, which is named by its network", async () => {
    const { hre, closed } = project({ open: { says: 999_983 } })
    for (const work of [chainsFor(hre, ["open"]), identifyNetworks(hre, ["open"])]) {
      const error = await failure(work)
      expect(error).to.include({ code: "UNKNOWN_DEPLOYMENT" })
      expect(error.message).to.contain("open").and.to.contain("999983")
    }
    expect(closed).to.deep.equal(["open", "open"])
  })

  it("are found by their own name before that of a network", () => {
    const unidentified = {
      first: { network: "second", socket: undefined },
      second: { network: "third", socket: undefined },
    }
    const found = ["first", "second", "third", "fourth"].map((name) =>
      findUnidentified({ unidentified } as never, name),
    )
    expect(found.map((chain) => chain && [chain.name, chain.network])).to.deep.equal([
      ["first", "second"],
      ["second", "third"],
      ["second", "third"],
      undefined,
    ])
  })
})

describe("the networks of a command, some of which only their nodes know", () => {
  it("get the chain ids that their nodes say, in a copy that says so, and every connection is closed", async () => {
    const unidentified = {
      one: { network: "first", socket: undefined },
      lost: { network: "nowhere", socket: undefined },
      unasked: { network: "third", socket: undefined },
    }
    const networks = { first: { says: reya.chainId }, second: { says: optimism.chainId }, third: {}, seventh: {} }
    const { hre, made, closed } = project(networks, { unidentified, chains: { known } })
    const { config } = await identifyNetworks(hre, [undefined, "known", "lost", " one ", "second", "second", "nothing"])
    const ids = Object.entries(config.networks).map(([name, { chainId }]) => [name, chainId])
    expect(Object.fromEntries(ids)).to.deep.equal({
      ...{ first: reya.chainId, second: optimism.chainId, third: undefined, seventh: undefined },
    })
    const { chains } = config.plugs
    expect(Object.entries(chains).map(([name, { slug, network }]) => [name, slug, network])).to.deep.equal([
      ["known", 7, "seventh"],
      ["one", reya.slug, "first"],
      ["second", optimism.slug, "second"],
    ])
    expect(Object.keys(config.plugs.unidentified)).to.deep.equal(["lost", "unasked"])
    const asked = Object.entries(config.networks).filter(([, network]) => askedNetworks.has(network))
    expect(asked.map(([name]) => name)).to.deep.equal(["first", "second"])
    expect([made, closed]).to.deep.equal([
      ["first", "second"],
      ["first", "second"],
    ])
  })
})

describe("a project whose chains are all known", () => {
  it("asks no network", async () => {
    const { hre, made } = project({ seventh: {} }, { chains: { known: { ...known, socket: devnetSocket } } })
    expect((await chainsFor(hre, ["known", "seventh"])).map(({ name }) => name)).to.deep.equal(["known"])
    await identifyNetworks(hre, ["known", "seventh"])
    expect(made).to.deep.equal([])
  })
})
