import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"

import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import {
  assertUint256,
  formatAmount,
  largerOf,
  maxUint256,
  parseAmount,
  parseCurrency,
  smallerOf,
} from "#src/primitives/numbers/amount.js"
import { thrown } from "#test/fixtures/failure.js"

describe("parseAmount", () => {
  for (const [text, decimals, amount] of [
    ["12.5", 6, 12_500_000n],
    ["0.000000000000000001", 18, 1n],
    ["9007199254740993", 18, 9_007_199_254_740_993n * 10n ** 18n],
    ["0.1", 18, 10n ** 17n],
    ["7", 0, 7n],
    ["007.10", 1, 71n],
    [" 1 ", 18, 10n ** 18n],
    ["0", 18, 0n],
  ] as const) {
    it(`reads ${JSON.stringify(text)} with ${decimals} decimals exactly`, () => {
      expect(parseAmount(text, decimals)).to.equal(amount)
    })
  }

  for (const text of ["", "-1", "+1", "1e18", "0x10", "1,5", "1_000", ".5", "5.", "1.2.3", "Infinity", "١"]) {
    it(`refuses ${JSON.stringify(text)}, which is no plain decimal number`, () => {
      const error = thrown(() => parseAmount(text, 18, "--value"))
      expect(error).to.include({ code: "INVALID_INPUT", argument: "--value" })
    })
  }

  it("refuses more digits than decimals instead of rounding", () => {
    expect(thrown(() => parseAmount("0.1234567", 6)).message).to.include(" 7 digits")
    expect(thrown(() => parseAmount("1.5", 0)).code).to.equal("INVALID_INPUT")
    expect(parseAmount("0.12345600", 6)).to.equal(123_456n)
  })

  it("refuses an amount above the largest uint256", () => {
    expect(parseAmount(String(maxUint256), 0)).to.equal(maxUint256)
    expect(thrown(() => parseAmount(String(maxUint256 + 1n), 0)).message).to.include("256 bits")
  })

  it("refuses decimals that no token has", () => {
    for (const decimals of [-1, 1.5, 256, Number.NaN]) {
      expect(thrown(() => parseAmount("1", decimals)).message).to.match(/^Argument "decimals": /)
      expect(thrown(() => formatAmount(1n, decimals)).message).to.match(/^Argument "decimals": /)
    }
  })

  it("reads back every amount that formatAmount writes", () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: maxUint256 }), fc.integer({ min: 0, max: 100 }), (amount, decimals) => {
        expect(parseAmount(formatAmount(amount, decimals), decimals)).to.equal(amount)
      }),
    )
  })
})

describe("formatAmount", () => {
  for (const [amount, decimals, symbol, text] of [
    [12_500_000n, 6, "USDC", "12.5 USDC"],
    [1n, 18, undefined, "0.000000000000000001"],
    [10n ** 18n, 18, "ETH", "1 ETH"],
    [0n, 18, "ETH", "0 ETH"],
    [-15n, 1, undefined, "-1.5"],
    [-5n, 1, undefined, "-0.5"],
    [1_234_567n, 0, undefined, "1234567"],
  ] as const) {
    it(`writes ${amount} with ${decimals} decimals as ${text}`, () => {
      expect(formatAmount(amount, decimals, symbol)).to.equal(text)
    })
  }
})

describe("assertUint256", () => {
  it("accepts the whole range and nothing else", () => {
    expect([0n, maxUint256].map((value) => assertUint256(value, "value"))).to.deep.equal([0n, maxUint256])
    expect(thrown(() => assertUint256(-1n, "value"))).to.include({ code: "INVALID_INPUT", argument: "value" })
    expect(thrown(() => assertUint256(-1n, "value")))
      .to.have.property("message")
      .that.includes("below zero")
    expect(thrown(() => assertUint256(2n ** 256n, "value")))
      .to.have.property("message")
      .that.includes("256 bits")
    expect(thrown(() => assertUint256(2n ** 256n, "value"))).to.include({ code: "INVALID_INPUT" })
  })
})

describe("parseCurrency", () => {
  for (const [text, wei] of [
    ["0.01", 10n ** 16n],
    ["0.01eth", 10n ** 16n],
    ["0.01 ETH", 10n ** 16n],
    ["2ether", 2n * 10n ** 18n],
    ["1gwei", 10n ** 9n],
    ["1.5gwei", 1_500_000_000n],
    ["1000wei", 1_000n],
    ["1000000", 10n ** 24n],
    ["2000000eth", 2n * 10n ** 24n],
  ] as const) {
    it(`reads ${text}`, () => {
      expect(parseCurrency(text, "--value")).to.equal(wei)
    })
  }

  it("counts a number without a unit in gwei where prices of gas are meant", () => {
    expect(parseCurrency("30", "--max-gas-price", { unit: "gwei" })).to.equal(30n * 10n ** 9n)
    expect(parseCurrency("1wei", "--max-gas-price", { unit: "gwei" })).to.equal(1n)
    expect(parseCurrency("10000000", "--max-gas-price", { unit: "gwei" })).to.equal(10n ** 16n)
  })

  it("refuses a number without a unit that can only be wei, and says how to write it", () => {
    const error = thrown(() => parseCurrency("1000000000000000", "--value"))
    expect(error).to.include({ code: "INVALID_INPUT", argument: "--value" })
    expect(error.message).to.contain(" 1000000000000000wei ").and.to.contain(" 1000000000000000eth")
    expect(() => parseCurrency("1000000.5", "--value")).to.throw(InvalidInputError)
    expect(() => parseCurrency("10000001", "--max-gas-price", { unit: "gwei" })).to.throw("10000001wei")
  })

  it("refuses another unit, half a wei, and what is no number", () => {
    for (const text of ["5usdc", "0.5wei", `5${"x".repeat(999)}`]) {
      const error = thrown(() => parseCurrency(text, "--value"))
      expect(error).to.include({ code: "INVALID_INPUT" })
      expect(error.message.length).to.be.below(300)
    }
    for (const text of ["", "eth", "-1eth", "1e18", "0x10"])
      expect(() => parseCurrency(text, "--value")).to.throw("--value")
  })
})

describe("the smaller and the larger of two amounts", () => {
  it("are the same whatever the order, for amounts above what a number holds and below nothing, too", () => {
    const large = 2n ** 200n
    for (const [small, high] of [
      ...[[1n, 2n] as const, [-3n, 2n] as const, [-3n, -2n] as const, [large, large + 1n] as const, [5n, 5n] as const],
    ]) {
      expect([smallerOf(small, high), smallerOf(high, small)]).to.deep.equal([small, small])
      expect([largerOf(small, high), largerOf(high, small)]).to.deep.equal([high, high])
    }
  })
})
