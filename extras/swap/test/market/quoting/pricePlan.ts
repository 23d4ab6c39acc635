import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import { marketContracts } from "#extras/swap/src/market/contracts.js"
import type { ReadUint } from "#extras/swap/src/market/createViewReader.js"
import type { Plan } from "#extras/swap/src/market/quoting/plans.js"
import {
  gasOf,
  netValueInUsd,
  type PricedPlan,
  pricePlan,
  secondsOf,
  suggestedSlippage,
} from "#extras/swap/src/market/quoting/pricePlan.js"
import { marketTokens, nativeInfo, priceInUsd, valueInUsd } from "#extras/swap/src/market/tokens.js"

const contracts = marketContracts("0x5FbDB2315678afecb367f032d93F642f64180aa3")
const nameOf = (address: unknown) => Object.entries(contracts).find(([, one]) => one === address)?.[0]

const across: Plan = {
  originDex: "curve",
  crossing: { bridge: "pool", carried: "usdc" },
  destinationDex: "desk",
}
const bridged: Plan = { ...across, originDex: undefined, destinationDex: undefined }
const staying: Plan = { originDex: "curve", crossing: undefined, destinationDex: undefined }

/** What the contracts answer: of the origin, then of the destination. */
const views = {
  "alpha curve.quote spark usdc 1000000": 990_000n,
  "alpha curve.spotQuote spark usdc 1000000": 1_000_000n,
  "alpha curve.quote spark weth 1000000": 990_000n,
  "alpha curve.spotQuote spark weth 1000000": 1_000_000n,
  "alpha pool.quote usdc 990000": 988_020n,
  "alpha pool.quote usdc 1000000": 998_000n,
  "alpha pool.messageFee 41002": 77n,
  "beta pool.available usdc": 998_000n,
  "beta desk.quote usdc weth 988020": 5_000n,
  "beta desk.spotQuote usdc weth 988020": 5_200n,
} as const

/** Prices a plan where some of the views answer something else, or nothing. */
async function price(plan: Plan, others: Partial<Record<keyof typeof views, bigint | undefined>> = {}) {
  const answers: Readonly<Record<string, bigint | undefined>> = { ...views, ...others }
  const readOf =
    (chain: string): ReadUint =>
    (to: Address, _, functionName, args = []) => {
      const values = args.map((value) => nameOf(value) ?? String(value))
      return Promise.resolve(answers[[`${chain} ${nameOf(to)}.${functionName}`, ...values].join(" ")])
    }
  return await pricePlan(plan, {
    ...{ input: "spark", output: "weth", amount: 1_000_000n, slippage: "1", dstChainSlug: 41_002, contracts },
    onOrigin: readOf("alpha"),
    onDestination: readOf("beta"),
  })
}

