import { expect } from "chai"
import { describe, it } from "mocha"

import {
  describeChange,
  firstFailure,
  formatSummary,
  formatVerdict,
  toFields,
  toReport,
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

  const endings = ["noticed", "unnoticed", "untested", "not compiled"] as const
  const faultIn = (path: string): Verdict["fault"] => ({ ...verdict.fault, path })
  const verdicts = [
    ...endings.map((ending) => ({ ...verdict, ending, fault: faultIn("src/swap/checks/a.ts") })),
    { ...verdict, ending: "noticed", fault: faultIn("src/swap/b.ts") },
    { ...verdict, ending: "noticed", fault: faultIn("scripts/c.ts") },
  ] as const

  it("counts each folder and all, without those that did not compile, and an untested one as not noticed", () => {
    expect(formatSummary(verdicts, { seed: 7 }).split("\n")).to.deep.equal([
      "scripts   1 of 1 noticed",
      "src/swap  2 of 4 noticed",
      "3 of 5 faults were noticed, 2 were not. Seed 7.",
    ])
  })

  it("has in a file the seed, the counts, and each fault that was not noticed, with its place and change", () => {
    const report = toReport(verdicts, { seed: 7, textOf: () => before }) as Record<string, unknown>
    expect(report).to.deep.include({ seed: 7, faults: 5 })
    expect(report["folders"]).to.deep.equal([
      { folder: "scripts", faults: 1, unnoticed: 0 },
      { folder: "src/swap", faults: 4, unnoticed: 2 },
    ])
    const place = { path: "src/swap/checks/a.ts", line: 2, kind: "off by one", change: "- two\n+ three" }
    expect(report["unnoticed"]).to.deep.equal(
      ["unnoticed", "untested"].map((ending) => ({ ...place, ending, ran: ["test/a.ts"], tests: 4 })),
    )
  })
})

describe("describeChange", () => {
  it("shows lines that were removed, added or changed, and nothing around them", () => {
    expect(describeChange("a\nb\nc", "a\nc")).to.equal("- b")
    expect(describeChange("a\nc", "a\nb\nc")).to.equal("+ b")
    expect(describeChange("a\na\na", "a\na")).to.equal("- a")
    expect(describeChange("a", "a\na")).to.equal("+ a")
    expect(describeChange("a\nb\nc\nd", "a\nx\ny\nd")).to.equal("- b\n- c\n+ x\n+ y")
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
