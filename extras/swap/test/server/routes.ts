import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"

import { type SwapBackend, swapRoutes } from "#extras/swap/src/server/routes.js"
import { runs } from "#test/fixtures/depth.js"
import { quoteId, usdc, user } from "#test/fixtures/wire/swapRoutes.js"

const credentials = { "x-api-key": "a key", affiliate: "a name" }

const query: Readonly<Record<string, string>> = {
  userOps: "tx",
  originChainId: "41001",
  destinationChainId: "41002",
  inputToken: usdc,
  outputToken: usdc,
  inputAmount: "1000",
  userAddress: user,
  receiverAddress: user,
}

type Answer = { status: number; body: Record<string, unknown>; requestId: string | null }

/** The devnet's swap API over a backend that a test provides, without a socket. */
function openSwap(world: Partial<SwapBackend> = {}) {
  const app = swapRoutes({
    apiKey: credentials["x-api-key"],
    affiliate: credentials.affiliate,
    quote: () => Promise.resolve({ routes: [] }),
    status: () => Promise.resolve(undefined),
    tokens: (request) => Promise.resolve(request),
    chains: [{ chainId: 41001 }],
    providers: (includeDepositRoutes) => ({ includeDepositRoutes }),
    ...world,
  })
  return async (
    route: string,
    parameters: Readonly<Record<string, string>> = {},
    headers: Readonly<Record<string, string>> = credentials,
  ): Promise<Answer> => {
    const search = new URLSearchParams(parameters).toString()
    const response = await app.request(`/v3/swap${route}?${search}`, { headers })
    const body = (await response.json()) as Record<string, unknown>
    return { status: response.status, body, requestId: response.headers.get("server-req-id") }
  }
}

