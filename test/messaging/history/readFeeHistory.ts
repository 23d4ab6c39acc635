import { expect } from "chai"
import { describe, it } from "mocha"
import { encodeEventTopics, type Hex, keccak256, toHex } from "viem"

import { HttpStatusError, UnreachableError } from "#src/http/errors.js"
import { readFeeHistory, type ReadFeeHistoryParameters } from "#src/messaging/history/readFeeHistory.js"
import { socketAbi } from "#src/messaging/onchain/abi.js"
import type { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { facts } from "#test/fixtures/clocks/watchedPoll.js"
import { fakeNode } from "#test/fixtures/nodes/fakeNode.js"
import { createLogChain } from "#test/fixtures/nodes/logChain.js"
import { at } from "#test/fixtures/wire/addresses.js"
import { bytes32 } from "#test/fixtures/wire/messages.js"
import { outboundLogs, socket, srcPlug } from "#test/fixtures/wire/outboundLogs.js"

const slugs = { alpha: 41_001, beta: 41_002, gamma: 41_003 } as const
type Name = keyof typeof slugs
const transactionOf = (number: number) => keccak256(toHex(`transaction ${number}`))

/** What a node of a chain answers beside blocks and logs. */
type Answers = Readonly<Record<string, (first: never) => unknown>>

/** A chain with a block for each list of numbers: one above zero sends the message of that number, one below executes it. */
function chainOf(name: Name, blocks: readonly (readonly number[])[], answers: Answers = {}) {
  const topics = encodeEventTopics({ abi: socketAbi, eventName: "ExecutionSuccess" })
  const chain = createLogChain((number) => {
    if (number < 0) return { address: socket, topics, data: bytes32(-number) }
    // What a message costs depends on its size.
    const payload: Hex = `0x${"12".repeat(number)}`
    return outboundLogs(number, {
      payload,
      fee: number === 100 ? 1_000n : 6n,
      dstChainSlug: number < 10 || number >= 100 ? slugs.beta : number < 20 ? slugs.gamma : 41_004,
    })[1]
  })
  for (const numbers of blocks) chain.mine(...numbers)
  const node = chain.node().client
  const { client } = fakeNode(({ method, params }) =>
    ["eth_getBlockByNumber", "eth_getLogs"].includes(method)
      ? node.request({ method, params } as never)
      : answers[method]?.(params[0] as never),
  )
  return { client, socket, slug: slugs[name], name }
}

/** Messages 1 to 3 went to beta, where the second has not arrived, 11 and 12 to gamma, and 21 to a chain that is not read. */
function chains() {
  const values = new Map([1, 2, 3, 11, 12].map((number) => [transactionOf(number), BigInt(number * 10)]))
  const sent = {
    eth_getTransactionByHash: (hash: Hex) => ({ hash, from: at(1), to: srcPlug, value: toHex(values.get(hash)!) }),
  }
  const receipts = new Map([1, 3, 11, 12].map((number) => [transactionOf(-number), number * 1_000]))
  const executed = (price: number) => ({
    eth_getTransactionReceipt: (transactionHash: Hex) => ({
      ...{ transactionHash, blockNumber: "0x1", status: "0x1", logs: [], type: "0x2", effectiveGasPrice: "0x2" },
      gasUsed: toHex(receipts.get(transactionHash)!),
    }),
    eth_gasPrice: () => toHex(price),
  })
  return [
    chainOf("alpha", [[1], [2, 11], [3, 12, 21]], sent),
    chainOf("beta", [[-1], [], [], [-3]], executed(7)),
    chainOf("gamma", [[-11, -12]], executed(9)),
  ]
}

const read = (more: Partial<ReadFeeHistoryParameters> = {}) =>
  readFeeHistory({ chains: chains(), since: new Date(0), ...more })
const spread = (median: bigint, worst: bigint) => ({ known: 2, median, p90: worst, worst })
const unknown = { estimatedNow: null, demanded: null, demandedNow: null, refunded: null }

describe("readFeeHistory", () => {
  const toBeta = { srcChainSlug: slugs.alpha, dstChainSlug: slugs.beta, sent: 3, delivered: 2, measured: 2 }
  const toGamma = { srcChainSlug: slugs.alpha, dstChainSlug: slugs.gamma, sent: 2, delivered: 2, measured: 2 }
  const toOther = { srcChainSlug: slugs.alpha, dstChainSlug: 41_004, sent: 1, delivered: null, measured: 0 }

  it("has what each path has cost, and what as many further messages will by that, and by the gas of their destination", async () => {
    const { paths, searched, problems } = await read({ forecast: 5 })
    expect(problems).to.deep.equal([])
    const paid = spread(6n, 6n)
    const none = { ...unknown, attached: null, paid: null, gasUsed: null, deliveryCost: null }
    expect(paths).to.deep.equal([
      {
        ...toBeta,
        fees: {
          ...unknown,
          paid,
          attached: spread(10n, 30n),
          gasUsed: spread(1_000n, 3_000n),
          deliveryCost: spread(2_000n, 6_000n),
        },
        forecast: { byPast: spread(50n, 150n), byGas: spread(35_000n, 105_000n) },
      },
      {
        ...toGamma,
        fees: {
          ...unknown,
          paid,
          attached: spread(110n, 120n),
          gasUsed: spread(11_000n, 12_000n),
          deliveryCost: spread(22_000n, 24_000n),
        },
        forecast: { byPast: spread(550n, 600n), byGas: spread(495_000n, 540_000n) },
      },
      { ...toOther, fees: none, forecast: { byPast: null, byGas: null } },
    ])
    expect(searched).to.deep.equal([
      { chainSlug: slugs.alpha, fromBlock: 0n, toBlock: 3n },
      { chainSlug: slugs.beta, fromBlock: 0n, toBlock: 4n },
      { chainSlug: slugs.gamma, fromBlock: 0n, toBlock: 1n },
    ])
  })

  it("measures the newest 500 of a path that were delivered", async () => {
    const numbers = Array.from({ length: 502 }, (_, index) => 100 + index)
    const delivered = numbers.slice(0, 501).map((number) => -number)
    const { paths } = await read({ chains: [chainOf("alpha", [numbers]), chainOf("beta", [delivered])] })
    expect(paths.map(({ sent, delivered, measured, fees }) => [sent, delivered, measured, fees.paid])).to.deep.equal([
      // Only the oldest has paid more.
      [502, 501, 500, { ...spread(6n, 6n), known: 500 }],
    ])
  })

  it("forecasts nothing unless it is asked, and leaves out paths that are not wanted, messages of others and older ones", async () => {
    const summary = async (more: Partial<ReadFeeHistoryParameters>) =>
      (await read(more)).paths.map(({ dstChainSlug, sent, forecast }) => [dstChainSlug, sent, forecast])
    const all = [
      [slugs.beta, 3, null],
      [slugs.gamma, 2, null],
      [41_004, 1, null],
    ]
    expect(await summary({})).to.deep.equal(all)
    expect(await summary({ isWanted: () => true, srcPlug })).to.deep.equal(all)
    expect(await summary({ isWanted: (src, dst) => src === slugs.alpha && dst !== slugs.gamma })).to.deep.equal([
      all[0],
      all[2],
    ])
    expect(await summary({ srcPlug: at(9) })).to.deep.equal([])
    // The chains were at second 1003 in block 3.
    expect(await summary({ since: new Date(1_003_000) })).to.deep.equal([
      [slugs.beta, 1, null],
      [slugs.gamma, 1, null],
      [41_004, 1, null],
    ])
  })

  it("says of a chain that cannot be read why, and what left it or arrived there is not known", async () => {
    const without = async (name: Name) => {
      const { client } = fakeNode(() => new Error("it is tired"))
      const all = chains().map((chain) => (chain.name === name ? { ...chain, client } : chain))
      const { paths, searched, problems } = await read({ chains: all, forecast: 5 })
      expect(problems.map(({ says, ...one }) => [one, says.endsWith(".")])).to.deep.equal([
        [{ chainSlug: slugs[name] }, false],
      ])
      return [
        paths.map(({ sent, delivered, measured, forecast }) => [sent, delivered, measured, forecast?.byGas === null]),
        searched.map(({ chainSlug }) => chainSlug),
      ]
    }
    expect(await without("alpha")).to.deep.equal([[], [slugs.beta, slugs.gamma]])
    const others = [
      [2, 2, 2, false],
      [1, null, 0, true],
    ]
    expect(await without("beta")).to.deep.equal([
      [[3, null, 0, true], ...others],
      [slugs.alpha, slugs.gamma],
    ])
  })

  it("asks an API about each kind of message, no more once it is silent, and names it once", async () => {
    const estimates = async (failing: (payloadLength: number) => Error | undefined) => {
      const asked: unknown[] = []
      const estimateMinFees: NonNullable<ReadFeeHistoryParameters["api"]>["estimateMinFees"] = (parameters) => {
        asked.push(parameters)
        const error = failing(parameters.payloadLength)
        return error === undefined ? Promise.resolve(BigInt(parameters.payloadLength)) : Promise.reject(error)
      }
      const { paths, problems } = await read({ api: { estimateMinFees } })
      return { asked, known: paths.map(({ fees }) => fees.estimatedNow), problems }
    }
    const asks = (dstChainSlug: number, payloadLength: number) => ({
      ...{ srcPlug, srcChainSlug: slugs.alpha, dstChainSlug, msgGasLimit: 100_000n, payloadLength, signal: undefined },
    })
    const asked = [asks(slugs.beta, 3), asks(slugs.beta, 1), asks(slugs.gamma, 12), asks(slugs.gamma, 11)]
    expect(await estimates(() => undefined)).to.deep.equal({
      asked,
      known: [spread(1n, 3n), spread(11n, 12n), null],
      problems: [],
    })
    const refused = new HttpStatusError({ request: facts, status: 400 })
    const ofBeta = (error: Error) => (length: number) => (length < 10 ? error : undefined)
    // It may know the next path.
    const problems = [{ chainSlug: null, says: "The server answered with status 400" }]
    const half = [null, spread(11n, 12n), null]
    expect(await estimates(ofBeta(refused))).to.deep.equal({ asked, known: half, problems })
    expect(await estimates(() => refused)).to.deep.equal({ asked, known: [null, null, null], problems })
    expect(await estimates(ofBeta(new UnreachableError(facts, "away")))).to.deep.equal({
      ...{ asked: asked.slice(0, 2), known: [null, null, null] },
      problems: [{ chainSlug: null, says: "The server cannot be reached" }],
    })
  })

  it("refuses a moment to come and what is no number of messages, and ends with the signal", async () => {
    const clock = createManualClock(1_003_000)
    const ends = async (more: Partial<ReadFeeHistoryParameters>) =>
      await clock.run(read({ clock, ...more })).then(
        ({ paths }) => paths.length,
        (error: unknown) => [(error as InvalidInputError).code, (error as InvalidInputError).argument],
      )
    expect(await ends({ since: new Date(1_003_000), forecast: 1 })).to.equal(3)
    expect(await ends({ since: new Date(1_003_001) })).to.deep.equal(["INVALID_INPUT", "since"])
    expect(await ends({ since: new Date(Number.NaN) })).to.deep.equal(["INVALID_INPUT", "since"])
    for (const forecast of [0, -1, 1.5, Number.NaN, 2 ** 53]) {
      expect(await ends({ forecast }), String(forecast)).to.deep.equal(["INVALID_INPUT", "forecast"])
    }
    expect(await ends({ signal: AbortSignal.abort() })).to.deep.equal(["ABORTED", undefined])
  })
})
