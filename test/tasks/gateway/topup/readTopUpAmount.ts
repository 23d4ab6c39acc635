import { expect } from "chai"
import { describe, it } from "mocha"

import { readTopUpAmount } from "#tasks/gateway/topup/openTopUp.js"
import { thrown } from "#test/fixtures/failure.js"

describe("readTopUpAmount", () => {
  const read = (text: string, decimals: number) => readTopUpAmount(text, { symbol: "X", decimals })

  it("reads an amount of the token, with the units of ether only where it has its decimals", () => {
    expect(read("1.5", 6)).to.equal(1_500_000n)
    expect(read("1.5", 18)).to.equal(15n * 10n ** 17n)
    expect(read("2gwei", 18)).to.equal(2n * 10n ** 9n)
    expect(read("0.000001", 6)).to.equal(1n)
    for (const [text, decimals] of [
      ["0", 18],
      ["0.0", 6],
      ["2gwei", 6],
      ["-1", 18],
    ] as const) {
      expect(thrown(() => read(text, decimals)).facts["argument"], text).to.equal("--amount")
    }
  })
})
