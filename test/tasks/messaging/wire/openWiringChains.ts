import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import { before, describe, it } from "mocha"
import { type Address, numberToHex } from "viem"
import { getBlockNumber } from "viem/actions"

import type { Deployments } from "#src/messaging/deployments/ChainDeployment.js"
import { findDeployment, loadDeployments } from "#src/messaging/deployments/findDeployment.js"
import { chainsOf } from "#src/plugin/config/chainsOf.js"
import { systemClock } from "#src/primitives/clock.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { openWiringChains, siblingsElsewhere } from "#tasks/messaging/wire/openWiringChains.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { failure } from "#test/fixtures/failure.js"
import { createFakeProject } from "#test/fixtures/projects/fakeProject.js"
import { projectConfig } from "#test/fixtures/projects/projectConfig.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { rejection } from "#test/fixtures/servers/messagingApi.js"
import { startKnownChainNode } from "#test/fixtures/servers/nodes/knownChainNode.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

describe("openWiringChains", () => {
  const known = { chainId: 42_161, name: "arbitrum", network: "arb" }

  /** Opens the chain of a node, which has no account. */
  async function open(
    chain: { readonly slug: number; readonly socket?: Address },
    { signal = new AbortController().signal, counted = { open: 0 } } = {},
  ) {
    await using node = await startKnownChainNode(known)
    await using folder = await temporaryFolder()
    const hre = await createHardhatRuntimeEnvironment(
      projectConfig({
        ...{ PLUGS_TEST_PORT: "1", PLUGS_TEST_ARTIFACTS: "none" },
        PLUGS_TEST_NETWORKS: JSON.stringify({ arb: { type: "http", url: node.url } }),
      }),
    )
    const config = { ...hre.config, paths: { ...hre.config.paths, root: folder.path } }
    const create: typeof hre.network.create = async (asked) => {
      const connection = await hre.network.create(asked)
      const close = connection.close.bind(connection)
      counted.open += 1
      connection.close = async () => {
        counted.open -= 1
        await close()
      }
      return connection
    }
    const entry = { name: known.name, network: known.network, ...chain }
    await using opened = await openWiringChains(
      { ...hre, config, network: { ...hre.network, create } },
      {
        ...{ names: [known.name], chains: [entry, { ...entry, name: "other", slug: 7 }], isDryRun: false },
        ...{ signal, clock: systemClock, onWait: () => undefined },
      },
    )
    const { [known.name]: own, other } = opened.chains
    return { own, other, forks: opened.forks.size }
  }

  it("finds the socket of a public chain, of a network without an account, and leaves the others alone", async () => {
    const { slug, socket } = (await findDeployment(known.chainId))!
    const found = await open({ slug })
    expect(found.own).to.deep.include({ slug, socket, walletClient: undefined })
    expect([found.other, found.forks]).to.deep.equal([{ slug: 7 }, 0])
    const configured: Address = "0x00000000000000000000000000000000000000A1"
    expect((await open({ slug, socket: configured })).own).to.include({ socket: configured })
  })

  it("wants a socket where the slug is not that of the chain, and ends with the signal", async () => {
    const counted = { open: 0 }
    expect(await failure(open({ slug: 41_001 }, { counted }))).to.include({ code: "INVALID_INPUT" })
    expect(counted, "nobody is left to close it").to.deep.equal({ open: 0 })
    const { slug } = (await findDeployment(known.chainId))!
    expect(await failure(open({ slug }, { signal: AbortSignal.abort() }))).to.include({ code: "ABORTED" })
  })
})

