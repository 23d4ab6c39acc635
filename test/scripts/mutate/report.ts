import { expect } from "chai"
import { describe, it } from "mocha"

import {
  describeChange,
  firstFailure,
  formatSummary,
  formatVerdict,
  toFields,
  type Verdict,
} from "../../../scripts/mutate/report.js"

const verdict: Verdict = {
  fault: { path: "src/a.ts", line: 2, kind: "off by one", text: "one\n  three\n" },
  ending: "unnoticed",
  ran: ["test/a.ts"],
  tests: 4,
}
const before = "one\n  two\n"

describe("the report of planted faults", () => {
  it("shows a fault that got past the tests with its place and its change", () => {
    const text = formatVerdict(verdict, before)
    expect(text).to.contain("src/a.ts:2").and.contain("- two").and.contain("+ three").and.contain("1 of 4 test files")
    expect(toFields(verdict, before)).to.include({
      path: "src/a.ts",
      line: 2,
      ending: "unnoticed",
      change: "- two\n+ three",
    })
  })

  it("shows a noticed fault on one line, with the test that noticed it", () => {
    const text = formatVerdict({ ...verdict, ending: "noticed", by: "a › does it" }, before)
    expect(text.split("\n")).to.have.lengthOf(1)
    expect(text).to.contain("by a › does it")
  })

  it("counts faults without those that did not compile, and an untested one as not noticed", () => {
    const endings = ["noticed", "unnoticed", "untested", "not compiled"] as const
    const summary = formatSummary(
      endings.map((ending) => ({ ...verdict, ending })),
      { seed: 7 },
    )
    expect(summary).to.equal("1 of 3 faults were noticed, 2 were not. Seed 7.")
  })
})

describe("describeChange", () => {
  it("shows lines that were removed, added or changed, and nothing around them", () => {
    expect(describeChange("a\nb\nc", "a\nc")).to.equal("- b")
    expect(describeChange("a\nc", "a\nb\nc")).to.equal("+ b")
    expect(describeChange("a\na\na", "a\na")).to.equal("- a")
    expect(describeChange("a", "a")).to.equal("")
  })
})

describe("firstFailure", () => {
  it("reads the first failed test of Mocha's list and of Hardhat's", () => {
    const mocha =
      "  ids\n    1) are unique\n\n  1 passing (3ms)\n  1 failing\n\n  1) ids\n       are unique:\n\n      AssertionError: no"
    const solidity = "  22 passing\n  1 failing\n\n  1) PlugTest#test_send\n    Error: no"
    expect(firstFailure(mocha)).to.equal("ids › are unique")
    expect(firstFailure(solidity)).to.equal("PlugTest#test_send")
  })

  it("gives nothing where no test failed", () => {
    expect(firstFailure("Error: cannot load the file")).to.equal(undefined)
  })
})
