import { expect } from "chai"
import { describe, it } from "mocha"

import { largerOf, smallerOf } from "../../../src/primitives/numbers/ofTwo.js"

describe("the smaller and the larger of two amounts", () => {
  it("are the same whatever the order, for amounts above what a number holds and below nothing, too", () => {
    const large = 2n ** 200n
    for (const [small, high] of [
      ...[[1n, 2n] as const, [-3n, 2n] as const, [-3n, -2n] as const, [large, large + 1n] as const, [5n, 5n] as const],
    ]) {
      expect([smallerOf(small, high), smallerOf(high, small)]).to.deep.equal([small, small])
      expect([largerOf(small, high), largerOf(high, small)]).to.deep.equal([high, high])
    }
  })
})
