import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { getAddress, parseUnits } from "viem"

import { lessSlippage } from "#extras/swap/src/market/quoting/pricePlan.js"
import type { QuoteRoute } from "#src/swap/index.js"
import { failure } from "#test/fixtures/failure.js"
import { createSwapWorld, type SwapRequest, type SwapWorld } from "#test/fixtures/worlds/swap/swapWorld.js"

const request: SwapRequest = { amount: "2000", of: "usdc", into: "weth" }

describe("a quote of the devnet's market", () => {
  let world: SwapWorld
  before(async () => {
    world = await createSwapWorld()
  })
  after(() => world[Symbol.asyncDispose]())

  const providersOf = ({ routeDetails }: QuoteRoute) => (routeDetails as unknown as { providers: string[] }).providers

  it("has routes that compete, over each bridge and each dex, the suggested one first", async () => {
    const routes = await world.quote(request)
    expect(routes.map(providersOf)).to.deep.include.members([
      ["press", "curve"],
      ["press", "desk"],
      ["pool", "curve"],
      ["pool", "desk"],
      ["curve", "pool"],
      ["desk", "pool"],
    ])
    expect(new Set(routes.map(({ quoteId }) => quoteId)).size).to.equal(routes.length)
    expect(routes[0]!.routeTags).to.include("SUGGESTED")
  })

  it("tags the route with the largest output and the fastest", async () => {
    const routes = await world.quote(request)
    const tagged = (tag: string) => routes.filter(({ routeTags }) => routeTags.includes(tag))
    const [largest, ...otherLargest] = tagged("MAX_OUTPUT")
    const [fastest, ...otherFastest] = tagged("FASTEST")
    expect([...otherLargest, ...otherFastest]).to.deep.equal([])
    for (const { output, estimatedTime } of routes) {
      expect(output.amount <= largest!.output.amount).to.equal(true)
      expect(estimatedTime!).to.be.at.least(fastest!.estimatedTime!)
    }
    expect(providersOf(fastest!)).to.include("pool")
    expect(providersOf(largest!)).to.include("press")
  })

  it("lets size decide between the dexes, because one's price moves and the other's does not", async () => {
    const onAlpha = { of: "usdc", into: "weth", to: world.alpha } as const
    const [small, large] = [
      await world.best({ ...onAlpha, amount: "100" }),
      await world.best({ ...onAlpha, amount: "50000" }),
    ]
    expect(providersOf(small)).to.deep.equal(["curve"])
    expect(providersOf(large)).to.deep.equal(["desk"])
    const impact = ({ routeDetails }: QuoteRoute) =>
      Number((routeDetails as unknown as { priceImpact: string }).priceImpact)
    const [curve] = await world.quote({ ...onAlpha, amount: "50000", excludeProvider: ["desk"] })
    expect(impact(large)).to.be.below(0.001)
    expect(impact(curve!)).to.be.within(4, 6)
  })

  it("has no route through a pool or a stock that is too small", async () => {
    const large = { amount: "600000", of: "usdc" } as const
    const routes = await world.quote({ ...large, into: "weth" })
    expect(routes.map(providersOf)).to.deep.equal([
      ["press", "curve"],
      ["curve", "pool"],
    ])
    expect((await world.quote({ ...large, into: "usdc" })).map(providersOf)).to.deep.equal([["press"]])
    expect(await world.quote({ ...request, inputAmount: 2n ** 256n - 1n })).to.deep.equal([])
  })

  it("guarantees exactly the output less the slippage", async () => {
    for (const slippage of ["0", "0.5", "0.000001", "33.333333333333333333", "50"]) {
      for (const { output, slippage: quoted } of await world.quote({ ...request, slippage })) {
        expect(quoted).to.equal(slippage)
        expect(output.minAmountOut).to.equal(lessSlippage(output.amount, slippage))
      }
    }
  })

  it("uses only providers that are included, of the kinds that are named", async () => {
    const routes = await world.quote({ ...request, includeProvider: ["pool"] })
    expect(routes.every((route) => providersOf(route).includes("pool"))).to.equal(true)
    expect(routes.some((route) => providersOf(route).includes("desk"))).to.equal(true)
    const narrow = await world.quote({ ...request, includeProvider: ["press", "desk"] })
    expect(narrow.map(providersOf)).to.deep.equal([["press", "desk"]])
  })

  it("uses no provider that is excluded", async () => {
    const routes = await world.quote({ ...request, excludeProvider: ["press", "desk"] })
    expect(routes.map(providersOf)).to.deep.equal([
      ["pool", "curve"],
      ["curve", "pool"],
    ])
    expect(await world.quote({ ...request, excludeProvider: ["press", "pool"] })).to.deep.equal([])
  })

  it("is valid for a minute of the origin's time", async () => {
    const { alpha } = world
    await world.pass(alpha, 5000)
    const { timestamp } = await alpha.publicClient.getBlock()
    const { expiresAt } = await world.best(request)
    expect(expiresAt - Number(timestamp)).to.be.within(60, 65)
  })

  const refusals: readonly (readonly [string, Partial<SwapRequest>])[] = [
    ["originChainId", { originChainId: 1 }],
    ["destinationChainId", { destinationChainId: 1 }],
    ["inputToken", { inputToken: getAddress("0x00000000000000000000000000000000000000aa") }],
    ["outputToken", { outputToken: getAddress("0x00000000000000000000000000000000000000aa") }],
    ["includeProvider", { includeProvider: ["nobody"] }],
    ["feeBps", { feeBps: 10_000, feeTakerAddress: getAddress("0x00000000000000000000000000000000000000fe") }],
    ["userOps", { userOps: "cex-withdraw" }],
  ]
  for (const [name, change] of refusals) {
    it(`names ${name} when it is invalid`, async () => {
      const error = await failure(world.quote({ ...request, ...change }))
      expect(error.code).to.equal("REQUEST_REFUSED")
      expect(error.message).to.contain(name)
    })
  }

  it("is refused for a token to itself, and for payments to the router", async () => {
    const same = await failure(world.quote({ ...request, into: "usdc", to: world.alpha }))
    expect(same.message).to.contain("outputToken")
    const { router } = world.devnet.market.beta
    expect((await failure(world.quote({ ...request, receiverAddress: router }))).message).to.contain("receiverAddress")
    const fee = { feeBps: 1, feeTakerAddress: router }
    expect((await failure(world.quote({ ...request, ...fee }))).message).to.contain("feeTakerAddress")
  })

  it("lists tokens with balances in strings, the most traded first", async () => {
    const { client, user, alpha, beta, send, best, reaches, balanceOf, tokenOf } = world
    const route = await best({ amount: "900", of: "spark", into: "usdc", to: alpha })
    await send(route)
    await reaches(route.quoteId, "COMPLETED")
    const full = await client.listTokens({ userAddress: user, list: "full", chainIds: [alpha.chainId] })
    expect(Object.keys(full)).to.deep.equal([String(alpha.chainId)])
    const spark = full[alpha.chainId]!.find(({ symbol }) => symbol === "SPARK")!
    expect(spark).to.deep.include({ balance: await balanceOf(alpha, "spark"), totalVolume: 45, trendingRank: 1 })
    expect(spark.balance).to.equal(parseUnits("100000", 18) - parseUnits("900", 18))
    expect(full[alpha.chainId]).to.have.length(5)
    const { [alpha.chainId]: trending, [beta.chainId]: others } = await client.listTokens()
    expect(trending!.map(({ symbol }) => symbol))
      .to.include("SPARK")
      .and.have.length(3)
    expect(others!).to.have.length(3)
    const { tokens } = await client.searchTokens({ q: tokenOf("usdt").toLowerCase(), userAddress: user })
    expect(tokens[beta.chainId]!.map(({ symbol, balance }) => [symbol, balance])).to.deep.equal([["USDT", 10n ** 11n]])
  })

  it("lists the chains and providers that quotes name", async () => {
    const { client, alpha, beta } = world
    const chains = await client.getSupportedChains()
    expect(chains.map(({ chainId }) => chainId)).to.deep.equal([alpha.chainId, beta.chainId])
    expect(chains[0]).to.deep.include({ dexes: ["curve", "desk"], bridges: ["pool", "press"] })
    const ids = async (includeDepositRoutes: boolean) => {
      const { bridges, dexes } = await client.getProviders({ includeDepositRoutes })
      return [bridges, dexes].map((providers) => providers.map(({ providerId }) => providerId))
    }
    expect(await ids(true)).to.deep.equal([
      ["pool", "press", "vault"],
      ["curve", "desk"],
    ])
    expect(await ids(false)).to.deep.equal([
      ["pool", "press"],
      ["curve", "desk"],
    ])
  })
})
