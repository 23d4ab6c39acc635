import { expect } from "chai"
import { describe, it } from "mocha"

import { readGasLimits } from "#src/plugin/config/gasLimits.js"
import { thrown } from "#test/fixtures/failure.js"

describe("what gas may cost", () => {
  it("is what the options say, or else the chain's configuration", () => {
    const chain = { maxGasCost: "0.25" }
    expect(readGasLimits({}, {})).to.deep.equal({ maxGasPrice: undefined, maxGasCost: undefined })
    expect(readGasLimits({}, chain).maxGasCost).to.equal(25n * 10n ** 16n)
    expect(readGasLimits({ maxGasCost: "3", maxGasPrice: "7" }, chain)).to.deep.equal({
      maxGasPrice: 7n * 10n ** 9n,
      maxGasCost: 3n * 10n ** 18n,
    })
  })

  it("names the option that is no amount", () => {
    for (const [args, argument] of [
      [{ maxGasCost: "much" }, "--max-gas-cost"],
      [{ maxGasPrice: "-1" }, "--max-gas-price"],
    ] as const)
      expect(thrown(() => readGasLimits(args, {}))).to.include({ code: "INVALID_INPUT", argument })
  })
})
