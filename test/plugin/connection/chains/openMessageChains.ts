import { setImmediate } from "node:timers/promises"

import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import { after, before, describe, it } from "mocha"

import { AbortedError } from "#src/http/errors.js"
import { openMessageChains, requireOne } from "#src/plugin/connection/chains/openMessageChains.js"
import { openSocket } from "#src/plugin/connection/chains/openSocket.js"
import { failure } from "#test/fixtures/failure.js"
import { projectConfig } from "#test/fixtures/projects/projectConfig.js"
import { freePort } from "#test/fixtures/servers/freePort.js"
import { type KnownChainNode, startKnownChainNode } from "#test/fixtures/servers/nodes/knownChainNode.js"

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
    await using opened = openMessageChains(hre)
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
      await using opened = openMessageChains({ ...hre, network: { ...hre.network, create } })
      await opened.open(42161)
      await opened.find(42161)
      await opened.open(7)
      expect([made, closed]).to.deep.equal([["good"], []])
    }
    expect(closed).to.deep.equal(["good"])
  })

  it("are none, with the reason, where they are not configured or do not answer", async () => {
    await using opened = openMessageChains(hre)
    expect(await opened.open(7)).to.deep.equal({ problem: "it is not in plugs.chains" })
    expect(await opened.open(10)).to.deep.equal({ problem: "No node answers for the network away" })
    expect([await opened.find(7), await opened.find(10)]).to.deep.equal([undefined, undefined])
    const gone = { name: "gone", slug: 10, network: "away", socket } as const
    expect(await failure(opened.require(gone))).to.include({ code: "NODE_UNREACHABLE" })
  })

  it("are no problem to be told where the error is a bug", async () => {
    const bug = new TypeError("a bug")
    const broken = { ...hre, network: { create: () => Promise.reject(bug) } } as never
    await using opened = openMessageChains(broken)
    expect(await opened.open(42161).catch((error: unknown) => error)).to.equal(bug)
    expect(await opened.find(42161)).to.equal(undefined)
  })

  it("are enough if one of them can be read, or if there is none", async () => {
    const chains = [1, 2].map((slug) => ({ name: `chain${slug}`, slug, network: `n${slug}`, socket: undefined }))
    const asked: number[] = []
    const opened = (readable: readonly number[]) => ({
      find: (slug: number) => Promise.resolve(readable.includes(slug) ? ({} as never) : undefined),
      require: ({ slug }: { slug: number }) => {
        asked.push(slug)
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
