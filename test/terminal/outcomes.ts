import { expect } from "chai"
import { describe, it } from "mocha"

import { PlugsError } from "#src/primitives/PlugsError.js"
import { outcomeOf, severestFirst } from "#src/terminal/outcomes.js"

class CodedError extends PlugsError {
  readonly code: string
  constructor(code: string) {
    super("It failed.")
    this.code = code
  }
}

const codes = ["ABORTED", "SOURCES_DISAGREE", "MESSAGE_FAILED", "INVALID_INPUT", "DEADLINE_PASSED"]

describe("how a task fails", () => {
  it("follows from the code of its error, and is an error where that says nothing", () => {
    expect(codes.map((code) => outcomeOf(new CodedError(code)))).to.deep.equal([
      ...["interrupted", "unconfirmed", "failure", "error", "deadline"],
    ])
    expect([new Error("ABORTED"), undefined, "ABORTED"].map(outcomeOf)).to.deep.equal(["error", "error", "error"])
  })

  it("is the severest of several errors, and of two of a kind the first", () => {
    const errors = codes.map((code) => new CodedError(code))
    const other = new CodedError("DEADLINE_PASSED")
    const expected = [...errors, other]
    expect(severestFirst(expected.toReversed())).to.deep.equal([...errors.slice(0, -1), other, errors.at(-1)])
    expect(severestFirst(expected)).to.deep.equal(expected)
  })
})
