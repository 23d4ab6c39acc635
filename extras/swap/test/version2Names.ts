import { expect } from "chai"
import { describe, it } from "mocha"

import { dropped, merged, renamed, replacementOf } from "#extras/swap/src/version2Names.js"

describe("what replaces a parameter of version 2", () => {
  it("is the parameter of version 3 with its meaning, or what to do without it", () => {
    for (const [name, now] of Object.entries({ ...renamed, ...merged })) expect(replacementOf(name)).to.contain(now)
    for (const [name, instead] of Object.entries(dropped)) expect(replacementOf(name)).to.equal(instead)
    expect(replacementOf("feePercent")).to.contain("feeBps")
    const slippage = replacementOf("swapSlippage")
    expect(slippage).to.contain("slippage")
    expect(replacementOf("bridgeslippage")).to.equal(slippage)
  })

  it("is nothing for a parameter that version 2 never had, or that stayed", () => {
    const names = ["slippage", "slippages", "quoteId", "constructor", "toString", "", "FEEPERCENT"]
    expect(names.map(replacementOf)).to.deep.equal(names.map(() => undefined))
  })
})
