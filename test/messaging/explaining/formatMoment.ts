import { expect } from "chai"
import { describe, it } from "mocha"

import { formatMoment } from "#src/messaging/explaining/MessageCase.js"

describe("formatMoment", () => {
  it("names a second in UTC, and the number of one that no calendar has", () => {
    expect(formatMoment(1_795_334_384n)).to.equal("2026-11-22 07:59:44 UTC")
    expect(formatMoment(2n ** 256n)).to.equal(`second ${2n ** 256n}`)
  })
})
