import { expect } from "chai"
import { describe, it } from "mocha"

import { mapSpread, spreadOf } from "#src/primitives/numbers/spread.js"

describe("spreadOf", () => {
  it("has none of no amounts, and is never zero for what is not known", () => {
    expect(spreadOf([])).to.equal(null)
  })

  it("is the one amount that there is", () => {
    expect(spreadOf([7n])).to.deep.equal({ known: 1, median: 7n, p90: 7n, worst: 7n })
  })

  it("takes the lower of two as the median, and the higher as what nine of ten do not exceed", () => {
    expect(spreadOf([9n, 1n])).to.deep.equal({ known: 2, median: 1n, p90: 9n, worst: 9n })
  })

  it("counts ties, whatever the order", () => {
    expect(spreadOf([5n, 5n, 1n, 5n])).to.deep.equal({ known: 4, median: 5n, p90: 5n, worst: 5n })
    expect(spreadOf([0n, 0n])).to.deep.equal({ known: 2, median: 0n, p90: 0n, worst: 0n })
  })

  it("leaves one of ten above p90, and of eleven too", () => {
    const upTo = (count: number) => Array.from({ length: count }, (_, index) => BigInt(count - index))
    expect(spreadOf(upTo(10))).to.deep.equal({ known: 10, median: 5n, p90: 9n, worst: 10n })
    expect(spreadOf(upTo(11))).to.deep.equal({ known: 11, median: 6n, p90: 10n, worst: 11n })
    expect(spreadOf(upTo(9))).to.deep.equal({ known: 9, median: 5n, p90: 9n, worst: 9n })
  })

  it("orders amounts that no number holds, and leaves the list as it was", () => {
    const amounts = [2n ** 256n, 2n ** 255n + 1n, 2n ** 255n]
    expect(spreadOf(amounts)).to.deep.include({ median: 2n ** 255n + 1n, worst: 2n ** 256n })
    expect(amounts[0]).to.equal(2n ** 256n)
  })
})

describe("mapSpread", () => {
  it("changes the amounts, and not how many there are", () => {
    const tripled = mapSpread({ known: 3, median: 1n, p90: 2n, worst: 4n }, (amount) => amount * 3n)
    expect(tripled).to.deep.equal({ known: 3, median: 3n, p90: 6n, worst: 12n })
  })
})
