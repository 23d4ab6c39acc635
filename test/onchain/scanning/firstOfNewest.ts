import { expect } from "chai"
import { describe, it } from "mocha"

import { firstOfNewest } from "#src/onchain/scanning/LogPosition.js"

describe("firstOfNewest", () => {
  it("counts the newest block, and none lies before the chain's first", () => {
    const first = [1n, 10n, 11n, 12n, 500n].map((blocks) => firstOfNewest(blocks, 10n))
    expect(first).to.deep.equal([10n, 1n, 0n, 0n, 0n])
  })
})
