import { expect } from "chai"
import { Hono } from "hono"
import { describe, it } from "mocha"

import { createApp } from "#src/devnet/server/app.js"

const [socket, otherSocket, gatewaySocket, addressResolver, router] = [1, 2, 3, 4, 5].map(
  (digit) => `0x${String(digit).repeat(40)}`,
)
const chain = (name: string, chainId: number, slug: number, answer: () => unknown = () => name) => ({
  ...{ name, chainId, slug },
  provider: { request: () => Promise.resolve().then(answer) },
})

/** The devnet's app over two chains and a gateway that do not run. */
function open(parts: { readonly gateway?: boolean; readonly market?: boolean } = {}) {
  const contexts = [
    { chain: chain("alpha", 31_001, 41_001), contracts: { socket } },
    { chain: chain("beta", 31_002, 41_002), contracts: { socket: otherSocket } },
  ]
  const gateway = {
    chain: chain("gateway", 31_003, 41_003),
    contracts: { addressResolver },
    servedContracts: { gatewaySocket },
    ledger: {},
  }
  const reports: unknown[] = []
  const app = createApp({
    paths: ["FAST"],
    messaging: { contexts, contracts: {}, ledger: {} },
    gateway: parts.gateway === true ? gateway : undefined,
    market: parts.market === true ? { description: { router }, routes: new Hono() } : undefined,
    ...{ apiKey: "secret", executor: socket, allowedOrigins: new Set(["https://allowed.example"]) },
    report: (error: unknown) => void reports.push(error),
  } as unknown as Parameters<typeof createApp>[0])
  return { app, reports }
}

const headers = { "content-type": "application/json" }
const call = (method: string) => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: [] })

describe("the devnet's app", () => {
  it("says what is at which path, without what it does not have", async () => {
    const alpha = { name: "alpha", chainId: 31_001, slug: 41_001, rpc: "/rpc/alpha" }
    const beta = { name: "beta", chainId: 31_002, slug: 41_002, rpc: "/rpc/beta" }
    expect(await (await open().app.request("/")).json()).to.deep.equal({
      name: "hardhat-plugs devnet",
      chains: [
        { ...alpha, contracts: { socket } },
        { ...beta, contracts: { socket: otherSocket } },
      ],
      paths: ["FAST"],
      apis: { messaging: "/messaging" },
    })
    expect(await (await open({ gateway: true, market: true }).app.request("/")).json()).to.deep.equal({
      name: "hardhat-plugs devnet",
      chains: [
        { ...alpha, contracts: { socket, gatewaySocket }, market: { router } },
        { ...beta, contracts: { socket: otherSocket, gatewaySocket }, market: { router } },
      ],
      paths: ["FAST"],
      gateway: { name: "gateway", chainId: 31_003, slug: 41_003, rpc: "/rpc/gateway", contracts: { addressResolver } },
      apis: { messaging: "/messaging", gateway: "/gateway", swap: "/swap" },
    })
  })

  it("answers each chain at its path, the gateway chain only where there is one, and the messaging API with its key", async () => {
    const ask = async (path: string, has: Parameters<typeof open>[0] = {}) => {
      const response = await open(has).app.request(path, { method: "POST", headers, body: call("eth_chainId") })
      return response.status === 200 ? ((await response.json()) as { result: unknown }).result : response.status
    }
    expect(await Promise.all([ask("/rpc/alpha"), ask("/rpc/beta")])).to.deep.equal(["alpha", "beta"])
    expect([await ask("/rpc/gateway"), await ask("/rpc/gateway", { gateway: true })]).to.deep.equal([404, "gateway"])
    const statusWith = async (key: string) =>
      (await open().app.request("/messaging/v1/messages-from-tx", { headers: { "x-api-key": key } })).status
    expect([await statusWith("secret"), await statusWith("devnet")]).to.deep.equal([400, 401])
    expect((await open().app.request("/gateway/getAddresses")).status).to.equal(404)
    expect((await open({ gateway: true }).app.request("/gateway/getAddresses")).status).to.equal(400)
  })

  it("takes a body of exactly 10 MiB, and refuses one byte more on every path, by its length alone", async () => {
    const { app } = open({ gateway: true })
    const statusOf = async (path: string, length: number) => {
      const withLength = { ...headers, "content-length": String(length) }
      return (await app.request(path, { method: "POST", headers: withLength, body: call("eth_chainId") })).status
    }
    expect(await statusOf("/rpc/alpha", 10_485_760)).to.equal(200)
    for (const path of ["/rpc/alpha", "/gateway/getAddresses", "/messaging/v1/messages-from-tx", "/nowhere"])
      expect(await statusOf(path, 10_485_761), path).to.equal(413)
    const headersToo = { ...headers, "content-length": "10485761" }
    const response = await app.request("/rpc/alpha", { method: "POST", headers: headersToo, body: "{}" })
    const { message, error } = (await response.json()) as { message: string; error: { message: string } }
    expect(message).to.contain("10 MiB").and.to.equal(error.message)
  })

  it("answers what it does not have, and its own errors, in JSON", async () => {
    const { app } = open()
    app.get("/broken", () => {
      throw new Error("it is broken")
    })
    const missing = await app.request("/nowhere")
    expect([missing.status, await missing.json()]).to.deep.equal([
      404,
      { message: "nothing is at /nowhere; GET / lists what is here" },
    ])
    const broken = await app.request("/broken")
    expect([broken.status, await broken.json()]).to.deep.equal([500, { message: "it is broken" }])
  })

  it("lets no page load an answer as a script, and tells pages of its own machine that they may reach it", async () => {
    const { app, reports } = open()
    const origin = "https://allowed.example"
    const asked = await app.request("/", {
      headers: { origin, "access-control-request-private-network": "true" },
    })
    expect(Object.fromEntries(asked.headers)).to.include({
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff",
      "access-control-allow-private-network": "true",
      "access-control-allow-origin": origin,
      "access-control-expose-headers": "server-req-id",
    })
    const plain = await app.request("/")
    expect(plain.headers.get("access-control-allow-private-network")).to.equal(null)
    expect(reports).to.deep.equal([])
    expect((await app.request("/", { headers: { origin: "https://other.example" } })).status).to.equal(403)
    expect(reports).to.have.length(1)
  })
})
