import { expect } from "chai"
import type { HookContext } from "hardhat/types/hooks"
import type { NetworkConnection } from "hardhat/types/network"
import { describe, it } from "mocha"
import { createClient, http, numberToHex, pad, toFunctionSelector } from "viem"

import { explainProjectSwap } from "#extras/swap/src/plugin/explainProjectSwap.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { startKnownChainNode } from "#test/fixtures/servers/nodes/knownChainNode.js"
import { createSwapServer } from "#test/fixtures/servers/swapServer.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { outboundLogs, socket } from "#test/fixtures/wire/outboundLogs.js"
import { quoteId, statusAt, user } from "#test/fixtures/wire/swapRoutes.js"

const sent = bytes32(0x5e47)

const url = { get: () => Promise.resolve("http://127.0.0.1:1") }

type Receipt = "with messages" | "of another socket" | "bare" | "lost later"

/** A connection to alpha, whose node knows the transaction of a swap. */
function connectionTo(receipt: Receipt): NetworkConnection<string> {
  const block = { number: "0x4", hash: bytes32(4), timestamp: numberToHex(1_700_000_000), transactions: [] }
  const mined = {
    transactionHash: sent,
    blockNumber: "0x4",
    blockHash: bytes32(4),
    from: user,
    to: user,
    status: "0x1",
  }
  const emitter = receipt === "of another socket" ? at(9) : socket
  const logs = receipt === "bare" ? [] : [1, 2].flatMap((count) => outboundLogs(count, { emitter }))
  const found = { ...mined, logs: logs.map((log, index) => ({ ...log, ...mined, logIndex: numberToHex(index) })) }
  let looks = 0
  const answers: Readonly<Record<string, unknown>> = {
    ...{ eth_chainId: "0xa029", eth_getBlockByNumber: block, eth_blockNumber: "0x4", eth_getLogs: [] },
  }
  const chainSlug = toFunctionSelector("chainSlug()")
  const called = ([{ data }]: readonly [{ data: string }]) =>
    data.startsWith(chainSlug) ? pad("0xa029") : `0x${"0".repeat(64 * 8)}`
  const answer = (method: string): unknown => {
    if (method !== "eth_getTransactionReceipt") return answers[method]
    looks += 1
    return receipt === "lost later" && looks > 1 ? null : found
  }
  const request = ({ method, params }: { method: string; params: readonly [{ data: string }] }) => {
    const said = method === "eth_call" ? called(params) : answer(method)
    return said === undefined ? Promise.reject(new Error(`no ${method}`)) : Promise.resolve(said)
  }
  return {
    ...{ networkName: "alpha", networkConfig: { type: "http", url }, provider: { request } },
  } as unknown as NetworkConnection<string>
}

type Project = { readonly chains?: object; readonly beta?: object; readonly status?: object }

async function explain(receipt: Receipt, { chains = {}, beta, status = {} }: Project = {}) {
  await using folder = await temporaryFolder()
  const inProgress = statusAt("IN_PROGRESS")
  const origin = { ...(inProgress["origin"] as object), txHash: sent, status: "COMPLETED" }
  await using api = await createSwapServer({ status: [{ ...inProgress, origin, ...status }] })
  const baseUrl = `http://127.0.0.1:${api.port}`
  const key = { get: () => Promise.resolve("swap-explaining-key") }
  const configured = {
    alpha: { slug: 41_001, network: "alpha", socket },
    beta: { slug: 41_002, network: "beta", socket },
  }
  const config = {
    plugs: {
      ...{ chains: { ...configured, ...chains }, unidentified: {}, contracts: {}, localNetworks: [] },
      ...{ devnet: { port: 8645, chains: [], gateway: { chainId: 43 } }, gateway: { network: "gateway" } },
      swap: { baseUrl: `${baseUrl}/swap`, apiKey: key, affiliate: "a" },
      messaging: { baseUrl: `${baseUrl}/messaging`, apiKey: key },
    },
    networks: { alpha: { type: "http", chainId: 41_001 }, beta: beta ?? { type: "edr-simulated", chainId: 41_002 } },
    paths: { root: folder.path },
  }
  // A network of this process is not to be connected to.
  const create = async () => {
    const { url: other } = config.networks.beta as { url: typeof url }
    const client = createClient({ transport: http(await other.get(), { retryCount: 0 }) })
    const close = () => Promise.resolve()
    return { networkName: "beta", networkConfig: config.networks.beta, provider: client, close }
  }
  const artifacts = { getAllFullyQualifiedNames: () => Promise.resolve(new Set()) }
  const project = { config, artifacts, network: { create } } as unknown as HookContext
  const own = { connection: connectionTo(receipt) }
  const { items, causes, verdict } = await explainProjectSwap(project, { id: quoteId, own })
  return {
    ...{ verdict, ids: items.map(({ id }) => id), says: items.at(-1)?.says, causes },
    messages: api.requests.filter((request) => request.startsWith("/messaging")).length,
  }
}

describe("a swap that is explained on a connection", () => {
  it("is explained with the messages that its transaction sent through the configured socket, and no others", async () => {
    const { ids, messages, says } = await explain("with messages")
    expect([ids, messages]).to.deep.equal([[quoteId, bytes32(1), bytes32(2)], 1])
    expect(says, "its other chain is in this process").to.contain("Chain 41002 could not be read")
    for (const [receipt, chains] of [
      ["of another socket", {}],
      ["bare", {}],
      ["lost later", {}],
      ["with messages", { alpha: { slug: 41_001, network: "alpha" } }],
      ["with messages", { alpha: { slug: 5, network: "elsewhere", socket } }],
    ] as const) {
      const alone = await explain(receipt, { chains })
      expect([alone.ids, alone.messages], `${receipt} ${JSON.stringify(chains)}`).to.deep.equal([[quoteId], 0])
    }
  })

  it("is explained by both chains where a URL reaches the other one, and that one has a socket", async () => {
    // It has no blocks, which is said of nobody but whoever is asked.
    await using node = await startKnownChainNode({ chainId: 41_002, slug: 41_002 })
    const beta = { type: "http", chainId: 41_002, url: { get: () => Promise.resolve(node.url) } }
    const isAsked = async (chains = {}) =>
      (await explain("with messages", { beta, chains })).says?.includes("the node of beta does not answer")
    expect(await isAsked()).to.equal(true)
    expect(await isAsked({ beta: { slug: 41_002, network: "beta" } })).to.equal(false)
    expect(await isAsked({ beta: { slug: 41_003, network: "beta", socket } })).to.equal(false)
  })

  it("says why its destination cannot be read", async () => {
    const destination = { ...(statusAt("COMPLETED")["destination"] as object), txHash: bytes32(0xbe7a) }
    const status = { status: "COMPLETED", statusCode: "COMPLETED", destination }
    const causeWith = async (project: Project) => {
      const { verdict, causes } = await explain("bare", { status, ...project })
      return [verdict, ...causes.flatMap(({ name, says }) => [name, says])]
    }
    const [verdict, name, says] = await causeWith({})
    expect([verdict, name]).to.deep.equal(["unknown", "destination-unread"])
    expect(says).to.contain("beta").and.to.contain("no URL of the network beta is known")
    const [, other, unknown] = await causeWith({
      chains: { beta: { slug: 5, network: "beta" } },
      beta: { type: "edr-simulated" },
    })
    expect(other).to.equal("destination-unread")
    expect(unknown).to.contain("41002").and.to.contain("it is not in plugs.chains")
  })
})
