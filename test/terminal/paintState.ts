import { expect } from "chai"
import { describe, it } from "mocha"

import { explainState, paintState, paintStateColumn } from "#src/terminal/paintState.js"
import { markColors } from "#test/fixtures/output/markColors.js"

const table = {
  OPEN: { step: 0, says: "it is open" },
  DONE: { step: 1, final: "success", says: "it is done" },
  LOST: { step: 1, final: "failure", says: "it is lost" },
  REFUNDED: { step: 1, final: "refund", says: "it came back" },
} as const
const marked = (text: string): string =>
  markColors(text)
    .join()
    .replace(/<(\w+)>(.*)<\/>/, "$1($2)")

describe("a state", () => {
  it("has the color of how it ends, or of trouble", () => {
    expect(
      ["OPEN", "DONE", "LOST", "REFUNDED", "REVERTING", "ELSE"].map((state) => marked(paintState(state, table))),
    ).to.deep.equal([
      ...["cyan(OPEN)", "green(DONE)", "red(LOST)", "magenta(REFUNDED)", "magenta(REVERTING)", "cyan(ELSE)"],
    ])
    expect(marked(paintState("x".repeat(81), table))).to.equal(`cyan(${"x".repeat(79)}…)`)
    expect(marked(paintState("x".repeat(80), table))).to.equal(`cyan(${"x".repeat(80)})`)
  })

  it("is as wide in a column as the longest of its tables", () => {
    const wide = { "AS LONG AS": table.OPEN }
    const column = (state: string, beside: readonly (typeof wide)[] = []) =>
      marked(paintStateColumn(state, table, beside))
    expect([column("OPEN"), column("REFUNDED"), column("LONGER ONE"), column("OPEN", [wide])]).to.deep.equal([
      ...["cyan(OPEN)    ", "magenta(REFUNDED)", "cyan(LONGER ONE)", "cyan(OPEN)      "],
    ])
  })

  it("says what it means, if it is known", () => {
    expect(explainState("OPEN", table)).to.equal("it is open")
    expect(explainState("ELSE", table)).to.not.equal(explainState("VANISHED", table))
  })
})
