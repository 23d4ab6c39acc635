import { expect } from "chai"
import { describe, it } from "mocha"

import { rank } from "#extras/swap/src/market/quoting/makeQuotes.js"

const offers = {
  cheap: { name: "cheap", amountOut: 990n, seconds: 20, netValueInUsd: 985 },
  large: { name: "large", amountOut: 999n, seconds: 20, netValueInUsd: 960 },
  quick: { name: "quick", amountOut: 950n, seconds: 1, netValueInUsd: 940 },
}

describe("rank", () => {
  it("suggests the offer with the highest net value, and puts it first", () => {
    const [first, ...others] = rank(Object.values(offers))
    expect(first).to.deep.equal({ offer: offers.cheap, routeTags: ["SUGGESTED"] })
    expect(others).to.deep.equal([
      { offer: offers.large, routeTags: ["MAX_OUTPUT"] },
      { offer: offers.quick, routeTags: ["FASTEST"] },
    ])
  })

  it("puts the larger output first where the net value is the same", () => {
    const alike = [950n, 999n, 960n].map((amountOut) => ({ ...offers.cheap, amountOut }))
    expect(rank(alike).map(({ offer: { amountOut } }) => amountOut)).to.deep.equal([999n, 960n, 950n])
    const same = ["first", "second", "third"].map((name) => ({ ...offers.cheap, name }))
    expect(rank(same).map(({ offer: { name } }) => name)).to.deep.equal(["first", "second", "third"])
  })
})
