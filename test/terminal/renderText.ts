import { expect } from "chai"
import { describe, it } from "mocha"

import { paint } from "#src/terminal/paint.js"
import { plainText } from "#src/terminal/renderText.js"
import { apart, facts, ifAny, prose, type Report, right, table, whole } from "#src/terminal/report.js"
import { fits, wrap, wrapProse } from "#src/terminal/wrap.js"

const lines = (report: Report, width?: number): string[] => plainText(report, width).split("\n")

describe("a table", () => {
  const rows = [
    { to: "beta", fee: 5n, error: undefined },
    { to: "b", fee: 12345n, error: paint.red("no") },
  ]
  const columns = { to: ({ to }: (typeof rows)[0]) => to, fee: right(({ fee }: (typeof rows)[0]) => fee) }

  it("aligns numbers at their last digit and texts at their first letter", () => {
    expect(lines(table(rows, columns))).to.deep.equal(["to      fee", "beta      5", "b     12345"])
  })

  it("keeps columns under their titles when cells are colored", () => {
    const colored = { a: ({ to }: (typeof rows)[0]) => paint.red(to), b: () => "y" }
    expect(lines(table(rows, colored))).to.deep.equal(["a     b", "beta  y", "b     y"])
  })

  it("has a dash for a value that is absent, and no column that has none at all", () => {
    const more = { ...columns, error: ifAny(({ error }: (typeof rows)[0]) => error), to: () => null }
    expect(lines(table(rows, more))).to.deep.equal(["to    fee  error", "–       5", "–   12345  no"])
    expect(lines(table(rows.slice(0, 1), more))).to.deep.equal(["to  fee", "–     5"])
    const dashed = { ...columns, error: ifAny(({ error }: (typeof rows)[0]) => error, { absent: "–" }) }
    expect(lines(table(rows, dashed))[1]).to.equal("beta      5  –")
    expect(lines(table(rows, { ...columns, fee: false }))).to.deep.equal(["to", "beta", "b"])
  })

  it("gives each row a block when a line would be wider than the screen, colors not counted", () => {
    const wide = { ...columns, error: ifAny(({ error }: (typeof rows)[0]) => error) }
    const [width] = lines(table(rows, wide)).map((line) => line.length)
    expect(lines(table(rows, wide), width)[0]).to.equal("to      fee  error")
    const blocks = ["  to   beta", "  fee  5", "", "  to     b", "  fee    12345", "  error  no"]
    expect(lines(table(rows, wide), width! - 1)).to.deep.equal(blocks)
    expect(lines({ ...table(rows, wide), maxWidth: width! - 1 })).to.deep.equal(blocks)
  })

  it("shows only the titles when there are no rows", () => {
    for (const width of [Infinity, 1]) expect(lines(table([], columns), width)).to.deep.equal(["to  fee"])
  })

  it("has whole hashes where they fit to the last column, else shorter ones, and blocks where those do not fit", () => {
    const hash = `0x${"ab".repeat(32)}`
    const hashes = table([hash, undefined], {
      hash: (row, shown) => (row === undefined ? "none" : shown(row)),
      fee: right((row) => row && 5),
    })
    const long = [`hash${" ".repeat(62)}  fee`, `${hash}    5`, `none${" ".repeat(62)}    –`]
    const shorter = ["hash               fee", "0xabababab…ababab    5", "none                 –"]
    expect([undefined, 71, 70, 22].map((width) => lines(hashes, width))).to.deep.equal([long, long, shorter, shorter])
    expect(lines(hashes, 21)).to.deep.equal(["  hash  0xabababab…ababab", "  fee   5", "", "  hash  none", "  fee   –"])
  })
})

describe("facts", () => {
  it("have all values in one column, and none that is absent", () => {
    const known = facts([
      ["a", 1n],
      ["left out", null],
      ["long name", "2"],
      ["this too", undefined],
    ])
    expect(lines(known)).to.deep.equal(["  a          1", "  long name  2"])
    expect(facts([["none", null]])).to.equal(undefined)
  })

  it("go on below their values where a window is narrower, but not within a command", () => {
    const known = facts([["why", "it is too low to pay. Run npx hardhat gateway topup"]])
    expect(lines(known, 28)).to.deep.equal([
      "  why  it is too low to pay.",
      "       Run",
      "       npx hardhat gateway topup",
    ])
    expect(lines(known, 26)).to.have.length(1)
  })
})

describe("a report", () => {
  it("leaves out what is absent, and has an empty line between the parts that it has", () => {
    const parts = apart("a", undefined, [false, [undefined]], ["b", "c"], [], facts([["d", null]]))
    expect(lines(parts)).to.deep.equal(["a", "", "b", "c"])
  })

  it("breaks prose at 120 columns, and never what is to be copied", () => {
    const text = "x ".repeat(70).trim()
    expect(lines(prose(text, "- ")).map((line) => line.length)).to.deep.equal([117, 27])
    expect(lines(prose(text, "- ", "- ")).map((line) => line.slice(0, 3))).to.deep.equal(["- x", "- x"])
    expect(lines(text)).to.have.length(1)
    expect(lines(text, 70)).to.have.length(3)
    expect(lines(whole(`  ${text}`), 10)).to.deep.equal([`  ${text}`])
    expect(lines(whole("longer", "long"), 6)).to.deep.equal(["longer"])
    expect(lines(whole("longer", "long"), 5)).to.deep.equal(["long"])
    expect(lines(whole("longer", "long"), 3)).to.deep.equal(["long"])
  })

  it("begins no line of its own with what comes from outside", () => {
    const text = "a\nb"
    const all = [text, prose(text), whole(text), facts([[text, text]]), table([text], { [text]: String })]
    expect(lines(all)).to.deep.equal([
      ...["a\\u000ab", "a\\u000ab", "a\\u000ab", "  a\\u000ab  a\\u000ab", "a\\u000ab", "a\\u000ab"],
    ])
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
    expect(fits("\u6f22\u5b57", 4)).to.equal(true)
    expect(fits("\u6f22\u5b57", 3)).to.equal(false)
    expect(fits(`e\u0301${paint.red("x")}`, 2)).to.equal(true)
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
