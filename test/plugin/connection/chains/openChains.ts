import { setImmediate } from "node:timers/promises"

import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import { after, before, describe, it } from "mocha"
import { type Address, numberToHex, parseAbi } from "viem"

import { devnetSocket } from "#src/devnet/addresses.js"
import { AbortedError } from "#src/http/errors.js"
import { socketAbi } from "#src/messaging/onchain/abi.js"
import { chainsOf } from "#src/plugin/config/chainsOf.js"
import { openChains, requireOne } from "#src/plugin/connection/chains/openChains.js"
import { openSocket } from "#src/plugin/connection/chains/openSocket.js"
import type { ChainEntry } from "#src/primitives/chains.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { failure } from "#test/fixtures/failure.js"
import { answerAsSafe, trustOfNodes } from "#test/fixtures/nodes/answerAsSafe.js"
import { createViewNode } from "#test/fixtures/nodes/viewNode.js"
import { createFakeProject } from "#test/fixtures/projects/fakeProject.js"
import { projectConfig } from "#test/fixtures/projects/projectConfig.js"
import { freePort } from "#test/fixtures/servers/freePort.js"
import { type KnownChainNode, startKnownChainNode } from "#test/fixtures/servers/nodes/knownChainNode.js"
import { at } from "#test/fixtures/wire/addresses.js"

const socket = "0x37cc674582049b579571E2fFd890a4d99355f6Ba"

describe("the configured chains, opened by their slugs", () => {
  let node: KnownChainNode
  let hre: HardhatRuntimeEnvironment
  before(async () => {
    node = await startKnownChainNode({ chainId: 42161, slug: 42161 })
    const networks = {
      good: { type: "http", url: node.url },
      away: { type: "http", url: `http://127.0.0.1:${await freePort()}` },
    }
    const chains = { arbitrum: { slug: 42161, network: "good", socket }, gone: { slug: 10, network: "away", socket } }
    const env = { PLUGS_TEST_NETWORKS: JSON.stringify(networks), PLUGS_TEST_OWN_CHAINS: JSON.stringify(chains) }
    const port = String(await freePort())
    const own = { PLUGS_TEST_PORT: port, PLUGS_TEST_ARTIFACTS: "none" }
    hre = await createHardhatRuntimeEnvironment(projectConfig({ ...env, ...own }))
  })
  after(() => node[Symbol.asyncDispose]())

  it("are each opened once, however often they are asked for", async () => {
    await using opened = openChains(hre)
    const [first, again] = await Promise.all([opened.open(42161), opened.open(42161)])
    expect(first).to.equal(again)
    expect(first).to.include({ name: "arbitrum", socket })
    expect(await opened.find(42161)).to.equal(first)
    expect(node.requests.filter((method) => method === "eth_chainId")).to.have.length(1)
  })

  it("are closed at the end, each once", async () => {
    const [made, closed] = [[] as unknown[], [] as unknown[]]
    const create: HardhatRuntimeEnvironment["network"]["create"] = async (parameters) => {
      const connection = await hre.network.create(parameters)
      made.push(connection.networkName)
      const close = connection.close.bind(connection)
      return Object.assign(connection, {
        close: async () => {
          await close()
          // Whoever disposes of them waits for it.
          await setImmediate()
          closed.push(connection.networkName)
        },
      })
    }
    {
      await using opened = openChains({ ...hre, network: { ...hre.network, create } })
      await opened.open(42161)
      await opened.find(42161)
      await opened.open(7)
      expect([made, closed]).to.deep.equal([["good"], []])
    }
    expect(closed).to.deep.equal(["good"])
  })

  it("are none, with the reason, where they are not configured or do not answer", async () => {
    await using opened = openChains(hre)
    expect(await opened.open(7)).to.deep.equal({ problem: "it is not in plugs.chains" })
    expect(await opened.open(10)).to.deep.equal({ problem: "No node answers for the network away" })
    expect([await opened.find(7), await opened.find(10)]).to.deep.equal([undefined, undefined])
    const gone = { name: "gone", slug: 10, network: "away", socket } as const
    expect(await failure(opened.require(gone))).to.include({ code: "NODE_UNREACHABLE" })
  })

  it("are what the command has named where two have a slug, and else told to be either", async () => {
    const request = () => Promise.resolve("0xa029")
    const one = { slug: 41_001, socket: devnetSocket as Address, request }
    const { hre, made } = createFakeProject({ chains: { real: one, fork: one, other: { ...one, slug: 41_002 } } })
    const fork = chainsOf(hre.config.plugs)[1]!
    await using unnamed = openChains(hre)
    const either = { problem: "it can mean real or fork" }
    expect([await unnamed.open(41_001), await unnamed.openId(41_001)]).to.deep.equal([either, either])
    expect(await unnamed.find(41_001)).to.equal(undefined)
    expect(
      [await unnamed.open(fork), await unnamed.open(41_002)].map((chain) => "name" in chain && chain.name),
    ).to.deep.equal([...["fork", "other"]])
    await using named = openChains(hre)
    await named.require(fork)
    const found = [await named.open(41_001), await named.find(41_001)]
    expect(found.map((chain) => chain && "name" in chain && chain.name)).to.deep.equal(["fork", "fork"])
    await using given = openChains(hre, { named: [undefined, fork] })
    const from = [await given.require(41_001), await given.require(41_002)]
    expect(from.map(({ name }) => name)).to.deep.equal(["fork", "other"])
    expect((await failure(openChains(hre).require(41_001))).message).to.contain("can mean real or fork")
    const byIds = createFakeProject({ chains: { real: { ...one, slug: 5, chainId: 41_001 }, fork: one } })
    await using other = openChains(byIds.hre, { named: [fork] })
    const [meant, neither] = [await other.openId(41_001), await openChains(byIds.hre).openId(41_001)]
    expect(["entry" in meant && meant.entry.name, neither]).to.deep.equal(["fork", either])
    const byId = await named.openId(41_001)
    expect("entry" in byId && byId.entry.name).to.equal("fork")
    expect(made).to.deep.equal(["fork", "other", "fork", "fork", "other"])
  })

  it("are no problem to be told where the error is a bug", async () => {
    const bug = new TypeError("a bug")
    const broken = { ...hre, network: { create: () => Promise.reject(bug) } } as never
    await using opened = openChains(broken)
    expect(await opened.open(42161).catch((error: unknown) => error)).to.equal(bug)
    expect(await opened.find(42161)).to.equal(undefined)
  })

  it("are enough if one of them can be read, or if there is none", async () => {
    const chains = [1, 2].map((slug) => ({ name: `chain${slug}`, slug, network: `n${slug}`, socket: undefined }))
    const asked: number[] = []
    const opened = (readable: readonly number[]) => ({
      find: (chain: unknown) =>
        Promise.resolve(readable.includes((chain as ChainEntry).slug) ? ({} as never) : undefined),
      require: (chain: unknown) => {
        asked.push((chain as ChainEntry).slug)
        return Promise.reject(new AbortedError())
      },
    })
    await requireOne(opened([1, 2]), chains)
    await requireOne(opened([2]), chains)
    await requireOne(opened([]), [])
    expect(asked).to.deep.equal([])
    expect(await failure(requireOne(opened([]), chains))).to.include({ code: "ABORTED" })
    expect(asked).to.deep.equal([1])
  })
})

