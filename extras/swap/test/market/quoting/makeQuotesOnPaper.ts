import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, getAddress } from "viem"

import { marketContracts } from "#extras/swap/src/market/contracts.js"
import type { ReadUint } from "#extras/swap/src/market/createViewReader.js"
import { makeQuotes } from "#extras/swap/src/market/quoting/makeQuotes.js"
import { type MarketQuote, quoteIdOf } from "#extras/swap/src/market/quoting/quotes.js"
import type { QuoteQuery } from "#extras/swap/src/wire/querySchemas.js"
import { zeroHash } from "#src/primitives/address.js"
import { contract } from "#test/fixtures/wire/gatewayRecords.js"

const contracts = marketContracts(contract)
const chains = [41_001, 41_002].map((chainId) => ({ chainId, slug: chainId + 9_000, name: String(chainId) }))
const [user, receiver, taker] = [1, 2, 3].map((digit) => `0x${String(digit).repeat(40)}` as const)
const zero = `0x${"0".repeat(40)}` as const

const across = {
  ...{ userOps: "tx", originChainId: 41_001, destinationChainId: 41_002, inputAmount: 10_000n, slippage: "1" },
  ...{ inputToken: contracts.usdc, outputToken: contracts.weth, userAddress: user, receiverAddress: receiver },
}

type View = { readonly on: number; readonly of: Address; readonly name: string; readonly amount: unknown }

/** What the contracts answer: dexes give half, bridges a tenth less, and there is place for 9,000. */
function answerOf({ of, name, amount }: View): bigint | undefined {
  if (name === "messageFee") return 77n
  if (name === "available") return 9_000n
  const given = amount as bigint
  const isDex = [contracts.curve, contracts.desk].includes(of)
  return isDex ? given / 2n : (given * 9n) / 10n
}

type Answer = (view: View) => bigint | undefined

async function quotesFor(more: object, answer: Answer = answerOf): Promise<readonly MarketQuote[]> {
  const stateOf = ({ chainId }: { chainId: number }) => {
    const read: ReadUint = (of, _abi, name, args = []) =>
      Promise.resolve(answer({ on: chainId, of, name, amount: args.at(-1) }))
    return Promise.resolve({ time: 1_000 + chainId, read })
  }
  const query = { ...across, ...more } as unknown as QuoteQuery
  const quotes = await makeQuotes(query, { chains, contracts, stateOf } as never)
  if (!("map" in quotes)) throw new Error(quotes.problem)
  return quotes
}

/** The orders of the quotes over the given providers. */
async function ordersFor(more: object, answer?: Answer) {
  return (await quotesFor(more, answer)).map(({ order: { salt, ...order }, priced: { amountOut, messageFee } }) => {
    expect(salt).to.match(/^0x[0-9a-f]{64}$/)
    return { ...order, amountOut, messageFee }
  })
}
const viaPool = { includeProvider: ["pool", "desk"] }

