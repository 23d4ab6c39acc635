import { setImmediate } from "node:timers/promises"

import { expect } from "chai"
import { describe, it } from "mocha"

import { askedNetworks, connectChain, NodeUnreachableError } from "#src/plugin/connection/chains/connectChain.js"
import { namedChains } from "#src/plugin/connection/chains/requestOnChain.js"
import { noteAbandonedRequest } from "#src/plugin/connection/chains/waitForNode.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { failure } from "#test/fixtures/failure.js"

const never = (): Promise<never> => new Promise(() => undefined)
const elsewhere = "https://node.example/v2/secret-key"
const devnetUrl = "http://127.0.0.1:8645/rpc/alpha"

type Node = {
  readonly type?: "http" | "edr-simulated"
  readonly url?: string
  readonly chainId?: number
  /** What `plugs.chains` says of it. */
  readonly slug?: number
  readonly answer?: () => Promise<unknown>
  readonly close?: () => Promise<void>
}

/** A project whose network alpha reaches one node, and what happens to the connection. */
function projectWith({ type = "http", url = elsewhere, chainId, slug, answer, close }: Node) {
  const [made, closed] = [[] as unknown[], [] as string[]]
  const network = { type, chainId, url: { get: () => setImmediate(url) } }
  const provider = { request: answer ?? (() => Promise.resolve("0x5")) }
  const connection = {
    ...{ networkName: "alpha", networkConfig: network, provider },
    close: async () => {
      await setImmediate()
      await close?.()
      closed.push("alpha")
    },
  }
  const plugs = {
    chains: slug === undefined ? {} : { own: { slug, network: "alpha" } },
    ...{ messaging: {}, devnet: { port: 8645 }, gateway: { network: "alpha" } },
  }
  const create = (parameters: unknown) => {
    made.push(parameters)
    return Promise.resolve(connection)
  }
  const hre = { config: { networks: { alpha: network }, plugs }, network: { create } }
  return { hre: hre as never, network, provider, made, closed }
}

const own = { name: "own", network: "alpha" }
const hardhatError = (message: string): Error => Object.assign(new Error(message), { name: "HardhatError" })

describe("a node that fails at the first request", () => {
  const long = `read ${elsewhere} ${"x".repeat(500)}`
  for (const [what, error, node, code, reason] of [
    ["refuses", hardhatError("Cannot connect to the network"), {}, "NODE_UNREACHABLE", "the connection was refused"],
    ["is none", hardhatError("Invalid JSON-RPC response"), {}, "NODE_UNREACHABLE", "what answers is not a node"],
    ["is too slow", hardhatError("Request timed out"), {}, "NODE_UNREACHABLE", "it took too long"],
    ["says so", new Error(long), {}, "NODE_UNREACHABLE", `read it ${"x".repeat(191)}…`],
    ["is asked wrongly", hardhatError("The account is unknown"), {}, undefined, undefined],
    ["is in this process", new Error("it broke"), { type: "edr-simulated" }, undefined, undefined],
    ["has no words", "a text" as unknown as Error, {}, undefined, undefined],
  ] as const) {
    it(`is closed first, and then ${code === undefined ? "its own error" : "the reason"} is thrown, where it ${what}`, async () => {
      const { hre, closed } = projectWith({ ...node, answer: () => Promise.reject(error) })
      const thrown: unknown = await connectChain(hre, own).catch((caught: unknown) => caught)
      expect(closed).to.deep.equal(["alpha"])
      if (code === undefined) expect(thrown).to.equal(error)
      else {
        expect(isPlugsError(thrown) && [thrown.code, thrown.facts]).to.deep.equal([
          code,
          { url: "https://node.example", reason },
        ])
      }
    })
  }

  it("is told apart from one whose answer is malformed", async () => {
    const { hre, closed } = projectWith({ answer: () => Promise.resolve({ a: 1 }) })
    expect(await failure(connectChain(hre, own))).to.include({ code: "NODE_FAILED" })
    expect(closed).to.deep.equal(["alpha"])
  })

  it("shows its whole URL only where a devnet has it", () => {
    const shown = [
      { url: devnetUrl, isDevnet: true },
      { url: elsewhere, isDevnet: false },
      { url: undefined, isDevnet: false },
    ].map((node) => {
      const error = new NodeUnreachableError({ network: "alpha", reason: "it is off", ...node })
      return [error.isDevnet, error.facts["url"], error.next?.includes("npx hardhat devnet")]
    })
    expect(shown).to.deep.equal([
      [true, devnetUrl, true],
      [false, "https://node.example", false],
      [false, undefined, false],
    ])
  })
})

