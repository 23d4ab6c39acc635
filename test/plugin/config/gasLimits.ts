import { expect } from "chai"
import { describe, it } from "mocha"

import { readGasLimits } from "#src/plugin/config/gasLimits.js"

describe("what gas may cost", () => {
  it("is what the options say, or else the chain's configuration", () => {
    const chain = { maxGasCost: "0.25" }
    expect(readGasLimits({}, {})).to.deep.equal({ maxGasPrice: undefined, maxGasCost: undefined })
    expect(readGasLimits({}, chain).maxGasCost).to.equal(25n * 10n ** 16n)
    expect(readGasLimits({ maxGasCost: 3n, maxGasPrice: 7n }, chain)).to.deep.equal({ maxGasPrice: 7n, maxGasCost: 3n })
  })
})