describe("the devnet's swap API", () => {
  it("answers a quote in its envelope", async () => {
    const { status, body } = await openSwap()("/quote", query)
    expect(status).to.equal(200)
    expect(body).to.deep.equal({ success: true, statusCode: 200, result: { routes: [] }, message: null })
  })

  it("gives a quote the URL of the status endpoint that belongs to it", async () => {
    const quote: SwapBackend["quote"] = (_, statusEndpoint) => Promise.resolve({ statusEndpoint })
    const { body } = await openSwap({ quote })("/quote", query)
    expect(body["result"]).to.deep.equal({ statusEndpoint: "http://localhost/v3/swap/status" })
  })

  it("forbids quotes to a wrong key, whichever header has it, and answers everything else, and requests without one", async () => {
    const get = openSwap({ status: () => Promise.resolve({ quoteId }) })
    for (const headers of [
      { "api-key": "" },
      { affiliate: "a name", "API-KEY": "devnet" },
      { ...credentials, "x-api-key": "a kez" },
    ]) {
      const { status, body } = await get("/quote", query, headers)
      expect(status).to.equal(403)
      expect(body).to.deep.equal({ message: "Forbidden" })
    }
    expect((await get("/quote", query, {})).status).to.equal(200)
    expect((await get("/status", { quoteId }, {})).status).to.equal(200)
    for (const route of ["/tokens/list", "/supported-chains", "/providers"]) {
      expect((await get(route, {}, {})).status).to.equal(200)
    }
  })

  it("refuses quotes to a wrong affiliate", async () => {
    for (const headers of [{ affiliate: "" }, { ...credentials, affiliate: "another" }]) {
      const { status, body } = await openSwap()("/quote", query, headers)
      expect(status).to.equal(401)
      expect(body).to.include({ success: false, statusCode: 401 })
    }
  })

  for (const name of Object.keys(query).filter((each) => each !== "userOps")) {
    it(`names ${name} when it is missing`, async () => {
      const rest = Object.fromEntries(Object.entries(query).filter(([given]) => given !== name))
      const { status, body } = await openSwap()("/quote", rest)
      expect(status).to.equal(400)
      expect(body).to.deep.equal({ success: false, statusCode: 400, message: `missing field : ${name}` })
    })
  }

  it("refuses the eight unsupported options and the names of version 2, and says what replaces each", async () => {
    const unsupported = [
      ...["singleTxOnly", "maxUserTxs", "uniqueRoutesPerBridge", "disableSwapping", "bridgeWithGas"],
      ...["bridgeWithInsurance", "isContractCall", "showAutoRoutes"],
    ]
    const former = ["fromChainId", "toChainId", "fromTokenAddress", "toTokenAddress", "fromAmount", "recipient"]
    const lists = ["feePercent", "includeDexes", "excludeDexes", "includeBridges", "excludeBridges"]
    for (const name of [...unsupported, ...former, ...lists]) {
      const { status, body } = await openSwap()("/quote", { ...query, [name]: "1" })
      expect(status, name).to.equal(400)
      expect(body["message"]).to.match(new RegExp(`^${name}: unsupported in version 3\\. \\S`))
    }
    for (const name of ["activeRouteId", "requestHash"]) {
      const { status, body } = await openSwap({ status: () => Promise.resolve({}) })("/status", {
        quoteId,
        [name]: "1",
      })
      expect(status, name).to.equal(400)
      expect(body["message"]).to.match(new RegExp(`^${name}: unsupported`))
    }
  })

  it("names the parameter of a fee, a refund or an account that is wrong", async () => {
    for (const [more, name] of [
      [{ refundAddress: user }, "refundAddress"],
      [{ feeBps: "5" }, "feeTakerAddress"],
      [{ feeTakerAddress: user }, "feeBps"],
      [{ receiverAddress: "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM" }, "receiverAddress"],
    ] as const) {
      const { status, body } = await openSwap()("/quote", { ...query, ...more })
      expect(status).to.equal(400)
      expect(body["message"]).to.match(new RegExp(`^${name}: `))
    }
  })

  it("reads lists with commas and repeated, and pays by a transaction where nothing is said", async () => {
    const quote: SwapBackend["quote"] = ({ userOps, includeProvider }) => Promise.resolve({ userOps, includeProvider })
    const app = swapRoutes({ ...credentials, apiKey: credentials["x-api-key"], quote } as unknown as SwapBackend)
    const ask = async (more: string) => {
      const rest = Object.fromEntries(Object.entries(query).filter(([name]) => name !== "userOps"))
      const search = `${new URLSearchParams({ ...rest, refundAddress: user }).toString()}&${more}`
      const response = await app.request(`/v3/swap/quote?${search}`, { headers: credentials })
      return ((await response.json()) as { result?: unknown }).result
    }
    for (const ways of ["userOps=tx,deposit", "userOps=tx&userOps=deposit", "userOps=tx&userOps=deposit,tx"])
      expect(await ask(ways), ways).to.deep.equal({ userOps: ["tx", "deposit"] })
    const providers = "userOps=deposit&includeProvider=pool&includeProvider=curve,desk"
    expect(await ask(providers)).to.deep.equal({ userOps: "deposit", includeProvider: ["pool", "curve", "desk"] })
    const { body } = await openSwap({ quote })("/quote", { ...query, userOps: "" })
    expect(body["result"]).to.deep.equal({ userOps: "tx" })
  })

  it("says why there can be no quote", async () => {
    const { status, body } = await openSwap({ quote: () => Promise.resolve({ problem: "no such token" }) })(
      "/quote",
      query,
    )
    expect(status).to.equal(400)
    const error = { code: "QUOTE_REFUSED", message: "no such token" }
    expect(body).to.deep.equal({
      success: false,
      statusCode: 400,
      message: { error: "Bad Request", details: { error } },
    })
  })

  it("answers 404 to an unknown route, and at an unknown path", async () => {
    const get = openSwap()
    for (const answer of [await get("/status", { quoteId }), await get("/nowhere")]) {
      expect(answer.status).to.equal(404)
      expect(answer.body).to.include({ success: false, statusCode: 404 })
      expect(answer.requestId).to.match(/\S/)
    }
  })

  it("answers 500 in the envelope when its backend fails", async () => {
    const get = openSwap({ status: () => Promise.reject(new Error("the chain is gone")) })
    const { status, body, requestId } = await get("/status", { quoteId })
    expect(status).to.equal(500)
    expect(body).to.deep.equal({ success: false, statusCode: 500, message: "the chain is gone" })
    expect(requestId).to.match(/\S/)
  })

  it("gives the providers without an envelope, those for deposits unless they are excluded", async () => {
    const get = openSwap()
    expect((await get("/providers")).body).to.deep.equal({ includeDepositRoutes: true })
    expect((await get("/providers", { includeDepositRoutes: "false" })).body).to.deep.equal({
      includeDepositRoutes: false,
    })
  })

  it("lists the trending tokens by default, and all tokens on request", async () => {
    const get = openSwap()
    expect((await get("/tokens/list")).body["result"]).to.deep.equal({ most: 3 })
    expect((await get("/tokens/list", { list: "full", chainIds: "41001,41002" })).body["result"]).to.deep.equal({
      chainIds: [41001, 41002],
    })
    expect((await get("/tokens/search", { q: "us", address: user })).body["result"]).to.deep.equal({
      tokens: { search: "us", user },
    })
  })

  it("answers any query with JSON, an expected status, and a new request id", async () => {
    const get = openSwap()
    const text = fc.oneof(fc.string(), fc.constantFrom(...Object.values(query), quoteId, "-1", "1e3", "0x"))
    const names = [
      ...Object.keys(query),
      "quoteId",
      "srcTxHash",
      "q",
      "list",
      "chainIds",
      "includeDepositRoutes",
      "slippage",
    ]
    const routes = ["/quote", "/status", "/tokens/search", "/tokens/list", "/supported-chains", "/providers"]
    const ids = new Set<string | null>()
    let requests = 0
    const property = fc.asyncProperty(
      fc.constantFrom(...routes),
      fc.dictionary(fc.constantFrom(...names), text),
      async (route, parameters) => {
        const { status, body, requestId } = await get(route, parameters)
        expect(status).to.be.oneOf([200, 400, 404])
        if (status !== 200) expect(body["message"]).to.be.a("string").and.not.equal("")
        ids.add(requestId)
        requests += 1
      },
    )
    await fc.assert(property, runs({ fast: 100 }))
    expect(ids.size).to.equal(requests)
  })
})