describe("openWiringChains, of nodes that differ", () => {
  const socket = at(0xb1)
  type Node = {
    readonly chainId?: number
    /** What the configuration says, if that is not the same. */
    readonly wanted?: number | undefined
    readonly url?: string
    readonly accounts?: (() => Promise<unknown>) | undefined
    /** The methods that it never answers. */
    readonly silent?: readonly string[]
    readonly broken?: readonly string[]
  }

  /** Opens the chains of a wiring on these nodes, beside a network to fork in, and what was connected to and closed. */
  function open(
    nodes: Readonly<Record<string, Node>>,
    { isDryRun = false, clock = createManualClock(), root = "/nowhere" } = {},
  ) {
    const asked: string[] = []
    const request = (name: string, { chainId = 11, accounts, silent = [], broken = [] }: Node) => {
      return async ({ method }: { readonly method: string }): Promise<unknown> => {
        asked.push(`${name} ${method}`)
        if (silent.includes(method)) return await new Promise(() => undefined)
        if (broken.includes(method)) throw new Error("it broke")
        if (method === "eth_accounts") return accounts === undefined ? [at(9)] : await accounts()
        if (method === "eth_getBlockByNumber") return { number: "0x5", hash: bytes32(chainId), timestamp: "0x1" }
        return method === "eth_blockNumber" ? "0x5" : numberToHex(chainId)
      }
    }
    const project = createFakeProject({
      root,
      chains: {
        ...Object.fromEntries(
          Object.entries(nodes).map(([name, { url = `https://${name}.example`, ...node }], index) => [
            name,
            {
              slug: index + 1,
              socket,
              url,
              chainId: "wanted" in node ? node.wanted : (node.chainId ?? 11),
              request: request(name, node),
            } as const,
          ]),
        ),
        here: { slug: 9, request: request("here", {}) },
      },
    })
    const { hre } = project
    const waited: string[] = []
    const opening = openWiringChains(hre, {
      ...{ names: Object.keys(nodes), chains: chainsOf(hre.config.plugs), isDryRun, clock },
      ...{ signal: new AbortController().signal, onWait: (chain: string) => void waited.push(chain) },
    })
    return { ...project, opening, asked, waited }
  }
  const errorOf = (chain: object | undefined) =>
    chain !== undefined && "error" in chain ? String(isPlugsError(chain.error) && chain.error.code) : undefined

  it("forks each chain in a dry run, with its own id, keeps nothing of what is sent, and closes both ends", async () => {
    const { opening, made, closed, overrides } = open(
      { one: { chainId: 11 }, two: { chainId: 22 } },
      { isDryRun: true },
    )
    const opened = await opening
    const { one, two, here } = opened.chains
    expect([made.toSorted(), [...opened.forks.keys()].toSorted()]).to.deep.equal([
      ["here", "here", "one", "two"],
      ["one", "two"],
    ])
    const forks = overrides.filter((override) => override !== undefined)
    const forkOf = (chainId: number, url: string) => ({
      ...{ chainId, forking: { url, blockNumber: 5 }, mining: { auto: true } },
    })
    expect(forks).to.have.deep.members([forkOf(11, "https://one.example"), forkOf(22, "https://two.example")])
    expect([...opened.forks.values()].map(({ block }) => block)).to.have.deep.members([
      { chain: "one", number: 5n, hash: bytes32(11) },
      { chain: "two", number: 5n, hash: bytes32(22) },
    ])
    for (const chain of [one, two]) {
      expect(chain).to.include({ socket }).and.to.not.have.property("journal")
      if (chain === undefined || !("publicClient" in chain)) throw new Error("it was not opened")
      expect([chain.walletClient?.account?.address, await getBlockNumber(chain.publicClient)]).to.deep.equal([
        at(9),
        5n,
      ])
    }
    expect([here, closed]).to.deep.equal([{ slug: 9 }, []])
    await opened[Symbol.asyncDispose]()
    expect(closed.toSorted()).to.deep.equal(made.toSorted())
  })

  it("keeps a journal of what is sent to the chains themselves, and limits each of their answers", async () => {
    await using folder = await temporaryFolder()
    const clock = createManualClock()
    const silent = ["eth_blockNumber"]
    const { opening, made, overrides, waited } = open({ one: { silent }, two: {} }, { clock, root: folder.path })
    const { chains, forks, ...opened } = await opening
    expect([made.toSorted(), overrides, forks.size]).to.deep.equal([["one", "two"], [undefined, undefined], 0])
    const { one, two } = chains
    if (one === undefined || two === undefined || !("publicClient" in one && "publicClient" in two))
      throw new Error("no chain")
    expect([one.journal, two.journal].includes(undefined)).to.equal(false)
    expect(await getBlockNumber(two.publicClient)).to.equal(5n)
    const error = await clock.run(rejection(getBlockNumber(one.publicClient)))
    expect(String(error)).to.contain("no answer within 15 s")
    expect(waited).to.deep.equal(["one"])
    await opened[Symbol.asyncDispose]()
  })

  it("leaves out a chain that does not answer, that breaks, or that is another one than the configuration says", async () => {
    const clock = createManualClock()
    const nodes = {
      ...{ good: { wanted: 11 }, silent: { silent: ["eth_chainId"] }, broken: { broken: ["eth_chainId"] } },
      ...{
        other: { chainId: 12, wanted: 11 },
        unsaid: { chainId: 12, wanted: undefined },
        blockless: { broken: ["eth_getBlockByNumber"] },
      },
    }
    const { opening, closed } = open(nodes, { isDryRun: true, clock })
    const { chains, ...opened } = await clock.run(opening)
    expect(Object.keys(nodes).map((name) => errorOf(chains[name]))).to.deep.equal([
      ...[undefined, "NODE_UNREACHABLE", "NODE_UNREACHABLE", "NODE_UNREACHABLE", "NODE_UNREACHABLE", "NODE_FAILED"],
    ])
    expect(Object.keys(nodes).map((name) => chains[name]?.slug)).to.deep.equal([1, 2, 3, 4, 5, 6])
    const { other } = chains
    const said = other !== undefined && "error" in other && isPlugsError(other.error) ? other.error.facts["reason"] : ""
    expect(said).to.match(/chain 12\b.*networks\.other\.chainId.*\b11$/)
    await opened[Symbol.asyncDispose]()
    expect(new Set(closed)).to.include("good").and.to.include("other")
  })

  it("fails for what is no fault of a node, and closes what is open", async () => {
    const bug = new TypeError("a bug")
    const broken = open({ one: {}, two: { accounts: () => Promise.reject(bug) } }, { isDryRun: true })
    expect(await rejection(broken.opening)).to.equal(bug)
    expect(broken.closed.toSorted()).to.deep.equal(broken.made.toSorted())
    const none = open({ one: { accounts: () => Promise.resolve([]) } }, { isDryRun: true })
    await using opened = await none.opening
    const { chains } = opened
    expect(chains["one"]).to.include({ walletClient: undefined })
  })
})

