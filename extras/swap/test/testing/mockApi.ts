import { expect } from "chai"
import { describe, it } from "mocha"

import { createSwapClient, type RouteState, routeStates, waitForRoute, watchRoute } from "#src/swap/index.js"
import { mockApi } from "#src/testing/index.js"
import { collect } from "#test/fixtures/servers/messagingApi.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"

const quoteId = bytes32(9)
const user = "0x7777777777777777777777777777777777777777"
const token = "0x8888888888888888888888888888888888888888"
const request = {
  userOps: "tx",
  originChainId: 41001,
  destinationChainId: 41002,
  inputToken: token,
  outputToken: token,
  inputAmount: 10n,
  userAddress: user,
  receiverAddress: user,
} as const

describe("a mocked swap API", () => {
  it("leads a route from its quote to its end", async () => {
    using api = mockApi({
      swap: [
        { quotes: [[{ quoteId }]], destinationChainId: 41002 },
        { quoteId, states: ["PENDING", "IN_PROGRESS", { after: 120_000, status: "COMPLETED" }] },
      ],
    })
    const client = createSwapClient(api.swap)
    const { routes } = await client.getQuote(request)
    const [route] = routes
    expect(route).to.deep.include({ quoteId, userOp: "tx" })
    const done = await waitForRoute(client, { quoteId, statusCheck: route?.statusCheck })
    expect(done).to.deep.include({ status: "COMPLETED", isDestPayloadExecuted: true })
  })

  it("says of both sides and of the refund how far they have come, in every state", async () => {
    const states = Object.keys(routeStates) as RouteState[]
    using api = mockApi({ swap: [{ quoteId, states }] })
    const client = createSwapClient(api.swap)
    const seen: Record<string, unknown> = {}
    const sides = ({ origin, destination, refund }: Awaited<ReturnType<typeof client.getStatus>>): unknown[] =>
      [origin, destination, refund].map(
        (side) => side && [side.status, side.txHash !== null, "timestamp" in side && side.timestamp !== null],
      )
    for (const state of states) seen[state] = sides(await client.getStatus({ quoteId }))
    const [paid, waiting, failed] = [
      ["COMPLETED", true, true],
      ["PENDING", false, false],
      ["FAILED", false, false],
    ]
    const expired = ["EXPIRED", false, false]
    expect(seen).to.deep.equal({
      PENDING: [waiting, waiting, null],
      IN_PROGRESS: [paid, waiting, null],
      REFUNDING: [paid, failed, waiting],
      COMPLETED: [paid, paid, null],
      FAILED: [paid, failed, null],
      EXPIRED: [expired, expired, null],
      REFUNDED: [paid, failed, paid],
    })
  })

  it("refunds", async () => {
    using api = mockApi({ swap: [{ quoteId, states: ["IN_PROGRESS", "REFUNDING", "REFUNDED"] }] })
    const { items, error } = await collect(watchRoute(createSwapClient(api.swap), { quoteId }))
    expect(error).to.include({ code: "ROUTE_REFUNDED" })
    expect(items.map(({ state }) => state)).to.deep.equal(["IN_PROGRESS", "REFUNDING", "REFUNDED"])
  })

  it("lists tokens, chains and providers, and offers deposits", async () => {
    using api = mockApi({
      swap: [
        { tokens: [{ 41001: [{ symbol: "DAI", balance: 7n }] }] },
        { q: "usd", tokens: [{ 41002: [{ symbol: "USDC", decimals: 6 }] }] },
        { chains: [[{ chainId: 41001, name: "alpha" }]] },
        { providers: [{ bridges: ["mint"], dexes: [] }] },
        { userOps: "deposit", quotes: [[{ userOp: "deposit" }]], isBare: true },
      ],
    })
    const client = createSwapClient({ ...api.swap, onMalformed: (leftOut) => expect.fail(JSON.stringify(leftOut)) })
    expect((await client.listTokens())[41001]?.[0]).to.include({ symbol: "DAI", balance: 7n })
    const found = await client.searchTokens({ q: "usd" })
    expect(found.tokens[41002]?.[0]).to.include({ symbol: "USDC", decimals: 6 })
    expect((await client.getSupportedChains())[0]).to.include({ name: "alpha", isDepositEnabled: true })
    expect((await client.getProviders()).bridges[0]).to.include({ providerId: "mint" })
    const { routes } = await client.getQuote({ ...request, userOps: "deposit", refundAddress: user })
    expect(routes[0]?.deposit).to.include({ amount: 10n ** 18n })
  })
})
