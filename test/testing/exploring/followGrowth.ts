import { expect } from "chai"
import { describe, it } from "mocha"

import { describeGrowth, findGrowth } from "../../../src/testing/exploring/followGrowth.js"

/** Gas of so many messages, after a first one that fills storage. */
const gas = (count: number, of: (index: number) => bigint | number): bigint[] => [
  900n,
  ...Array.from({ length: count }, (_, index) => BigInt(of(index))),
]

describe("the growth of an inbound", () => {
  it("is found in five messages after the first, in whatever order they came, and in fewer not", () => {
    const grown = gas(5, (index) => 100 + 20 * index)
    expect(findGrowth(grown)).to.deep.equal({ before: 100n, now: 180n, messages: 4 })
    expect(findGrowth([900n, 180n, 100n, 160n, 140n, 120n])).to.deep.equal({ before: 100n, now: 180n, messages: 4 })
    expect(findGrowth(grown.slice(0, 5))).to.equal(undefined)
    expect(findGrowth([])).to.equal(undefined)
  })

  it("is by half of what was needed at least", () => {
    expect(findGrowth(gas(6, (index) => 100 + 10 * index))).to.deep.equal({ before: 100n, now: 150n, messages: 5 })
    expect(findGrowth(gas(6, (index) => 101 + 10 * index))).to.equal(undefined)
  })

  it("is by about as much each time: three times the least at most, and by something", () => {
    expect(findGrowth([900n, 100n, 110n, 140n, 150n, 160n])).to.deep.include({ now: 160n })
    expect(findGrowth([900n, 100n, 110n, 141n, 151n, 161n])).to.equal(undefined)
    expect(findGrowth([900n, 100n, 200n, 200n, 300n, 400n])).to.equal(undefined)
    expect(findGrowth(gas(5, () => 100))).to.equal(undefined)
  })

  it("is that of the last thirteen", () => {
    const grown = gas(20, (index) => 100 + 20 * index)
    expect(findGrowth(grown)).to.deep.equal({ before: 240n, now: 480n, messages: 12 })
  })

  it("is told as a multiple with one digit", () => {
    const growth = { contract: "a.Box", before: 300n, now: 500n, gasLimit: 900n, messages: 4 }
    expect(describeGrowth(growth)).to.equal(
      "The inbound of a.Box needs 1.6 times what it needed 4 messages ago: 500 gas, of a limit of 900",
    )
  })
})
