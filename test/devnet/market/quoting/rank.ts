import { expect } from "chai"
import { describe, it } from "mocha"

import { rank } from "../../../../src/devnet/market/quoting/rank.js"

const offers = {
  cheap: { name: "cheap", amountOut: 990n, seconds: 20, netValueInUsd: 985 },
  large: { name: "large", amountOut: 999n, seconds: 20, netValueInUsd: 960 },
  quick: { name: "quick", amountOut: 950n, seconds: 1, netValueInUsd: 940 },
}

describe("rank", () => {
  it("suggests what leaves the most when all is paid, and puts it first", () => {
    const [first, ...others] = rank(Object.values(offers))
    expect(first).to.deep.equal({ offer: offers.cheap, routeTags: ["SUGGESTED"] })
    expect(others).to.deep.equal([
      { offer: offers.large, routeTags: ["MAX_OUTPUT"] },
      { offer: offers.quick, routeTags: ["FASTEST"] },
    ])
  })

  it("gives a lonely offer every tag, and nothing none", () => {
    expect(rank([offers.quick])[0]!.routeTags).to.deep.equal(["SUGGESTED", "MAX_OUTPUT", "FASTEST"])
    expect(rank([])).to.deep.equal([])
  })

  it("gives each tag once among equals", () => {
    const tags = rank([offers.cheap, { ...offers.cheap }, { ...offers.cheap }]).flatMap(({ routeTags }) => routeTags)
    expect(tags).to.deep.equal(["SUGGESTED", "MAX_OUTPUT", "FASTEST"])
  })
})
