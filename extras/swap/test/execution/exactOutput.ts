import { expect } from "chai"
import { after, before, describe, it } from "mocha"
import { decodeFunctionData, erc20Abi, type Hex, parseAbi } from "viem"

import { executeRoute } from "#extras/swap/src/execution/executeRoute.js"
import type { QuoteRoute } from "#extras/swap/src/types.js"
import {
  createExecutionWorld,
  type ExecutionWorld,
  type Offered,
  usdcToEth,
  withQuotes,
} from "#extras/swap/test/fixtures/executionWorld.js"
import { zeroHash } from "#src/primitives/address.js"
import { failure } from "#test/fixtures/failure.js"

const outputAmount = 4_000_000_000_000_000n

describe("a swap whose output was asked for", () => {
  let world: ExecutionWorld
  before(async () => {
    world = await createExecutionWorld()
  })
  after(() => world[Symbol.asyncDispose]())

  /** The same swap, with the output given in place of the input. */
  async function exactly(offered: Offered, more: object = {}): Promise<Offered> {
    const request = {
      ...offered.request,
      inputAmount: undefined,
      quoteType: "EXACT_OUTPUT" as const,
      outputAmount,
      ...more,
    }
    const quote = await world.client.getQuote(request)
    return { ...offered, request, quote, route: quote.routes[0] as QuoteRoute }
  }

  for (const [crosses, asked] of [
    ["on another chain", usdcToEth],
    ["on its chain", { amount: "10", of: "usdc", into: "weth" }],
  ] as const) {
    it(`pays at least that ${crosses}, takes what was quoted, and no more than is allowed`, async () => {
      const trader = await world.trader("local")
      const to = crosses === "on its chain" ? { to: world.alpha } : {}
      const offered = await exactly(await trader.offered({ ...asked, ...to }))
      const { route, quote } = offered
      const taken = route.input!.amount
      expect([quote.quoteType, route.output.minAmountOut]).to.deep.equal(["EXACT_OUTPUT", outputAmount])
      expect(quote.routes.filter(({ routeTags }) => routeTags.includes("MIN_INPUT"))).to.have.length(1)
      // Not much more than was asked for: the input was solved.
      expect(Number(route.output.amount - outputAmount) / Number(outputAmount)).to.be.within(0, 0.001)

      const refused = await failure(executeRoute({ ...offered, maxInput: taken - 1n }))
      expect(refused.facts["reason"]).to.equal("ABOVE_MAX_INPUT")
      expect(await trader.transactions()).to.equal(0)

      const before = await tokens(trader.address, world.tokenOf("usdc"))
      const done = await executeRoute({ ...offered, maxInput: taken })
      expect(done.route.status).to.equal("COMPLETED")
      expect(before - (await tokens(trader.address, world.tokenOf("usdc")))).to.equal(taken)
      expect(done.route.destination.output[0]!.amount >= outputAmount).to.equal(true)
      // The record has the request as it was made, so that the same call finds its end.
      expect((await executeRoute({ ...offered, maxInput: taken })).hash).to.equal(done.hash)
    })
  }

  it("counts the fee of another account in the input, and offers the route that takes the least first", async () => {
    const trader = await world.trader("local")
    const plain = await exactly(await trader.offered({ ...usdcToEth, to: world.alpha, includeProvider: undefined }))
    const inputs = plain.quote.routes.map(({ input }) => input!.amount)
    expect(inputs.length).to.be.greaterThan(1)
    expect(inputs[0]).to.equal(inputs.reduce((least, each) => (each < least ? each : least)))
    expect(plain.quote.input?.amount).to.equal(inputs[0])
    const { route } = await exactly(plain, { feeBps: 100, feeTakerAddress: trader.address })
    const more = Number(route.input!.amount) / Number(inputs[0])
    expect(more).to.be.within(1.0095, 1.0105)
  })

  it("is not quoted anew for a larger input than was agreed to without a question", async () => {
    const trader = await world.trader("local")
    const offered = await exactly(await trader.offered(usdcToEth))
    const expired = { ...offered.route, expiresAt: 1 }
    const dearer = withQuotes(world.client, (quote) => quote)
    const cheap = {
      ...expired,
      input: { ...expired.input!, amount: expired.input!.amount - 1n },
      approval: { ...expired.approval!, amount: 1n },
    }
    const error = await failure(
      executeRoute({
        ...offered,
        client: dearer,
        quote: undefined,
        route: cheap,
        acceptUndecoded: true,
        routers: {},
        requote: true,
        maxInput: 10n ** 9n,
      }),
    )
    expect([error.code, error.facts["reason"]]).to.deep.equal(["ROUTE_REFUSED", "CALL_CHANGED"])
    expect(error.message).to.match(/it takes \d+ in place of \d+/)
  })

  it("has no route if no input is enough", async () => {
    const trader = await world.trader("local")
    const { quote } = await exactly(await trader.offered(usdcToEth), { outputAmount: 10n ** 30n })
    expect(quote.routes).to.deep.equal([])
  })

  async function tokens(account: `0x${string}`, address: `0x${string}`): Promise<bigint> {
    return await world.alpha.publicClient.readContract({
      address,
      abi: erc20Abi,
      functionName: "balanceOf",
      args: [account],
    })
  }
})