describe("the order of a quote", () => {
  const order = {
    ...{
      user,
      receiver,
      refundTo: user,
      inputToken: contracts.usdc,
      inputAmount: 10_000n,
      outputToken: contracts.weth,
    },
    ...{ feeTaker: zero, feeAmount: 0n, deadline: 42_061n, messageFee: 77n, payloadHash: zeroHash },
  }

  it("trades before the bridge or after it, with the least that each step may give", async () => {
    const orders = await ordersFor(viaPool)
    expect(orders).to.have.deep.members([
      {
        ...{ ...order, originDex: zero, destinationDex: contracts.desk, bridge: contracts.pool, dstChainSlug: 50_002 },
        ...{ bridgedToken: contracts.usdc, minBridgedAmount: 10_000n, amountOut: 4_500n, minAmountOut: 4_455n },
      },
      {
        ...{ ...order, originDex: contracts.desk, destinationDex: zero, bridge: contracts.pool, dstChainSlug: 50_002 },
        ...{ bridgedToken: contracts.weth, minBridgedAmount: 4_950n, amountOut: 4_500n, minAmountOut: 4_455n },
      },
    ])
  })

  it("needs no bridge on one chain", async () => {
    expect(await ordersFor({ destinationChainId: 41_001, includeProvider: ["curve"] })).to.deep.equal([
      {
        ...{
          ...order,
          originDex: contracts.curve,
          destinationDex: zero,
          bridge: zero,
          dstChainSlug: 0,
          messageFee: 0n,
        },
        ...{ bridgedToken: zero, minBridgedAmount: 0n, amountOut: 5_000n, minAmountOut: 4_950n },
      },
    ])
  })

  it("names who takes a fee only where there is one, after which the rest is traded", async () => {
    const sameChain = { destinationChainId: 41_001, includeProvider: ["curve"], feeTakerAddress: taker }
    const feeOf = async (more: object) =>
      (await ordersFor({ ...sameChain, ...more })).map(({ feeTaker, feeAmount, amountOut }) => [
        ...[feeTaker, feeAmount, amountOut],
      ])
    expect(await feeOf({ feeBps: 1 })).to.deep.equal([[taker, 1n, 4_999n]])
    expect(await feeOf({ feeBps: 1, inputAmount: 9_999n })).to.deep.equal([[zero, 0n, 4_999n]])
    expect(await feeOf({})).to.deep.equal([[zero, 0n, 5_000n]])
  })

  it("is the user's, or the one's to whom a deposit goes back, with slippage where none was asked for", async () => {
    const onAlpha = { destinationChainId: 41_001, includeProvider: ["curve"] }
    const withAddress: Answer = (view) => (view.name === "depositAddress" ? 0xabcn : answerOf(view))
    const deposit = { userOps: "deposit", refundAddress: taker, slippage: undefined }
    const asked: object[] = [
      {},
      { slippage: undefined },
      { slippage: undefined, includeProvider: ["desk"] },
      deposit,
      { ...deposit, userAddress: undefined },
    ]
    const answers = await Promise.all(
      asked.map(async (more) => {
        const [quote, ...others] = await quotesFor({ ...onAlpha, ...more }, withAddress)
        const { order, quoteId, slippage, userOp, depositAddress, origin, destination } = quote!
        expect([others, origin, destination]).to.deep.equal([[], chains[0], chains[0]])
        expect(quoteId).to.equal(quoteIdOf(order, { chainId: 41_001, router: contracts.router }))
        return [userOp, order.user, order.refundTo, order.minAmountOut, slippage, depositAddress]
      }),
    )
    const address = getAddress(`0x${"abc".padStart(40, "0")}`)
    expect(answers).to.deep.equal([
      ["tx", user, user, 4_950n, "1", undefined],
      ["tx", user, user, 4_975n, "0.5", undefined],
      ["tx", user, user, 4_995n, "0.1", undefined],
      ["deposit", user, taker, 4_975n, "0.5", address],
      ["deposit", taker, taker, 4_975n, "0.5", address],
    ])
    const [across] = await quotesFor({ includeProvider: ["pool", "curve"] })
    expect([across?.origin, across?.destination]).to.deep.equal(chains)
  })

  it("asks each deposit's address with its own order", async () => {
    const orders: unknown[] = []
    const quotes = await quotesFor({ userOps: "deposit", refundAddress: taker, ...viaPool }, (view) => {
      if (view.name !== "depositAddress") return answerOf(view)
      expect([view.on, view.of]).to.deep.equal([41_001, contracts.deposits])
      return BigInt(orders.push(view.amount))
    })
    expect(quotes.map(({ depositAddress }) => Number(depositAddress))).to.have.members([1, 2])
    expect(quotes.map(({ depositAddress, order }) => orders[Number(depositAddress) - 1] === order)).to.deep.equal([
      ...[true, true],
    ])
  })

  it("is none where a contract cannot do its part, gives nothing, or has too little", async () => {
    const changed = (change: (view: View) => bigint | undefined | "same") =>
      ordersFor(viaPool, (view) => {
        const answer = change(view)
        return answer === "same" ? answerOf(view) : answer
      })
    const isDex = ({ of }: View) => of === contracts.desk
    const counts = await Promise.all(
      (
        [
          (view) => (view.name === "available" ? 8_999n : "same"),
          (view) => (view.name === "available" ? 4_499n : "same"),
          (view) => (view.name === "available" ? undefined : "same"),
          (view) => (view.name === "messageFee" ? undefined : "same"),
          (view) => (view.name === "messageFee" ? 0n : "same"),
          (view) => (view.name === "quote" && !isDex(view) ? undefined : "same"),
          (view) => (view.name === "quote" && !isDex(view) ? 0n : "same"),
          (view) => (view.name === "quote" && isDex(view) && view.on === 41_001 ? 0n : "same"),
          (view) => (view.name === "quote" && isDex(view) && view.on === 41_002 ? 0n : "same"),
          (view) => (view.name === "spotQuote" && view.on === 41_001 ? undefined : "same"),
          (view) => (view.name === "quote" && isDex(view) ? undefined : "same"),
        ] satisfies ((view: View) => bigint | undefined | "same")[]
      ).map(async (change) => (await changed(change)).length),
    )
    expect(counts).to.deep.equal([1, 0, 0, 0, 2, 0, 0, 1, 1, 1, 0])
  })
})