describe("the price of a plan", () => {
  it("is what each contract on the way gives for what the one before gave", async () => {
    expect(await price(across)).to.deep.equal({
      plan: across,
      bridgedAmount: 990_000n,
      minBridgedAmount: 980_100n,
      bridgeFee: 1_980n,
      amountOut: 5_000n,
      minAmountOut: 4_950n,
      messageFee: 77n,
      priceImpact: 37_439n,
    })
  })

  it("has no bridge in it on one chain, and no slippage of what is bridged as it is", async () => {
    const none = { bridgedAmount: 0n, minBridgedAmount: 0n, bridgeFee: 0n, messageFee: 0n }
    const paid = { amountOut: 990_000n, minAmountOut: 980_100n, priceImpact: 7_022n }
    expect(await price(staying)).to.deep.equal({ plan: staying, ...none, ...paid })
    expect(await price(bridged)).to.deep.include({
      bridgedAmount: 1_000_000n,
      minBridgedAmount: 1_000_000n,
      bridgeFee: 2_000n,
      amountOut: 998_000n,
      minAmountOut: 988_020n,
      priceImpact: 0n,
    })
  })

  it("has no impact where a trade gives more than its price before", async () => {
    expect(await price(staying, { "alpha curve.spotQuote spark weth 1000000": 900_000n })).to.include({
      priceImpact: 0n,
    })
    expect(await price(staying, { "alpha curve.spotQuote spark weth 1000000": 0n })).to.include({ priceImpact: 0n })
  })

  it("is none where a contract on the way cannot do its part, or has a unit too little", async () => {
    const needed = Object.keys(views).filter((view) => !/(?:weth|pool.quote usdc) 1000000$/.test(view))
    expect(needed).to.have.length(7)
    for (const view of needed) {
      expect(await price(across, { [view]: undefined }), view).to.equal(undefined)
    }
    for (const view of ["alpha curve.quote spark usdc 1000000", "alpha pool.quote usdc 990000"] as const) {
      expect(await price(across, { [view]: 0n }), view).to.equal(undefined)
    }
    expect(await price(across, { "beta desk.quote usdc weth 988020": 0n })).to.equal(undefined)
    expect(await price(staying, { "alpha curve.quote spark weth 1000000": 0n })).to.equal(undefined)
    expect(await price(staying, { "alpha curve.quote spark weth 1000000": 1n })).to.include({ amountOut: 1n })
    expect(await price(bridged, { "alpha pool.quote usdc 1000000": 0n })).to.equal(undefined)
    expect(await price(bridged, { "alpha pool.quote usdc 1000000": 1n })).to.include({ amountOut: 1n })
    expect(await price(across, { "beta pool.available usdc": 988_020n })).to.include({ amountOut: 5_000n })
    expect(await price(across, { "beta pool.available usdc": 988_019n })).to.equal(undefined)
    for (const view of ["quote", "spotQuote"] as const) {
      expect(await price(staying, { [`alpha curve.${view} spark weth 1000000`]: undefined }), view).to.equal(undefined)
    }
  })
})

describe("what a plan costs beside its price", () => {
  it("is gas for the router, for a trade and for a bridge, and only that of the origin", () => {
    const plans = [
      { ...staying, originDex: undefined },
      staying,
      bridged,
      { ...across, destinationDex: undefined },
      across,
    ]
    expect(plans.map(gasOf)).to.deep.equal([100_000n, 180_000n, 280_000n, 360_000n, 360_000n])
  })

  it("is time: a block where it stays, else those and the states of a message, and the bridge's delay", () => {
    const press: Plan = { ...bridged, crossing: { bridge: "press", carried: "usdc" } }
    const timings = [{ pace: 0 }, { pace: 1_000 }, { pace: 100, blockTime: 2_000 }, { pace: 0, blockTime: 2_001 }]
    const seconds = timings.map((timing) => [staying, bridged, press].map((plan) => secondsOf(plan, timing)))
    expect(seconds).to.deep.equal([
      [1, 2, 7],
      [1, 9, 14],
      [2, 5, 10],
      [3, 6, 11],
    ])
  })

  it("is taken off its value in dollars", () => {
    expect(valueInUsd(nativeInfo, 2n * 10n ** 18n)).to.equal(5_000)
    expect(valueInUsd(marketTokens.usdc, 7_250_000n)).to.equal(7.25)
    expect([priceInUsd(marketTokens.spark), priceInUsd(marketTokens.weth)]).to.deep.equal([0.05, 2_500])
    const priced = { plan: staying, messageFee: 10n ** 17n } as PricedPlan
    expect(netValueInUsd(priced, 1_000, 10n ** 12n)).to.equal(1_000 - 250 - 450)
    expect(netValueInUsd({ ...priced, messageFee: 0n }, 1_000, 0n)).to.equal(1_000)
  })

  it("is more slippage where the price of one of its trades moves", () => {
    const desk = { ...staying, originDex: "desk" as const }
    const last = { ...bridged, destinationDex: "curve" as const }
    expect([staying, desk, bridged, last].map(suggestedSlippage)).to.deep.equal(["0.5", "0.1", "0.1", "0.5"])
  })
})
