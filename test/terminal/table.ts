import { expect } from "chai"
import { describe, it } from "mocha"

import { formatFacts, formatTable } from "../../src/terminal/table.js"
import { recordTerminal } from "../fixtures/output/recordedTerminal.js"

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

  it("keeps columns under their titles when cells are colored", () => {
    const { paint: colors } = recordTerminal({ isTTY: true }).out
    const text = formatTable({
      columns: [{ title: "a" }, { title: "b" }],
      rows: [[colors.red("x"), "y"]],
      paint: colors,
    })
    const [title = "", row = ""] = text.replace(/\u001B\[[\d;]+m/g, "").split("\n")
    expect(title.indexOf("b")).to.equal(row.indexOf("y"))
  })

  it("gives each row a block when a line would be wider than the screen, colors not counted", () => {
    const { paint: colors } = recordTerminal({ isTTY: true }).out
    const table = {
      columns: [{ title: "a" }, { title: "b" }, { title: "error" }],
      rows: [
        [colors.red("x"), "yy", ""],
        ["z", "w", "no"],
      ],
      paint: colors,
    }
    const wide = (width: number): string => formatTable({ ...table, width }).replace(/\u001B\[[\d;]+m/g, "")
    expect(wide("a  b   error".length).split("\n")[0]).to.equal("a  b   error")
    expect(wide("a  b   error".length - 1)).to.equal("  a  x\n  b  yy\n\n  a      z\n  b      w\n  error  no")
  })

  it("shows only the titles when there are no rows", () => {
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
