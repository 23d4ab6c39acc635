import { expect } from "chai"
import { describe, it } from "mocha"

import { endOfHex, shortenHex } from "#src/terminal/shortenHex.js"

describe("a hash that is too long for a table", () => {
  it("is its two ends, or its end", () => {
    const short = "0x1234567890abcdef"
    expect([short, `${short}0`].map(shortenHex)).to.deep.equal([short, "0x12345678…bcdef0"])
    expect(endOfHex(short)).to.equal("…abcdef")
  })
})
