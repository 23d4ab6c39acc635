import { expect } from "chai"
import { describe, it } from "mocha"

import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { toJson } from "#src/terminal/printJson.js"

describe("toJson", () => {
  it("writes amounts as decimal strings with all their digits, however deep they are", () => {
    const amount = 2n ** 256n - 1n
    expect(JSON.parse(toJson({ fees: [{ amount }] }))).to.deep.equal({ fees: [{ amount: amount.toString() }] })
  })

  it("stays on one line unless `indent` is set", () => {
    expect(toJson({ text: "a\nb" })).to.not.contain("\n")
    expect(toJson({ a: 1 }, { indent: 2 }).split("\n")).to.have.length(3)
  })

  it("writes the code of an error of ours", () => {
    const error = new InvalidInputError({ argument: "--plug", problem: "it is missing", fix: "Give it." })
    expect(JSON.parse(toJson(error))).to.include({ code: "INVALID_INPUT" })
  })
})