describe("the chains of the public deployments beside those of a wiring", () => {
  let known: Deployments
  before(async () => {
    known = await loadDeployments()
  })

  it("are those of the deployments that wired chains belong to, unless the configuration has them", async () => {
    const [first, second] = known.filter(({ isMainnet }) => isMainnet) as [Deployments[number], Deployments[number]]
    const test = known.find(({ isMainnet }) => !isMainnet)!
    const own = { name: "mine", slug: 41_001 }
    const entry = ({ slug }: Deployments[number], name: string) => ({ name, slug })
    const others = async (chains: Parameters<typeof siblingsElsewhere>[0], names: readonly string[]) =>
      Object.entries(await siblingsElsewhere(chains, names))
    const without = (isMainnet: boolean | undefined, ...slugs: number[]) =>
      known
        .filter((one) => (isMainnet === undefined || one.isMainnet === isMainnet) && !slugs.includes(one.slug))
        .map(({ name, slug }) => [name, { slug }])

    const chains = [own, entry(first, "here"), entry(second, "there")]
    expect(await others(chains, ["here", "mine"])).to.deep.equal(without(true, first.slug, second.slug))
    expect(await others([own, entry(test, "here")], ["here"])).to.deep.equal(without(false, test.slug))
    const both = [entry(first, "here"), entry(test, "test")]
    expect(await others(both, ["here", "test"])).to.deep.equal(without(undefined, first.slug, test.slug))
    // Configured, and not wired.
    expect(await others(both, ["test"])).to.deep.equal(without(false, test.slug))
    expect(await others(chains, ["mine"])).to.deep.equal([])
  })
})
