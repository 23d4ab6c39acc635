import { expect } from "chai"
import { describe, it } from "mocha"

import { DataFileError } from "#src/primitives/files/fileErrors.js"

describe("DataFileError", () => {
  const factsOf = (count: number) => {
    const problems = Array.from({ length: count }, (_, index) => ({
      path: index === 0 ? "" : `p${index}`,
      reason: "no",
    }))
    const error = new DataFileError({ file: "a.json", what: "things", problems })
    expect(error.problems).to.equal(problems)
    return error.facts
  }

  it("shows where five problems are, and counts the others", () => {
    const five = { file: "a.json", problem: "no", "problem 2": "p1: no", "problem 3": "p2: no", "problem 4": "p3: no" }
    expect(factsOf(1)).to.deep.equal({ file: "a.json", problem: "no" })
    expect(factsOf(5)).to.deep.equal({ ...five, "problem 5": "p4: no" })
    expect(factsOf(6)).to.deep.equal({ ...five, "problem 5": "p4: no", "more problems": "1" })
  })
})
