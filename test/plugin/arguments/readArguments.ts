import { expect } from "chai"
import { describe, it } from "mocha"

import {
  readList,
  readPercent,
  readRequired,
  readWaitOptions,
  readWholeNumber,
  refuseUnused,
  refuseWith,
} from "#src/plugin/arguments/readArguments.js"
import { thrown } from "#test/fixtures/failure.js"

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

  it("contradicts another one only if it is given", () => {
    refuseWith({ "--one": undefined, "--two": false }, "--all")
    for (const given of [{ "--one": "" }, { "--one": true, "--two": "x" }]) {
      const { message } = thrown(() => {
        refuseWith({ "--zero": undefined, ...given }, "--all")
      })
      expect(message).to.equal('Option "--one": it contradicts --all. Leave one of the two out.')
    }
  })

  it("says what would be right", () => {
    const said = (read: () => unknown) => thrown(read).message
    expect([
      said(() => readRequired(" ", { argument: "--it", example: "--it 5" })),
      said(() => readList("a,,b", "--it")),
      said(() => readWholeNumber("x", { argument: "--it", from: 5n })),
      said(() => readWholeNumber("4", { argument: "--it", from: 5n })),
      said(() => readWholeNumber("10", { argument: "--it", to: 9n })),
      said(() => readPercent("51", { argument: "--it", to: 50 })),
      said(() => {
        refuseUnused({ "--it": true }, "--send")
      }),
    ]).to.deep.equal([
      'Option "--it": it is missing. Add --it 5.',
      'Option "--it": "a,,b" has an empty entry. Separate the names with commas, such as alpha,beta.',
      'Option "--it": "x" is not a whole number. Give only digits, for 5 or more.',
      'Option "--it": "4" is not a whole number in range. Give only digits, for 5 or more.',
      'Option "--it": "10" is not a whole number in range. Give a whole number from 0 to 9.',
      'Option "--it": "51" is not a percentage. Give a number from 0 to 50, such as 10 or 2.5.',
      'Option "--it": it has no effect without --send. Add --send, or leave the option out.',
    ])
  })
})
