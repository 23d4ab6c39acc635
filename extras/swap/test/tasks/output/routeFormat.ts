import { expect } from "chai"
import { describe, it } from "mocha"

import { highLoss } from "#extras/swap/src/checks/valueLoss.js"
import {
  dollars,
  formatPercent,
  lossFacts,
  routeGas,
  routeName,
  routeTime,
  shortAmount,
} from "#extras/swap/tasks/output/routeFormat.js"
import { markColors } from "#test/fixtures/output/markColors.js"

describe("lossFacts", () => {
  const claimed = "of its value, as the swap API claims"
  const unknown = "unknown: the swap API gives no dollars to compare"
  /** Loss and impact far apart, and each on both sides of the limit: one never colors the other. */
  const rows = [
    [{ percent: highLoss, priceImpact: 90 }, `${highLoss} % ${claimed}`, "<magenta>90 % on the price"],
    [{ percent: 90, priceImpact: highLoss }, `<magenta>90 % ${claimed}`, `${highLoss} % on the price`],
    [{ percent: highLoss + 0.01, priceImpact: 0 }, `<magenta>${highLoss + 0.01} % ${claimed}`, "0 % on the price"],
    [{ percent: -40, priceImpact: highLoss + 0.01 }, `-40 % ${claimed}`, `<magenta>${highLoss + 0.01} % on the price`],
    [{ percent: 0.004, priceImpact: -90 }, `<0.01 % ${claimed}`, "-90 % on the price"],
    [{ percent: 0, priceImpact: null }, `0 % ${claimed}`, undefined],
    [{ percent: null, priceImpact: null }, `<magenta>${unknown}`, undefined],
    [{ percent: null, priceImpact: 90 }, `<magenta>${unknown}`, "<magenta>90 % on the price"],
  ] as const
  for (const [valueLoss, loss, impact] of rows) {
    it(`shows a loss of ${formatPercent(valueLoss.percent)} and an impact of ${formatPercent(valueLoss.priceImpact)}`, () => {
      const shown = lossFacts(valueLoss).map(([, value]) => value && markColors(String(value))[0]!.replace("</>", ""))
      expect(shown).to.deep.equal([loss, impact ?? null])
    })
  }
})

describe("shortAmount", () => {
  const rows = [
    [12_450_001n, 6, "12.4500…"],
    [1_234_56n, 2, "1234.56"],
    [1_234_567n, 3, "1234.56…"],
    [123_456n, 0, "123456"],
    [1_234_567n, 1, "123456…"],
    [12_345_678n, 1, "1234567…"],
    [1_234_567_891n, 2, "12345678…"],
    [1_234_567n, 0, "1234567"],
    [123_456n, 8, "0.00123456"],
    [1_234_567n, 9, "0.00123456…"],
    [12n, 1, "1.2"],
    [0n, 6, "0"],
  ] as const
  for (const [amount, decimals, shown] of rows) {
    it(`shows ${amount} with ${decimals} decimals as ${shown}`, () => {
      expect(shortAmount(amount, decimals)).to.equal(shown)
    })
  }
})

describe("dollars", () => {
  it("shows cents, and of less than one that it is less, on either side of nothing", () => {
    expect([0, 0.009, 0.01, 1.005, -0.009, -0.01, -3].map(dollars)).to.deep.equal([
      ...["$0.00", "<$0.01", "$0.01", "$1.00", "-<$0.01", "-$0.01", "-$3.00"],
    ])
  })
})

describe("routeName", () => {
  it("takes the quote where a route has no name, or one that shows nothing", () => {
    const named = (name: string | null | undefined) =>
      routeName({ quoteId: "0x1234567890abcdef", routeDetails: name === undefined ? null : { name } } as never)
    expect(named("Own bridge")).to.equal("Own bridge")
    for (const none of [undefined, null, "", "  "]) expect(named(none)).to.have.length(12)
  })
})

describe("routeGas", () => {
  it("takes what looks like dollars, and shows nothing else", () => {
    const shown = (gasFee: unknown) => routeGas({ gasFee } as never)
    const given = [
      { feeInUsd: 0.25 },
      { valueInUsd: 3 },
      { feeInUsd: 0, valueInUsd: 3 },
      { feeInUsd: null, valueInUsd: 2 },
    ]
    expect(given.map(shown)).to.deep.equal(["$0.25", "$3.00", "$0.00", "$2.00"])
    // JSON has numbers that are too large for JavaScript.
    const infinite: unknown = JSON.parse('{ "feeInUsd": 1e999 }')
    for (const other of [undefined, null, "0.25", 0.25, {}, { feeInUsd: "0.25" }, { feeInUsd: NaN }, infinite]) {
      expect(shown(other), JSON.stringify(other)).to.equal("–")
    }
  })
})

describe("routeTime and formatPercent", () => {
  it("show what is known, to the second and the hundredth", () => {
    const times = [null, 0, 1, 59, 3_599]
    expect(times.map((estimatedTime) => routeTime({ estimatedTime } as never))).to.deep.equal([
      "–",
      "0 ms",
      "1 s",
      "59 s",
      "59 min 59 s",
    ])
    expect([null, 0, 0.0099, 0.01, 0.011, -0.0099, -0.01, 1.005, 12.345, 100].map(formatPercent)).to.deep.equal([
      "unknown",
      "0 %",
      "<0.01 %",
      "0.01 %",
      "0.01 %",
      "-<0.01 %",
      "-0.01 %",
      "1 %",
      "12.35 %",
      "100 %",
    ])
  })
})