const safe = at(0x5a)

type Node = {
  /** What its socket says. */
  readonly slug?: number
  readonly chainId?: number
  readonly url?: string | undefined
  /** The requests for the chain id that it answers, before it breaks. */
  readonly times?: number
  readonly accounts?: readonly Address[] | (() => Promise<never>)
}

/** A project with the chain alpha on a node. */
function project({ slug = 41_001, chainId = 10, url, times = Infinity, accounts = [] }: Node) {
  const node = createViewNode({
    ...{ abis: [socketAbi], views: { chainSlug: () => slug } },
    codes: { [socket]: "0x60" },
  })
  let asked = 0
  const request = (question: { readonly method: string }): Promise<unknown> => {
    if (question.method === "eth_chainId") {
      asked += 1
      return asked > times ? Promise.reject(new Error("it broke")) : Promise.resolve(numberToHex(chainId))
    }
    if (question.method !== "eth_accounts") return answerAsSafe(question, safe) ?? node.request(question as never)
    return typeof accounts === "function" ? accounts() : Promise.resolve(accounts)
  }
  return createFakeProject({
    chains: { alpha: { slug: 41_001, socket, url, request } },
    plugs: { trust: trustOfNodes },
    abis: { Own: parseAbi(["error Full(uint256)", "function greet()"]), Other: parseAbi(["function greet()"]) },
  })
}

