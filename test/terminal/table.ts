import { expect } from "chai"
import { describe, it } from "mocha"

import { formatFacts, formatTable } from "../../src/terminal/table.js"
import { recordTerminal } from "../fixtures/recordedTerminal.js"

const { paint } = recordTerminal().out

describe("formatTable", () => {
  it("aligns numbers at their last digit and texts at their first letter", () => {
    const text = formatTable({
      columns: [{ title: "to" }, { title: "fee", align: "right" }],
      rows: [
        ["beta", "5"],
        ["b", "12345"],
      ],
      paint,
    })
    expect(text.split("\n")).to.deep.equal(["to      fee", "beta      5", "b     12345"])
  })

  it("keeps columns under their titles when cells are coloured", () => {
    const { paint: colours } = recordTerminal({ isTTY: true }).out
    const text = formatTable({
      columns: [{ title: "a" }, { title: "b" }],
      rows: [[colours.red("x"), "y"]],
      paint: colours,
    })
    const [title = "", row = ""] = text.replace(/\u001B\[\d+m/g, "").split("\n")
    expect(title.indexOf("b")).to.equal(row.indexOf("y"))
  })

  it("shows the titles alone when there is nothing to show", () => {
    expect(formatTable({ columns: [{ title: "to" }], rows: [], paint }).trim()).to.equal("to")
  })
})

describe("formatFacts", () => {
  it("puts all values in one column", () => {
    const [first = "", second = ""] = formatFacts(
      [
        ["a", "1"],
        ["long name", "2"],
      ],
      paint,
    ).split("\n")
    expect(first.indexOf("1")).to.equal(second.indexOf("2"))
  })
})
