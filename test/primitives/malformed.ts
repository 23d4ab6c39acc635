import { expect } from "chai"
import { describe, it } from "mocha"

import { formatMalformed } from "#src/primitives/malformed.js"

describe("formatMalformed", () => {
  it("says what is wrong in a part, or that the part itself is", () => {
    const malformed = { part: "routes[1]", path: "fee", expected: "an amount", found: '"lots"' }
    expect([formatMalformed(malformed), formatMalformed({ ...malformed, path: "" })]).to.deep.equal([
      'routes[1] is left out: fee should be an amount, and is "lots"',
      'routes[1] is left out: it should be an amount, and is "lots"',
    ])
  })
})
