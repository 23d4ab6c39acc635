import { expect } from "chai"
import { after, before, describe, it } from "mocha"

import { type Devnet, startDevnet } from "#src/devnet/index.js"

describe("a path that an API of the devnet once had", () => {
  let devnet: Devnet
  before(async () => {
    devnet = await startDevnet()
  })
  after(() => devnet.stop())

  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(`${devnet.url}${path}`, init)
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }

  for (const [path, successor] of [
    ["/swap/api/v1/bungee/quote", "version 1 is not served; GET /v3/swap/quote is"],
    ["/swap/api/v1/bungee/submit", "version 1 is not served; GET /v3/swap/quote is"],
    ["/swap/api/v1/bungee/status", "version 1 is not served; GET /v3/swap/status is"],
    ["/swap/api/v1/tokens/search", "version 1 is not served; GET /v3/swap/tokens/search is"],
    ["/swap/v2/quote", "version 2 is not served; GET /v3/swap/quote is"],
    ["/swap/v2/bridge-status", "version 2 is not served; GET /v3/swap/status is"],
    ["/swap/v2/token-lists/from-token-list", "version 2 is not served; GET /v3/swap/tokens/list is"],
    ["/swap/v2/supported/chains", "version 2 is not served; GET /v3/swap/supported-chains is"],
    ["/swap/v2/approval/build-tx", "version 2 is not served; GET /v3/swap/quote is"],
    ["/swap/quote", "this path is not served; GET /v3/swap/quote is"],
    ["/swap/v3/quote", "this path is not served; GET /v3/swap/quote is"],
    ["/swap/v3/swap/quote/stream", "a stream of routes is not served here; GET /v3/swap/quote is"],
  ] as const) {
    it(`names its successor in the API's own shape: ${path}`, async () => {
      for (const init of [{}, { method: "POST" }, { method: "POST", body: "a=1" }]) {
        const { status, body } = await ask(`${path}?fromChainId=1`, init)
        expect([status, body["success"], body["statusCode"]]).to.deep.equal([404, false, 404])
        expect(body["message"]).to.contain(successor)
        expect(body).to.not.have.any.keys("jsonrpc", "error")
      }
    })
  }

  it("says of activate that it is not served and not needed, whatever is posted", async () => {
    const { status, body } = await ask(`/swap/v3/swap/quote/0x${"11".repeat(32)}/activate`, { method: "POST" })
    expect([status, body["success"]]).to.deep.equal([404, false])
    expect(body["message"]).to.match(/^activate is not served here, and not needed/)
  })

  it("names it in the messaging API and in the gateway API too", async () => {
    const fees = await ask("/messaging/estimate-fees?integrationType=FAST")
    expect(fees.body).to.include({ status: "ERROR", code: "NOT_FOUND" })
    expect(fees.body["message"]).to.contain("GET /v1/estimate-min-fees")
    const details = await ask("/gateway/v1/getDetailsByTxHash")
    expect(details.status).to.equal(404)
    expect(details.body["error"]).to.contain("GET /getDetailsByTxHash")
  })

  it("is any path with one slash more, which is answered as the one that was meant", async () => {
    for (const path of [
      "/swap/v3/swap/supported-chains/",
      "/swap//v3/swap/supported-chains",
      "/swap/v3/swap/quote/stream/",
    ]) {
      const { body } = await ask(path)
      expect(body["message"] ?? null, path).to.match(/^(null|a stream)/)
      expect(body, path).to.have.property("success", !path.includes("stream"))
    }
    expect((await ask("/messaging//")).body).to.include({ status: "ERROR" })
    expect(
      (
        await ask("/rpc/alpha/", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}',
        })
      ).status,
    ).to.equal(200)
  })

  it("leaks no envelope of JSON-RPC out of an API, where a body is refused", async () => {
    const post = { method: "POST", body: "a=1" }
    expect((await ask("/swap/v3/swap/quote", post)).body).to.deep.include({ success: false, statusCode: 415 })
    expect((await ask("/gateway/getAddresses", post)).body).to.have.all.keys("error")
    expect((await ask("/messaging/v1/messages-from-tx", post)).body).to.have.all.keys("status", "code", "message")
    expect((await ask("/rpc/alpha", post)).body).to.have.property("jsonrpc", "2.0")
  })

  it("is answered to no page of another origin", async () => {
    expect((await ask("/swap/v2/quote", { headers: { origin: "https://other.example" } })).status).to.equal(403)
  })
})

describe("a parameter that an API of the devnet does not know", () => {
  let devnet: Devnet
  before(async () => {
    devnet = await startDevnet()
  })
  after(() => devnet.stop())

  const headers = { "x-api-key": "devnet", affiliate: "devnet" }
  const refusal = async (path: string) => {
    const response = await fetch(`${devnet.url}${path}`, { headers })
    const { message, error } = (await response.json()) as { message?: string; error?: string }
    return `${response.status} ${message ?? error ?? ""}`
  }
  const hash = `0x${"11".repeat(32)}`

  for (const [path, says] of [
    ["/swap/v3/swap/quote?inputAmout=1", /^400 inputAmout: .*Did you mean inputAmount\?/],
    ["/swap/v3/swap/status?quoteID=1&quoteId=1", /^400 quoteID: .*Did you mean quoteId\?/],
    ["/swap/v3/swap/tokens/list?chainIDs=1", /^400 chainIDs: /],
    ["/swap/v3/swap/tokens/search?q=USDC&limit=5", /^400 limit: .*Known are q, userAddress, address/],
    ["/swap/v3/swap/providers?deposit=1", /^400 deposit: /],
    ["/swap/v3/swap/supported-chains?chainIds=1", /^400 chainIds: .*There is none/],
    [`/messaging/v1/messages-from-tx?srcChainSlug=41001&srcTxHash=${hash}&page=2`, /^400 page: /],
    ["/messaging/v1/estimate-min-fees?dstValue=1", /^400 .*dstValue: /],
    [`/gateway/getDetailsByTxHash?txHash=${hash}&full=1`, /^400 full: /],
    [`/gateway/timeout?txHash=${hash}&status=RESOLVED`, /^400 status: /],
    [
      `/gateway/getForwarderAddress?onChainAddress=${hash.slice(0, 42)}&chainSlug=41001&contractId=1`,
      /^400 contractId: /,
    ],
  ] as const) {
    it(`is named by ${path.split("?")[0]}`, async () => {
      expect(await refusal(path)).to.match(says)
    })
  }

  it("is refused by its name too where one value is taken and two are given, and the last does not win", async () => {
    for (const [path, name] of [
      [`/swap/v3/swap/status?srcTxHash=${hash}&srcTxHash=${hash}`, "srcTxHash"],
      ["/swap/v3/swap/providers?includeDepositRoutes=true&includeDepositRoutes=false", "includeDepositRoutes"],
      [`/messaging/v1/messages-from-tx?srcChainSlug=41001&srcChainSlug=41002&srcTxHash=${hash}`, "srcChainSlug"],
      ["/gateway/getAddresses?chainSlug=41001&chainSlug=41002", "chainSlug"],
    ] as const) {
      expect(await refusal(path)).to.match(new RegExp(`^400 .*${name}: more than one value`))
    }
  })
})
