import { expect } from "chai"
import { describe, it } from "mocha"

import { gasText } from "#src/terminal/gasText.js"

describe("gasText", () => {
  const native = { symbol: "ETH", decimals: 18 }

  it("shows two digits, and never less than it is", () => {
    expect(gasText({ cost: 1_192_000_000_000_001n, native })).to.equal("at most 0.0012 ETH")
    expect(gasText({ cost: 1_200_000_000_000_000n, native })).to.equal("at most 0.0012 ETH")
    expect(gasText({ cost: 1_200_000_000_000_001n, native })).to.equal("at most 0.0013 ETH")
    expect(gasText({ cost: 10n ** 20n - 1n, native })).to.equal("at most 100 ETH")
    const shortest = { symbol: "ETH", decimals: 0 }
    expect([7n, 10n, 99n, 100n, 101n].map((cost) => gasText({ cost, native: shortest }))).to.deep.equal(
      ["7", "10", "99", "100", "110"].map((most) => `at most ${most} ETH`),
    )
    expect(gasText({ cost: 0n, native: { symbol: "POL", decimals: 18 } })).to.equal("at most 0 POL")
  })
})