describe("a chain that is opened", () => {
  const entry = { name: "alpha", slug: 41_001, network: "alpha", socket } as const

  it("says which one it is, what it pays with, whether it is local, and what a file for a Safe begins with", async () => {
    for (const [url, isLocal] of [
      [undefined, true],
      ["http://127.0.0.1:8645/rpc/alpha", true],
      ["http://127.0.0.1:1", false],
      ["https://node.example", false],
    ] as const) {
      const { hre, made, closed } = project({ chainId: 137, url })
      {
        await using chains = openChains(hre)
        const chain = await chains.connect(entry)
        expect([chain.isLocal, chain.chainId, await chain.socket()]).to.deep.equal([isLocal, 137, socket])
        expect((await chain.native()).symbol).to.equal("POL")
        // Others sign for the chain that the configuration names, as is signed here. It names none of this machine.
        const begun = await chain.fileFor(safe).catch((error: unknown) => isPlugsError(error) && error.code)
        const isOther = url?.startsWith("https") === true
        expect(begun).to.deep.equal(isOther ? "NODE_FAILED" : { chain: "alpha", chainId: 137, safe })
        expect((await failure(chain.fileFor(at(0x5b)))).facts["argument"]).to.equal("--safe")
        expect(await chain.client.getBlockNumber()).to.equal(90n)
        expect(await chain.errorAbis()).to.deep.equal([parseAbi(["error Full(uint256)"])])
        expect([made, closed]).to.deep.equal([["alpha"], []])
      }
      expect(closed).to.deep.equal(["alpha"])
    }
  })

  it("sends as the first account or the one that is named, and waits for neither after Ctrl-C", async () => {
    const stop = new AbortController()
    const open = async (node: Node) => await openChains(project(node).hre, { signal: stop.signal }).connect(entry)
    const chain = await open({ accounts: [at(1), at(2)] })
    const sender = async (account?: Address) => (await chain.wallet(account)).account.address
    expect([await sender(), await sender(at(2))]).to.deep.equal([at(1), at(2)])
    expect((await failure(sender(at(3)))).facts["argument"]).to.equal("--account")
    const silent = await open({ accounts: () => new Promise<never>(() => undefined) })
    const waiting = failure(silent.wallet())
    stop.abort()
    expect((await waiting).code).to.equal("ABORTED")
  })

  it("is refused with another socket or after Ctrl-C, and closed all the same", async () => {
    const refused = async (node: Node, signal = new AbortController().signal) => {
      const { hre, made, closed } = project(node)
      await using chains = openChains(hre, { signal })
      const { code } = await failure(chains.require(entry))
      await chains[Symbol.asyncDispose]()
      // Nobody waits for it after Ctrl-C.
      await setImmediate()
      expect(new Set(closed)).to.deep.equal(new Set(made))
      return code
    }
    expect(await refused({ slug: 7 })).to.equal("DEPLOYMENT_MISMATCH")
    expect(await refused({}, AbortSignal.abort())).to.equal("ABORTED")
  })
})

describe("the chains of a script's connection", () => {
  it("are read through it where they are its own, by no other one in this process, and else by their networks", async () => {
    const request = (chainId: number) => () => Promise.resolve(numberToHex(chainId))
    const chain = { socket: devnetSocket as Address, url: "http://127.0.0.1:1" }
    const { hre, made, closed } = createFakeProject({
      chains: {
        real: { ...chain, slug: 41_001, request: request(41_001) },
        far: { ...chain, slug: 41_002, request: request(41_002) },
        here: { ...chain, slug: 41_003, url: undefined, request: request(41_003) },
        fork: { ...chain, slug: 41_001, request: request(41_001) },
      },
      plugs: { gateway: { network: "fork" } },
    })
    const connection = await hre.network.create({ network: "fork" })
    {
      await using chains = openChains(hre, { own: { connection } })
      const [own, far, here] = [
        await chains.openSlug(41_001),
        await chains.openSlug(41_002),
        await chains.openSlug(41_003),
      ]
      expect(["entry" in own && own.entry.name, "entry" in far && far.entry.name]).to.deep.equal(["fork", "far"])
      expect("problem" in here && here.problem).to.contain("no URL of the network here is known")
      expect([(await chains.gateway()).connection === connection, made]).to.deep.equal([true, ["fork", "far"]])
      expect((await failure(chains.connect({ name: "here", slug: 41_003, network: "here" }))).code).to.equal(
        "INVALID_INPUT",
      )
    }
    expect(closed, "the script closes its own").to.deep.equal(["far"])
  })

  it("are done without where its own cannot be read, unless it is required", async () => {
    const { hre } = createFakeProject({ chains: { mine: { slug: 77, url: "http://127.0.0.1:1" } } })
    const connection = await hre.network.create({ network: "mine" })
    await using chains = openChains(hre, { own: { connection } })
    expect([await chains.find(77), await chains.find(78)]).to.deep.equal([undefined, undefined])
    expect(await failure(chains.require(chainsOf(hre.config.plugs)[0]!))).to.include({ code: "NODE_UNREACHABLE" })
  })
})

describe("the socket of a connection", () => {
  it("is checked again after a node that failed, and once after one that answered", async () => {
    let [isUp, calls] = [false, 0]
    const answer = (method: string) => {
      if (method !== "eth_call") return "0x00"
      calls += 1
      return `0x${(42161).toString(16).padStart(64, "0")}`
    }
    const provider = {
      request: ({ method }: { method: string }) =>
        isUp ? Promise.resolve(answer(method)) : Promise.reject(new Error("the node is down")),
    }
    const connection = { networkName: "arbitrum", provider } as never
    const chain = { name: "arbitrum", slug: 42161, network: "arbitrum", socket } as const
    expect(await failure(openSocket(connection, chain))).to.include({ code: "NODE_FAILED" })
    isUp = true
    expect([await openSocket(connection, chain), await openSocket(connection, chain)]).to.deep.equal([socket, socket])
    expect(calls).to.equal(1)
    const other = { ...chain, name: "other", socket: socket.replace("0x3", "0x4").toLowerCase() as typeof socket }
    await openSocket(connection, other)
    expect(calls, "another socket is checked for itself").to.equal(2)
  })
})
