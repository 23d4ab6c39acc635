import { expect } from "chai"
import fc from "fast-check"
import { describe, it } from "mocha"

import { lessSlippage } from "#extras/swap/src/market/quoting/pricePlan.js"
import { formatAmount } from "#src/primitives/numbers/amount.js"

describe("lessSlippage", () => {
  it("takes off the percentage, and rounds up for the receiver", () => {
    expect(lessSlippage(1_000_000n, "0.5")).to.equal(995_000n)
    expect(lessSlippage(1_000_001n, "0.5")).to.equal(995_001n)
    expect(lessSlippage(1n, "49.9")).to.equal(1n)
    expect(lessSlippage(1_000n, "0")).to.equal(1_000n)
  })

  it("is exact for any amount and percentage", () => {
    const percent = 10n ** 18n
    const property = fc.property(
      fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
      fc.bigInt({ min: 0n, max: 50n * percent }),
      (amount, slippage) => {
        const least = lessSlippage(amount, formatAmount(slippage, 18))
        const exactTimes = amount * (100n * percent - slippage)
        expect(least * 100n * percent >= exactTimes).to.equal(true)
        expect((least - 1n) * 100n * percent < exactTimes).to.equal(true)
      },
    )
    fc.assert(property)
  })
})
