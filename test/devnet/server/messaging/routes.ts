import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { type Address, type Hex, zeroHash } from "viem"

import { counterArtifact } from "#examples/demos/artifacts/Counter.js"
import { type Devnet, type DevnetChain, startDevnet } from "#src/devnet/index.js"
import { getMinFees } from "#src/messaging/index.js"
import { messagesSchema, minFeesSchema } from "#src/messaging/wire/schemas.js"
import { deployConnected, send } from "#test/fixtures/worlds/messaging/plugs.js"
import { watchDevnet } from "#test/fixtures/worlds/messaging/watchDevnet.js"

describe("the devnet's server", () => {
  let devnet: Devnet
  let alpha: DevnetChain
  let beta: DevnetChain
  let counters: Record<string, Address>
  let txHash: Hex
  before(async () => {
    devnet = await startDevnet({ apiKey: "a-key-of-its-own" })
    alpha = devnet.chains["alpha"]!
    beta = devnet.chains["beta"]!
    counters = await deployConnected(devnet, counterArtifact)
    const watch = watchDevnet(devnet)
    txHash = await send(alpha, {
      address: counters["alpha"]!,
      abi: counterArtifact.abi,
      functionName: "addMany",
      args: [beta.slug, [1n, 2n]],
    })
    await watch.reached("EXECUTION_SUCCESS", 2)
  })
  after(() => devnet.stop())

  type Answer = { status: number; body: { status?: string; code?: string; message?: string; result?: unknown } }
  async function api(
    route: string,
    query: Record<string, string | number>,
    key = devnet.messaging.apiKey,
  ): Promise<Answer> {
    const url = `${devnet.messaging.baseUrl}${route}?${new URLSearchParams(query as Record<string, string>).toString()}`
    const response = await fetch(url, { headers: { "x-api-key": key } })
    return { status: response.status, body: (await response.json()) as Answer["body"] }
  }

  describe("messages-from-tx", () => {
    it("gives every message of a transaction, in the specification's shape", async () => {
      const { status, body } = await api("/v1/messages-from-tx", { srcChainSlug: alpha.slug, srcTxHash: txHash })
      expect(status).to.equal(200)
      const messages = messagesSchema.parse(body)
      expect(messages).to.have.length(2)
      for (const message of messages) {
        expect(message).to.deep.include({
          status: "EXECUTION_SUCCESS",
          from: { srcChainSlug: alpha.slug, srcPlug: counters["alpha"] },
          to: { dstChainSlug: beta.slug, destPlug: counters["beta"] },
          outboundTx: txHash,
        })
        expect(message.executionDetails).to.deep.include({ inboundStatus: "SUCCESS", isExecuted: true })
        expect(message.inboundTx)
          .to.match(/^0x[0-9a-f]{64}$/)
          .and.equal(message.executionDetails.executionTxHash)
      }
    })

    it("answers 404 to a transaction that sent nothing, and to the right one on the wrong chain", async () => {
      for (const query of [
        { srcChainSlug: alpha.slug, srcTxHash: zeroHash },
        { srcChainSlug: beta.slug, srcTxHash: txHash },
      ]) {
        const { status, body } = await api("/v1/messages-from-tx", query)
        expect(status).to.equal(404)
        expect(body.code).to.equal("NOT_FOUND")
      }
    })
  })

  describe("estimate-min-fees", () => {
    const query = () => ({
      srcPlug: counters["alpha"]!,
      srcChainSlug: alpha.slug,
      dstChainSlug: beta.slug,
      msgGasLimit: 100_000,
      payloadLength: 32,
    })

    it("gives the fees that the contract requires", async () => {
      const { status, body } = await api("/v1/estimate-min-fees", query())
      expect(status).to.equal(200)
      expect(minFeesSchema.parse(body)).to.equal(
        await getMinFees(alpha.publicClient, {
          socket: alpha.contracts.socket,
          plug: counters["alpha"]!,
          dstChainSlug: beta.slug,
          minMsgGasLimit: 100_000n,
          payloadSize: 32,
        }),
      )
    })

    it("says which plug is not connected", async () => {
      const { status, body } = await api("/v1/estimate-min-fees", { ...query(), srcPlug: alpha.accounts[0]! })
      expect(status).to.equal(400)
      expect(body.message).to.contain(`${alpha.accounts[0]!} on ${alpha.slug} is not connected to ${beta.slug}`)
    })

    for (const [change, error] of [
      [{ payloadLength: 5001 }, "PayloadTooLarge"],
      [{ msgGasLimit: (2n ** 255n).toString() }, "Panic"],
    ] as const) {
      it(`says why the contract refuses ${Object.entries(change).join(" ")}`, async () => {
        const { status, body } = await api("/v1/estimate-min-fees", { ...query(), ...change })
        expect(status).to.equal(400)
        expect(body.message).to.contain(error)
      })
    }

    it("answers as the public one without a key, without /v1, with the key in another header, and fees without a length", async () => {
      const fees = new URLSearchParams(
        Object.entries(query()).map(([name, value]): [string, string] => [name, String(value)]),
      )
      const ask = async (path: string, headers: Record<string, string> = {}) => {
        const response = await fetch(`${devnet.messaging.baseUrl}${path}`, { headers })
        return { status: response.status, result: ((await response.json()) as { result?: unknown }).result }
      }
      const sent = `messages-from-tx?srcChainSlug=${alpha.slug}&srcTxHash=${txHash}`
      const keyed = await ask(`/v1/${sent}`, { "API-KEY": devnet.messaging.apiKey })
      expect(keyed).to.have.nested.property("result.length")
      expect(await ask(`/${sent}`)).to.deep.equal(keyed)
      expect(await ask(`/${sent}`, { "API-KEY": "another" })).to.include({ status: 401 })
      fees.set("payloadLength", "0")
      const empty = await ask(`/v1/estimate-min-fees?${fees.toString()}`)
      fees.delete("payloadLength")
      expect(await ask(`/estimate-min-fees?${fees.toString()}`)).to.deep.equal(empty)
      expect(empty.status).to.equal(200)
    })

    for (const name of ["srcPlug", "srcChainSlug", "dstChainSlug", "msgGasLimit"] as const) {
      it(`names ${name} when it is missing`, async () => {
        const rest = Object.fromEntries(Object.entries(query()).filter(([key]) => key !== name))
        const { status, body } = await api("/v1/estimate-min-fees", rest)
        expect(status).to.equal(400)
        expect(body).to.deep.equal({ status: "ERROR", code: "BAD_REQUEST", message: `missing field : ${name}` })
      })
    }
  })

  for (const key of ["", "devnet", "a key of its oww", "a key of its own!"]) {
    it(`refuses the API key "${key}"`, async () => {
      const { status, body } = await api("/v1/messages-from-tx", { srcChainSlug: alpha.slug, srcTxHash: txHash }, key)
      expect(status).to.equal(401)
      expect(body.code).to.equal("UNAUTHORIZED")
    })
  }

  it("names a chain that it does not know, and those that it does", async () => {
    const { status, body } = await api("/v1/messages-from-tx", { srcChainSlug: 1, srcTxHash: txHash })
    expect(status).to.equal(400)
    expect(body.message).to.contain("no chain 1 here").and.contain(String(beta.slug))
  })

  it("lists everything it serves at its root", async () => {
    const index = (await (await fetch(devnet.url)).json()) as {
      chains: { name: string; market: object }[]
      gateway: object
      apis: object
    }
    const { market, ...chain } = index.chains.find(({ name }) => name === "beta")!
    expect(chain).to.deep.equal({
      name: "beta",
      chainId: beta.chainId,
      slug: beta.slug,
      rpc: "/rpc/beta",
      contracts: beta.contracts,
    })
    expect(market).to.include.keys("router", "tokens", "dexes", "bridges")
    expect(devnet.market.beta).to.deep.include(market)
    expect(index.gateway).to.deep.equal({
      name: "gateway",
      chainId: 41000,
      slug: 41000,
      rpc: "/rpc/gateway",
      contracts: devnet.gateway.chain.contracts,
    })
    expect(index.apis).to.deep.equal({ messaging: "/messaging", gateway: "/gateway", swap: "/swap" })
  })

  it("answers 404 anywhere else, with a pointer to the root", async () => {
    const response = await fetch(`${devnet.url}/nowhere`)
    expect(response.status).to.equal(404)
    expect(await response.text()).to.contain("GET /")
  })
})
