import { expect } from "chai"
import { describe, it } from "mocha"
import { pad } from "viem"

import { createConnectionMessaging } from "#src/plugin/connection/createConnectionMessaging.js"
import { failure } from "#test/fixtures/failure.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

/** A connection to alpha in a project with beta, whose node is that of another chain, and the connections that were closed. */
function connect() {
  const [made, closed] = [[] as string[], [] as string[]]
  const request = ({ method }: { method: string }) =>
    Promise.resolve(method === "eth_call" ? pad("0x7") : method === "eth_chainId" ? "0xa02a" : "0x00")
  const url = { get: () => Promise.resolve("http://127.0.0.1:1") }
  const network = { type: "http", url }
  const create = ({ network: networkName }: { network: string }) => {
    made.push(networkName)
    const close = () => {
      closed.push(networkName)
      return Promise.resolve()
    }
    return Promise.resolve({ networkName, networkConfig: network, provider: { request }, close })
  }
  const plugs = {
    chains: {
      alpha: { slug: 41_001, network: "alpha", socket: at(1) },
      beta: { slug: 41_002, network: "beta", socket: at(2) },
    },
    ...{ unidentified: {}, localNetworks: [], devnet: { port: 8645 } },
    messaging: { baseUrl: "http://127.0.0.1:1", apiKey: { get: () => Promise.resolve("m4r8t0c6b2n7") } },
  }
  const hre = { config: { plugs, networks: { alpha: network, beta: network } }, network: { create } }
  const connection = { networkName: "alpha", networkConfig: network, provider: { request } }
  return { messaging: createConnectionMessaging(connection as never, hre as never), made, closed }
}

const asked = { srcTxHash: bytes32(1), source: "chain", timeout: 60_000 } as const

describe("connection.plugs.messaging", () => {
  const watches: Readonly<
    Record<string, (messaging: ReturnType<typeof connect>["messaging"], srcChainSlug: string) => Promise<unknown>>
  > = {
    waitForMessage: (messaging, srcChainSlug) => messaging.waitForMessage({ ...asked, srcChainSlug }),
    waitForMessages: (messaging, srcChainSlug) => messaging.waitForMessages({ ...asked, srcChainSlug }),
    watchMessage: async (messaging, srcChainSlug) => {
      for await (const step of messaging.watchMessage({ ...asked, srcChainSlug })) return step
    },
    watchMessages: async (messaging, srcChainSlug) => {
      for await (const step of messaging.watchMessages({ ...asked, srcChainSlug })) return step
    },
    onMessage: (messaging, srcChainSlug) =>
      new Promise((resolve, reject) => messaging.onMessage({ ...asked, srcChainSlug }, resolve, reject)),
  }
  for (const [name, watch] of Object.entries(watches)) {
    it(`closes with ${name} the chains that it opened, and opens none for its own`, async () => {
      const { messaging, made, closed } = connect()
      expect((await failure(watch(messaging, "beta"))).code).to.equal("DEPLOYMENT_MISMATCH")
      expect([made, closed]).to.deep.equal([["beta"], ["beta"]])
      expect((await failure(watch(messaging, "alpha"))).code).to.equal("DEPLOYMENT_MISMATCH")
      expect((await failure(watch(messaging, "gamma"))).code).to.equal("INVALID_INPUT")
      expect([made, closed]).to.deep.equal([["beta"], ["beta"]])
    })
  }
})

describe("the chain of a connection", () => {
  /** What a call that needs the chain ends with, and what the node was asked for. */
  const fail = async (networkName: string, answer: () => Promise<unknown>, chainId?: number) => {
    const asked: string[] = []
    const request = ({ method }: { method: string }) => {
      asked.push(method)
      return method === "eth_chainId" ? answer() : Promise.resolve("0x00")
    }
    const plugs = {
      chains: { known: { slug: 7, network: "seventh" } },
      unidentified: { open: { network: "opened", socket: at(3) } },
      ...{ messaging: {}, localNetworks: [], devnet: { port: 8645 } },
    }
    const connection = { networkName, networkConfig: { type: "http", chainId }, provider: { request } }
    const messaging = createConnectionMessaging(connection as never, { config: { plugs, networks: {} } } as never)
    const fee = { plug: at(1), dstChainSlug: 10, minMsgGasLimit: 1n, payloadSize: 0 }
    const error = await failure(messaging.getMinFees(fee))
    return [
      Object.values(error.facts).includes(at(3)) ? "OWN_SOCKET" : error.code,
      "argument" in error && error.argument,
      asked.filter((method) => method === "eth_chainId").length,
    ]
  }
  const says = (chainId: unknown) => () => Promise.resolve(chainId)

  it("is read from the configuration, or from its node where that alone knows it", async () => {
    for (const name of ["known", "seventh"]) {
      expect(await fail(name, says("0x2a"))).to.deep.equal(["INVALID_INPUT", "config.plugs.chains.known.socket", 0])
    }
    for (const name of ["open", "opened", "other"]) {
      expect(await fail(name, says("0xf423f")), name).to.deep.equal(["UNKNOWN_DEPLOYMENT", false, 1])
      // What the configuration says of the chain stays.
      const ended = name === "other" ? "DEPLOYMENT_MISMATCH" : "OWN_SOCKET"
      expect(await fail(name, says("0xa")), name).to.deep.equal([ended, false, 1])
    }
  })

  it("is missing in the configuration where its node is not to be asked, or does not answer", async () => {
    const missing = ["INVALID_INPUT", "config.plugs.chains"]
    expect(await fail("other", says("0xa"), 999_983)).to.deep.equal([...missing, 0])
    expect(await fail("other", () => Promise.reject(new Error("it is down")))).to.deep.equal([...missing, 1])
    expect(await fail("other", says({ a: 1 })), "what it answers is none").to.deep.equal(["NODE_FAILED", false, 1])
  })
})
