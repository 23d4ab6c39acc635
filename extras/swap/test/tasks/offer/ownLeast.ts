import { expect } from "chai"
import { describe, it } from "mocha"
import { type Address, zeroAddress } from "viem"

import { nativeToken } from "#extras/swap/src/nativeToken.js"
import { type LeastTerms, ownLeast } from "#extras/swap/tasks/offer/ownLeast.js"
import type { PlugsConfig } from "#src/plugin/config/PlugsConfig.js"
import { thrown } from "#test/fixtures/failure.js"

const [weth, usdc]: readonly Address[] = ["1", "2"].map((digit): Address => `0x${digit.repeat(40)}`)
const token = (address: Address, symbol: string, decimals: number) => ({ address, symbol, decimals, isFromChain: true })

type Prices = Readonly<Record<string, Readonly<Record<string, number>>>>
const pins = { alpha: { WETH: weth! }, beta: { USDC: usdc! } }

/** The least for 2 WETH on alpha, in USDC of beta, by these prices. */
const least = (prices: Prices, terms: Partial<LeastTerms> = {}, more: { input?: object; tokens?: object } = {}) =>
  ownLeast(
    {
      ...{
        swapRequest: { origin: { name: "alpha" }, destination: { name: "beta" } },
        request: { inputAmount: 2n * 10n ** 18n },
      },
      ...{ input: { ...token(weth!, "anything", 18), ...more.input }, output: token(usdc!, "anything", 6) },
    },
    { minOut: undefined, acceptLoss: undefined, isRequired: false, ...terms },
    { swap: { prices, tokens: more.tokens ?? pins } } as unknown as PlugsConfig,
  )

describe("S-03 ownLeast", () => {
  const prices = { alpha: { weth: 3_000 }, beta: { USDC: 1.5 } }

  it("is what the user says, whatever the prices say, in the output's decimals", () => {
    expect(least(prices, { minOut: "9.9" })).to.equal(9_900_000n)
    expect(least({}, { minOut: "0.000001", isRequired: true })).to.equal(1n)
    expect(thrown(() => least({}, { minOut: "0.0000001" })).facts["argument"]).to.equal("--min-out")
  })

  it("is what the input is worth by the user's prices, less the loss that is accepted, cut to the unit", () => {
    expect(least(prices, { acceptLoss: 0 })).to.equal(4_000_000_000n)
    expect(least(prices, { acceptLoss: 12.5 })).to.equal(3_500_000_000n)
    expect(least(prices)).to.equal(3_400_000_000n)
    expect(least(prices, { acceptLoss: 100 })).to.equal(0n)
    expect(least({ ...prices, beta: { USDC: 7 } }, { acceptLoss: 0 })).to.equal(857_142_857n)
    // A price far below a dollar counts to its last digit.
    const cheap = { alpha: { weth: 0.000_012_345_678 }, beta: { USDC: 0.03 } }
    expect(least(cheap, { acceptLoss: 0 })).to.equal(823n)
  })

  it("has a price by the token's address, by a symbol that is pinned to it, or of the native token by its own symbol", () => {
    const worth = (key: string, input: object = {}, tokens?: object) =>
      least(
        { alpha: { [key]: 3_000 }, beta: { [usdc!]: 1.5 } },
        { acceptLoss: 0 },
        { input, ...(tokens && { tokens }) },
      )
    expect(worth(weth!)).to.equal(4_000_000_000n)
    expect(worth("WETH")).to.equal(4_000_000_000n)
    expect(worth(usdc!)).to.equal(undefined)
    expect(worth("DAI")).to.equal(undefined)
    // What a token calls itself proves nothing.
    expect(worth("WETH", { symbol: "WETH" }, { beta: { USDC: usdc! } })).to.equal(undefined)
    expect(worth("WETH", {}, { alpha: { WETH: usdc! } })).to.equal(undefined)
    expect(worth("eth", { address: nativeToken, symbol: "ETH" })).to.equal(4_000_000_000n)
    expect(worth("DAI", { address: nativeToken, symbol: "ETH" })).to.equal(undefined)
    expect(worth("WETH", { address: "cosmos1abc" })).to.equal(undefined)
    expect(worth(zeroAddress)).to.equal(undefined)
  })

  it("is missing without both prices, which is an error only where nobody is asked", () => {
    for (const one of [
      {},
      { alpha: { WETH: 3_000 } },
      { beta: { USDC: 1 } },
      { gamma: { WETH: 1, USDC: 1 } },
    ] as Prices[]) {
      expect(least(one)).to.equal(undefined)
      expect(thrown(() => least(one, { isRequired: true })).facts["argument"]).to.equal("--min-out")
    }
    expect(least(prices, { isRequired: true })).to.equal(3_400_000_000n)
  })
})
