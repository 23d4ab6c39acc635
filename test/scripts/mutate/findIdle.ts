import { expect } from "chai"
import { describe, it } from "mocha"

import { findIdle, type MatrixLine } from "../../../scripts/mutate/findIdle.js"

describe("findIdle", () => {
  const fault = (...by: string[]): MatrixLine => ({ path: "src/a.ts", line: 1, kind: "off by one", by })

  it("lets a test go while two others notice each of its faults, the one that notices least first", () => {
    const matrix = [fault("wide", "idle", "other"), fault("wide", "other", "third"), fault("wide", "other")]
    expect(findIdle(matrix)).to.deep.equal([
      { name: "idle", faults: 1 },
      { name: "third", faults: 1 },
    ])
  })

  it("keeps a test that notices a fault alone, or with one other", () => {
    expect(findIdle([fault("alone", "a", "b", "c"), fault("alone"), fault("a", "b"), fault("c", "d")])).to.deep.equal(
      [],
    )
  })

  it("does not judge a test that noticed nothing", () => {
    expect(findIdle([fault(), fault("a")])).to.deep.equal([])
  })
})
