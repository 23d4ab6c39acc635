import { expect } from "chai"
import { describe, it } from "mocha"

import { readList, readRequired, waitOptionsOf } from "#src/plugin/arguments/readArguments.js"

describe("an option of a task", () => {
  /** What is read of a text; `refused` if the error names the option. */
  function tried<T>(read: () => T): T | "refused" {
    try {
      return read()
    } catch (error) {
      expect(error).to.include({ code: "INVALID_INPUT", argument: "--it" })
      return "refused"
    }
  }
  it("is a list without gaps, or a text that has to be there", () => {
    const list = (text: string) => tried(() => readList(text, "--it"))
    expect(list("alpha, beta ,c")).to.deep.equal(["alpha", "beta", "c"])
    for (const text of ["", "a,,b", "a,", ",a", " "]) expect(list(text), text).to.equal("refused")
    const required = (text: string | undefined) =>
      tried(() => readRequired(text, { argument: "--it", example: "--it 5" }))
    expect([" x ", undefined, "", "  "].map(required)).to.deep.equal(["x", "refused", "refused", "refused"])
  })

  it("says until when to wait, and for how long, if it is given", () => {
    expect(waitOptionsOf({ until: "SEALED", timeout: 0 })).to.deep.equal({ until: "SEALED", timeout: 0 })
    expect(waitOptionsOf({ until: undefined, timeout: undefined })).to.deep.equal({})
  })
})
