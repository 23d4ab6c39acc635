import { expect } from "chai"
import { createHardhatRuntimeEnvironment } from "hardhat/hre"
import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"
import type { NetworkConnection } from "hardhat/types/network"
import { after, before, describe, it } from "mocha"

import hardhatPlugs from "#src/index.js"
import { devnetApiUrl } from "#src/plugin/config/resolvePlugs.js"
import type { GetQuoteParameters, RouteJournal, RouteStep } from "#src/swap/index.js"
import { temporaryProject } from "#test/fixtures/commands/hardhatCommand.js"
import { deepIt } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import { answerJson, startHostileServer } from "#test/fixtures/servers/hostileServer.js"
import { createRewritingApi } from "#test/fixtures/servers/rewritingApi.js"
import { createSwapWorld, type SwapWorld } from "#test/fixtures/worlds/swap/swapWorld.js"

describe("connection.plugs.swap", function () {
  let world: SwapWorld
  let hre: HardhatRuntimeEnvironment
  let alpha: NetworkConnection
  let project: Awaited<ReturnType<typeof temporaryProject>>
  let terms: Omit<GetQuoteParameters, "userOps" | "originChainId" | "destinationChainId">
  let request: GetQuoteParameters

  before(async () => {
    ;[world, project] = await Promise.all([createSwapWorld(), temporaryProject()])
    const plugs = { devnet: { port: Number(new URL(world.devnet.url).port) } }
    hre = await createHardhatRuntimeEnvironment({ plugins: [hardhatPlugs], plugs }, {}, project.path)
    alpha = await hre.network.create("alpha")
    terms = {
      inputToken: world.tokenOf("usdc"),
      outputToken: world.tokenOf("usdc"),
      inputAmount: 5_000_000n,
      userAddress: world.user,
      receiverAddress: world.user,
      slippage: "0.5",
      includeProvider: ["pool"],
    }
    request = { ...terms, userOps: "tx", originChainId: 41001, destinationChainId: 41002 }
  })
  after(async () => {
    await alpha.close()
    await world[Symbol.asyncDispose]()
    await project[Symbol.asyncDispose]()
  })

  it("quotes from its own chain, with the destination by name", async () => {
    const quote = await alpha.plugs.swap.getQuote({ ...terms, destinationChainId: "beta" })
    expect(quote).to.include({ originChainId: 41001, destinationChainId: 41002 })
    expect(quote.routes).to.have.length.above(0)
    const error = await failure(alpha.plugs.swap.getQuote({ ...terms, destinationChainId: "betta" }))
    expect(error.message).to.match(/^Argument "destinationChainId": .*"betta"/)
  })

  it("quotes a withdrawal from an exchange, which begins on no chain, unless one is given", async () => {
    await using api = await startHostileServer(answerJson({ success: false, message: "not here" }))
    const plugs = { swap: { baseUrl: `${api.url}/swap`, apiKey: "k", affiliate: "a" } }
    const own = await createHardhatRuntimeEnvironment({ plugins: [hardhatPlugs], plugs }, {}, project.path)
    const connection = await own.network.create("alpha")
    const { swap } = connection.plugs
    const withdrawal = { ...terms, userOps: "cex-withdraw", destinationChainId: "beta" } as const
    for (const parameters of [
      { ...terms, destinationChainId: "beta" },
      withdrawal,
      { ...withdrawal, originChainId: "beta" },
    ]) {
      await failure(swap.getQuote(parameters))
    }
    const asked = api.requests.map(({ path }) => new URL(path, api.url).searchParams)
    expect(asked.map((query) => [query.get("userOps"), query.get("originChainId")])).to.deep.equal([
      ["tx", "41001"],
      ["cex-withdraw", null],
      ["cex-withdraw", "41002"],
    ])
    await connection.close()
  })

  it("lists what can be swapped, with chains by name", async () => {
    const { swap } = alpha.plugs
    expect(Object.keys(await swap.listTokens({ chainIds: ["beta"] }))).to.deep.equal(["41002"])
    expect(Object.keys(await swap.listTokens({ chainIds: "alpha,41002" }))).to.deep.equal(["41001", "41002"])
    expect(Object.keys((await swap.searchTokens({ q: "SPARK" })).tokens)).to.have.length.above(0)
    expect((await swap.getSupportedChains()).map(({ chainId }) => chainId)).to.deep.equal([41001, 41002])
    expect((await swap.getProviders()).bridges.map(({ providerId }) => providerId)).to.include("pool")
  })

  it("finds a token of its chain, as the chain describes it", async () => {
    const found = { chainId: 41001, symbol: "USDC", decimals: 6, address: world.tokenOf("usdc") }
    expect(await alpha.plugs.swap.findToken({ token: "usdc" })).to.deep.equal(found)
    expect(await alpha.plugs.swap.findToken({ token: found.address })).to.deep.equal(found)
    expect((await failure(alpha.plugs.swap.findToken({ token: "NOPE" }))).message).to.match(
      /^Argument "token": .*"NOPE"/,
    )
  })

  it("allows the contracts of the configuration, unless others are given", async () => {
    const { swap } = alpha.plugs
    const quote = await swap.getQuote(request)
    const route = quote.routes[0]!
    const other = [world.tokenOf("usdt")]
    const refused = await failure(swap.executeRoute({ route, request, quote, allowedTargets: other }))
    expect(refused.facts).to.include({ reason: "TARGET_NOT_ALLOWED", asked: other[0] })
  })

  deepIt("executes a route as its first account, once, however often it is called", async () => {
    const { swap } = alpha.plugs
    const owned = await world.balanceOf(world.alpha, "usdc")
    const quote = await swap.getQuote(request)
    const [route] = quote.routes
    const first = await swap.executeRoute({ route: route!, request, quote })
    const looked: string[] = []
    const destinationClient = () => {
      looked.push("at the destination that is given")
      return Promise.resolve(undefined)
    }
    const again = await swap.executeRoute({ route: route!, request, quote, destinationClient })
    expect(again.hash).to.equal(first.hash)
    const own = new Error("it is my own")
    const journal = new Proxy({} as RouteJournal, { get: () => () => Promise.reject(own) })
    const recorded = swap.executeRoute({ route: route!, request, quote, journal })
    expect(await recorded.catch((error: unknown) => error), "what is recorded elsewhere").to.equal(own)
    expect([first.payout, again.payout, looked]).to.deep.equal([
      "seen",
      "not looked",
      ["at the destination that is given"],
    ])
    expect(owned - (await world.balanceOf(world.alpha, "usdc"))).to.equal(5_000_000n)

    const { quoteId } = first
    expect((await swap.getStatus({ quoteId })).status).to.equal("COMPLETED")
    expect((await swap.waitForRoute({ quoteId })).origin.txHash).to.equal(first.hash)
    const states: string[] = []
    for await (const { state } of swap.watchRoute({ srcTxHash: first.hash })) states.push(state)
    expect(states).to.deep.equal(["COMPLETED"])
    const step = await new Promise<RouteStep>((resolve, reject) => swap.onRoute({ quoteId }, resolve, reject))
    expect(step.state).to.equal("COMPLETED")

    for (const id of [quoteId, first.hash]) {
      const { verdict, causes, events } = await swap.explainSwap({ id })
      expect([verdict, causes], id).to.deep.equal(["delivered", []])
      expect(new Set(events.map(({ place }) => place)), id)
        .to.include("alpha")
        .and.to.include("beta")
    }
    // Neither a chain that is not configured nor one in this process is read.
    const [port, beta] = [Number(new URL(world.devnet.url).port), { type: "edr-simulated", chainId: 41002 } as const]
    for (const { problem, ...config } of [
      {
        plugs: { devnet: { port, chains: ["alpha", { name: "other", chainId: 999 }] } },
        problem: "it is not in plugs.chains",
      },
      { plugs: { devnet: { port } }, networks: { beta }, problem: "no URL of the network beta is known" },
    ]) {
      const other = await createHardhatRuntimeEnvironment({ plugins: [hardhatPlugs], ...config }, {}, project.path)
      const connection = await other.network.create("alpha")
      const { verdict, causes } = await connection.plugs.swap.explainSwap({ id: quoteId })
      expect([verdict, causes.map(({ name }) => name)]).to.deep.equal(["unknown", ["destination-unread"]])
      expect(causes[0]?.says).to.contain(problem)
      await connection.close()
    }
  })

  it("leaves the account what the API asks it to own for gas on the chain where a swap begins, or what is given", async () => {
    const port = Number(new URL(world.devnet.url).port)
    const tooMuch = 10n ** 30n
    await using api = await createRewritingApi(devnetApiUrl(port, "swap"), (_path, text) => {
      if (!text.includes("minNativeCurrencyForGas")) return text
      return text.replaceAll(/"chainId":41002.*?"minNativeCurrencyForGas":"\d+"/g, (chain) =>
        chain.replace(/"\d+"$/, `"${String(tooMuch)}"`),
      )
    })
    const plugs = { devnet: { port }, swap: { baseUrl: api.url } }
    const own = await createHardhatRuntimeEnvironment({ plugins: [hardhatPlugs], plugs }, {}, project.path)
    const refusedOn = async (origin: "alpha" | "beta", minNativeCurrencyForGas?: bigint) => {
      const connection = await own.network.create(origin)
      const { swap } = connection.plugs
      const [originChainId, destinationChainId] = origin === "alpha" ? [41001, 41002] : [41002, 41001]
      const inputToken = (await swap.findToken({ token: "usdc" })).address
      const other = { ...request, originChainId, destinationChainId, inputToken }
      const quote = await swap.getQuote(other)
      const error = await failure(
        swap.executeRoute({ route: quote.routes[0]!, request: other, quote, minNativeCurrencyForGas }),
      )
      await connection.close()
      return [error.code, error.next?.includes(String(tooMuch))]
    }
    // Alpha asks for less than the account owns.
    expect(await refusedOn("beta")).to.deep.equal(["INSUFFICIENT_BALANCE", true])
    expect(await refusedOn("alpha", tooMuch)).to.deep.equal(["INSUFFICIENT_BALANCE", true])
  })
})
