import { expect } from "chai"
import { describe, it } from "mocha"

import { marketContracts } from "#extras/swap/src/market/contracts.js"
import { lessSlippage, secondsOf } from "#extras/swap/src/market/quoting/pricePlan.js"
import { readQuoteRequest } from "#extras/swap/src/market/quoting/readQuoteRequest.js"
import { nativeToken } from "#extras/swap/src/nativeToken.js"
import type { QuoteQuery } from "#extras/swap/src/wire/querySchemas.js"
import { contract } from "#test/fixtures/wire/gatewayRecords.js"

const contracts = marketContracts(contract)
const [alpha, beta] = [41_001, 41_002].map((chainId, index) => ({ chainId, name: ["alpha", "beta"][index] }))
const [user, receiver, refund, taker] = [1, 2, 3, 4].map((digit) => `0x${String(digit).repeat(40)}` as const)
const other = `0x${"9".repeat(40)}` as const
const zero = `0x${"0".repeat(40)}` as const

const query = {
  ...{ userOps: "tx", originChainId: 41_001, destinationChainId: 41_002, inputAmount: 1_000n },
  ...{ inputToken: contracts.usdc, outputToken: contracts.weth, userAddress: user, receiverAddress: receiver },
}
const read = (more: object = {}) =>
  readQuoteRequest({ ...query, ...more } as unknown as QuoteQuery & { userOps: "tx" }, {
    chains: [alpha, beta] as never,
    contracts,
  })
const problem = (more: object): unknown => (read(more) as { problem?: string }).problem

describe("a request for quotes", () => {
  it("is read in the market's own terms", () => {
    const deposit = { userOps: "deposit", refundAddress: refund, originChainId: 41_002, destinationChainId: 41_001 }
    expect(read()).to.deep.include({
      ...{ origin: alpha, destination: beta, input: "usdc", output: "weth", feeBps: 0, userOp: "tx" },
      refundTo: user,
    })
    const native = { inputToken: nativeToken, outputToken: contracts.spark, feeBps: 9_999, feeTakerAddress: taker }
    expect(read({ ...deposit, ...native })).to.deep.include({
      ...{ origin: beta, destination: alpha, input: "weth", output: "spark", feeBps: 9_999, userOp: "deposit" },
      refundTo: refund,
    })
    expect(read({ feeBps: 10, feeTakerAddress: taker })).to.deep.include({ feeBps: 10 })
    expect(read({ destinationChainId: 41_001 })).to.deep.include({ origin: alpha, destination: alpha })
    expect(read({ destinationChainId: 41_002, outputToken: contracts.usdc })).to.deep.include({ output: "usdc" })
    expect(read({ includeProvider: ["curve", "pool", "vault"], excludeProvider: ["desk", "vault"] })).to.have.property(
      "origin",
    )
  })

  it("is refused with the name of what is wrong", () => {
    const cases: readonly (readonly [more: object, problem: string])[] = [
      [{ userOps: "cex-withdraw" }, "userOps: there is no exchange here to withdraw from; use tx or deposit"],
      [{ originChainId: 5 }, "originChainId: no chain 5 here, only 41001, 41002"],
      [{ destinationChainId: 6 }, "destinationChainId: no chain 6 here, only 41001, 41002"],
      [{ inputToken: other }, `inputToken: the market of alpha has no ${other}`],
      [{ outputToken: other }, `outputToken: the market of beta has no ${other}`],
      [
        { destinationChainId: 41_001, outputToken: contracts.usdc },
        "outputToken: same as inputToken, on the same chain",
      ],
      [{ includeProvider: ["curve", "curv"] }, "includeProvider: no provider curv here"],
      [{ excludeProvider: ["pol", "curve"] }, "excludeProvider: no provider pol here"],
      [{ userAddress: undefined, refundAddress: refund }, "missing field : userAddress"],
      [{ userOps: "deposit" }, "missing field : refundAddress"],
      [{ feeBps: 10_000, feeTakerAddress: taker }, "feeBps: nothing would be left for the route"],
      [
        { userOps: "deposit", refundAddress: refund, excludeProvider: ["vault"] },
        "excludeProvider: no other provider than vault takes deposits",
      ],
    ]
    for (const [more, says] of cases) expect(problem(more)).to.equal(says)
    const foreign = "9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM"
    for (const name of ["inputToken", "outputToken", "userAddress", "receiverAddress", "refundAddress"]) {
      expect(problem({ [name]: foreign })).to.equal(`${name}: every chain here is an EVM chain`)
    }
  })

  it("pays nobody who could not withdraw it: the router, WETH, and nobody", () => {
    const says = (name: string) => `${name}: what is paid there could not be withdrawn`
    for (const account of [zero, contracts.router, contracts.weth]) {
      expect(problem({ receiverAddress: account })).to.equal(says("receiverAddress"))
      expect(problem({ userAddress: account })).to.equal(says("userAddress"))
      expect(problem({ userOps: "deposit", refundAddress: account })).to.equal(says("refundAddress"))
      expect(problem({ feeBps: 100, feeTakerAddress: account })).to.equal(says("feeTakerAddress"))
      expect(problem({ feeTakerAddress: account })).to.equal(undefined)
    }
    expect(problem({ feeBps: 100 })).to.equal(says("feeTakerAddress"))
    expect(problem({ feeBps: 10 }), "a fee of one unit").to.equal(says("feeTakerAddress"))
  })
})

describe("what a plan takes and gives", () => {
  const [press, pool] = (["press", "pool"] as const).map((bridge) => ({
    ...{ originDex: undefined, crossing: { bridge, carried: "usdc" }, destinationDex: undefined },
  })) as [never, never]
  const staying = { originDex: "curve", crossing: undefined, destinationDex: undefined } as const

  it("takes a block on one chain, and on two as long as its message and its bridge", () => {
    expect([secondsOf(staying, { pace: 900 }), secondsOf(staying, { pace: 900, blockTime: 2_001 })]).to.deep.equal([
      1, 3,
    ])
    expect([0, 1, 143, 1_000].map((pace) => secondsOf(pool, { pace }))).to.deep.equal([2, 3, 4, 9])
    expect([secondsOf(press, { pace: 0 }), secondsOf(pool, { pace: 0, blockTime: 2_000 })]).to.deep.equal([7, 4])
  })

  it("gives no less than is allowed: a fraction of the smallest unit counts for the receiver", () => {
    const cases = [
      ["1", 99n],
      ["0.5", 100n],
      ["1.000000000000000001", 99n],
      ["100", 0n],
      ["0", 100n],
      ["1.9", 99n],
    ] as const
    for (const [slippage, left] of cases) expect(lessSlippage(100n, slippage), slippage).to.equal(left)
  })
})
