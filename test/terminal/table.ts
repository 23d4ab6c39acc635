import { expect } from "chai"
import { describe, it } from "mocha"

import { fits, formatFacts, formatHashTable, formatTable, wrap, wrapProse } from "#src/terminal/table.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"

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
    for (const width of [Infinity, 1]) {
      expect(formatTable({ columns: [{ title: "to" }], rows: [], paint, width }).trim()).to.equal("to")
    }
  })
})

describe("formatHashTable", () => {
  const hash = `0x${"ab".repeat(32)}`
  const columns = [{ title: "hash" }, { title: "fee", align: "right" }] as const
  const shown = (width?: number) =>
    formatHashTable((hex) => [[hex(hash), "5"], ["none"]], { columns, paint, ...(width !== undefined && { width }) })

  it("has whole hashes where they fit to the last column, else shorter ones, and blocks where those do not fit", () => {
    const whole = `hash${" ".repeat(62)}  fee\n${hash}    5\nnone`
    const shorter = `hash               fee\n0xabababab…ababab    5\nnone`
    expect([shown(), shown(71), shown(70), shown(22)]).to.deep.equal([whole, whole, shorter, shorter])
    expect(shown(21)).to.equal("  hash  0xabababab…ababab\n  fee   5\n\n  hash  none")
  })
})

describe("cells from outside", () => {
  it("begin no line of their own, neither in a table nor among facts", () => {
    const columns = [{ title: "a\nb" }]
    expect(formatTable({ columns, rows: [["x\ny"]], paint })).to.equal("a\\u000ab\nx\\u000ay")
    expect(formatFacts([["a\nb", "x\ny"]], paint)).to.equal("  a\\u000ab  x\\u000ay")
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

describe("text that is wider than its window", () => {
  it("is broken between words where one column more would not fit, and a longer word stays whole", () => {
    expect(wrap("aa bb ccc", 5)).to.deep.equal(["aa bb", "ccc"])
    expect(wrap("aa bb ccc", 4)).to.deep.equal(["aa", "bb", "ccc"])
    expect(wrap("aa bb ccc", 9)).to.deep.equal(["aa bb ccc"])
    expect(wrap("a abcdefgh b", 4)).to.deep.equal(["a", "abcdefgh", "b"])
  })

  it("counts wide characters twice, and colors and marks not at all", () => {
    const { paint: colors } = recordTerminal({ isTTY: true }).out
    expect(fits("\u6f22\u5b57", 4)).to.equal(true)
    expect(fits("\u6f22\u5b57", 3)).to.equal(false)
    expect(fits(`e\u0301${colors.red("x")}`, 2)).to.equal(true)
    expect(wrap("\u6f22\u5b57 \u6f22", 6)).to.have.lengthOf(2)
    expect(wrap("\u6f22\u5b57 \u6f22", 7)).to.have.lengthOf(1)
    expect(fits("aaaa\nbb", 3)).to.equal(false)
  })

  it("keeps its lines that fit exactly as they are, and those in columns", () => {
    const line = "twelve chars"
    expect(wrapProse(`${line}\nand this one is far longer`, line.length).split("\n")[0]).to.equal(line)
    const columns = "one column   another column"
    expect(wrapProse(columns, 12)).to.equal(columns)
    expect(wrapProse("  is more than that", 12)).to.equal("  is more\n    than\n    that")
    expect(wrapProse("aa bb cc dd", 7)).to.equal("aa bb\n  cc dd")
    expect(wrapProse("aa bb cc dd", 6)).to.equal("aa\n  bb\n  cc\n  dd")
  })
})