describe("a payload at the destination", () => {
  let world: ExecutionWorld
  before(async () => {
    world = await createExecutionWorld()
  })
  after(() => world[Symbol.asyncDispose]())

  const receiver = "0x00000000000000000000000000000000000c0de1"
  /** Logs what it is called with; it reverts as long as its slot 0 is set. */
  const logging = "0x5f54600d57365f5f37365fa0005b5f5ffd"
  const abi = parseAbi([
    "function executeData(bytes32 requestHash, uint256[] amounts, address[] tokens, bytes callData) payable",
  ])

  for (const where of ["on another chain", "on its chain"] as const) {
    it(`is executed ${where} by its receiver, which has the tokens by then, and told by the status`, async () => {
      const to = where === "on its chain" ? world.alpha : world.beta
      await to.testClient.setCode({ address: receiver, bytecode: logging })
      await to.testClient.setStorageAt({ address: receiver, index: 0, value: zeroHash.replace(/0$/, "1") as Hex })
      const trader = await world.trader("local")
      const payload = { receiverAddress: receiver, destinationPayload: "0x1234" as const, destinationGasLimit: 90_000n }
      const offered = await trader.offered({ ...usdcToEth, includeProvider: undefined, to, ...payload })
      // Every word of the calldata is decoded: the payload's hash too.
      const { quoteId } = await executeRoute({ ...offered, acceptUndecoded: false })
      const status = async () => await world.client.getStatus({ quoteId })
      expect(await status()).to.include({ status: "COMPLETED", isDestPayloadExecuted: false })

      await to.testClient.setStorageAt({ address: receiver, index: 0, value: zeroHash })
      let read = await status()
      while (read.isDestPayloadExecuted !== true) read = await status()
      const logs = await to.publicClient.getLogs({ address: receiver, fromBlock: 0n })
      expect(logs).to.have.length(1)
      const { args } = decodeFunctionData({ abi, data: logs[0]!.data })
      const { token, amount } = read.destination.output[0]!
      expect(args).to.deep.equal([quoteId, [amount], [token.address], "0x1234"])
    })
  }

  it("is refused where nothing could be called, and its gas without it", async () => {
    const trader = await world.trader("local")
    const { request } = await trader.offered(usdcToEth)
    for (const [more, says] of [
      [{ destinationPayload: "0x12" }, "destinationPayload: receiverAddress has no code on beta"],
      [{ destinationGasLimit: 5n }, "destinationGasLimit: at most"],
      [{ destinationPayload: "0x12", destinationGasLimit: 10n ** 9n }, "destinationGasLimit: at most"],
    ] as const) {
      expect((await failure(world.client.getQuote({ ...request, ...more }))).message).to.contain(says)
    }
  })
})

describe("a quote of the devnet", () => {
  let world: ExecutionWorld
  before(async () => {
    world = await createExecutionWorld()
  })
  after(() => world[Symbol.asyncDispose]())

  it("has routes of every way to pay that was asked for, each with its own", async () => {
    const trader = await world.trader("local")
    const { request } = await trader.offered(usdcToEth)
    const quote = await world.client.getQuote({ ...request, userOps: ["tx", "deposit"], refundAddress: trader.address })
    const kinds = quote.routes.map(({ userOp, txData, deposit }) =>
      [userOp, txData !== null, deposit !== null].join(" "),
    )
    expect([...new Set(kinds)]).to.have.members(["tx true false", "deposit false true"])
    const exchange = { ...request, userOps: "tx,cex-withdraw" } as const
    expect((await failure(world.client.getQuote(exchange))).message).to.contain("userOps: there is no exchange here")
  })

  it("refuses by name what the market does nothing with, and takes it where it asks for nothing", async () => {
    const trader = await world.trader("local")
    const { request } = await trader.offered(usdcToEth)
    for (const more of [
      { refuel: true },
      { contractCaller: trader.address },
      { simulatedQuotesRequired: true },
      { includeQuoteRejections: true },
      { exchange: "some" },
    ]) {
      const error = await failure(world.client.getQuote({ ...request, ...more }))
      expect(error.code).to.equal("REQUEST_REFUSED")
      expect(error.message).to.contain(`${Object.keys(more)[0]}: this market does nothing with it`)
    }
    const none = { refuel: false, simulatedQuotesRequired: false, includeQuoteRejections: false }
    expect((await world.client.getQuote({ ...request, ...none })).routes).to.not.have.length(0)
  })
})