describe("the chain that a node has to be on to get something signed", () => {
  const named = async (node: Node, isAsked = false): Promise<unknown> => {
    const { hre, network, provider } = projectWith(node)
    if (isAsked) askedNetworks.add(network)
    await connectChain(hre, own)
    return namedChains.has(provider) ? namedChains.get(provider) : "not named"
  }

  it("is that of its slug, by its chain id if that is known, and none where nothing but the node says it", async () => {
    expect(await named({ slug: 1_324_967_486 }), "the deployment of Reya").to.equal(1_729)
    expect(await named({ slug: 999_983 })).to.equal(999_983)
    expect(await named({})).to.equal(null)
    expect(await named({ slug: 1_324_967_486 }, true), "of which its node alone has said what it is").to.equal(null)
  })

  it("is not held to a name on this machine, in this process, or where its network has a chain id", async () => {
    for (const node of [{ url: "http://127.0.0.1:8545" }, { type: "edr-simulated" as const }, { chainId: 5 }]) {
      expect(await named({ ...node, slug: 10 }), JSON.stringify(node)).to.equal("not named")
    }
  })
})

describe("a connection to a chain", () => {
  it("gets a time limit only where one is given, and where it is reached by http", async () => {
    const made = async (node: Node, timeout?: number) => {
      const project = projectWith(node)
      await connectChain(project.hre, own, { timeout })
      return project.made
    }
    expect(await made({}, 1_234)).to.deep.equal([{ network: "alpha", override: { timeout: 1_234 } }])
    expect(await made({})).to.deep.equal([{ network: "alpha" }])
    expect(await made({ type: "edr-simulated" }, 1_234)).to.deep.equal([{ network: "alpha" }])
  })

  /** The clock's waits, which are over at once, and how many requests are left behind. */
  const leftBehind = async (node: Node) => {
    const waits: number[] = []
    const sleep = async (ms: number): Promise<void> => {
      waits.push(ms)
      // After everything that needs no time.
      for (let round = 0; round < 20; round += 1) await setImmediate()
    }
    const { hre, closed } = projectWith(node)
    const before = noteAbandonedRequest()
    const result = await connectChain(hre, own, { clock: { now: () => 0, sleep } }).then(
      (connection) => connection[Symbol.asyncDispose](),
      (error: unknown) => (isPlugsError(error) ? error.code : error),
    )
    return { result, waits, closed, left: noteAbandonedRequest() - before - 1 }
  }

  it("leaves nothing behind where its node answers and closes, and its request where one of the two never ends", async () => {
    expect(await leftBehind({})).to.deep.equal({
      result: undefined,
      waits: [10_000, 1_000],
      closed: ["alpha"],
      left: 0,
    })
    expect(await leftBehind({ close: never })).to.deep.equal({
      ...{ result: undefined, waits: [10_000, 1_000], closed: [], left: 1 },
    })
    expect(await leftBehind({ answer: never, close: never })).to.deep.equal({
      ...{ result: "NODE_UNREACHABLE", waits: [10_000], closed: [], left: 1 },
    })
    expect((await leftBehind({ type: "edr-simulated" })).waits[0]).to.equal(Number.POSITIVE_INFINITY)
  })
})
