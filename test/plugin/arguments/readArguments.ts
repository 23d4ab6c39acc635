import { expect } from "chai"
import { describe, it } from "mocha"

import {
  readList,
  readPercent,
  readRequired,
  readWaitOptions,
  readWholeNumber,
  refuseUnused,
} from "../../../src/plugin/arguments/readArguments.js"
import { thrown } from "../../fixtures/failure.js"

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
  const max = 2n ** 256n - 1n

  it("is a whole number within its range, both ends included", () => {
    const whole = (text: string, range: { from?: bigint; to?: bigint } = {}) =>
      tried(() => readWholeNumber(text, { argument: "--it", ...range }))
    expect(["0", " 7 ", String(max)].map((text) => whole(text))).to.deep.equal([0n, 7n, max])
    expect(["4", "5", "9", "10"].map((text) => whole(text, { from: 5n, to: 9n }))).to.deep.equal([
      "refused",
      5n,
      9n,
      "refused",
    ])
    for (const text of [String(max + 1n), "-1", "1.0", "1e3", "0x1", "", "0".repeat(79)])
      expect(whole(text), text).to.equal("refused")
  })

  it("is a percentage from zero to its limit", () => {
    const percent = (text: string) => tried(() => readPercent(text, { argument: "--it", to: 50 }))
    expect(["0", "2.5", " 50", "49.9999"].map(percent)).to.deep.equal([0, 2.5, 50, 49.9999])
    for (const text of ["50.0001", "51", "-1", "1%", ".5", "1.00001", ""])
      expect(percent(text), text).to.equal("refused")
  })

  it("is a list without gaps, or a text that has to be there", () => {
    const list = (text: string) => tried(() => readList(text, "--it"))
    expect(list("alpha, beta ,c")).to.deep.equal(["alpha", "beta", "c"])
    for (const text of ["", "a,,b", "a,", ",a", " "]) expect(list(text), text).to.equal("refused")
    const required = (text: string | undefined) =>
      tried(() => readRequired(text, { argument: "--it", example: "--it 5" }))
    expect([" x ", undefined, "", "  "].map(required)).to.deep.equal(["x", "refused", "refused", "refused"])
  })

  it("is refused if it means nothing without a flag", () => {
    refuseUnused({ "--one": undefined, "--two": false }, "--send")
    for (const unused of [{ "--two": true }, { "--one": undefined, "--two": "" }]) {
      const error = thrown(() => {
        refuseUnused(unused, "--send")
      })
      expect(error).to.include({ argument: "--two" })
    }
  })

  it("says until when to wait, in capitals, and for how long", () => {
    const known = (state: string) => `known ${state}`
    expect(readWaitOptions({ until: "sealed", timeout: "2m" }, known)).to.deep.equal({
      until: "known SEALED",
      timeout: 120_000,
    })
    expect(readWaitOptions({ until: undefined, timeout: undefined }, known)).to.deep.equal({})
    expect(readWaitOptions({ until: "sealed", timeout: undefined })).to.deep.equal({})
    expect(thrown(() => readWaitOptions({ timeout: "soon" }))).to.include({ argument: "--timeout" })
  })
})
