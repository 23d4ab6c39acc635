import { expect } from "chai"
import { describe, it } from "mocha"

import { openMalformedNotes } from "#src/terminal/malformedNotes.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"

const partsOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    part: `routes[${index}]`,
    path: "fee",
    expected: "an amount",
    found: '"lots"',
  }))

describe("the notes of malformed answers", () => {
  function linesOf(count: number, told = count): string[] {
    const terminal = recordTerminal()
    using notes = openMalformedNotes(terminal.err)
    notes.onMalformed({ route: "/quote", count, parts: partsOf(told) })
    notes.print()
    return terminal.stderr().split("\n").slice(0, -1)
  }

  it("are ten at most, and one that counts the others", () => {
    expect([0, 1, 9, 10, 11, 20].map((count) => linesOf(count).length)).to.deep.equal([0, 1, 9, 10, 11, 11])
    expect([11, 20].map((count) => linesOf(count).at(-1)!.match(/^\d+/)?.[0])).to.deep.equal(["1", "10"])
    // A client passes on a few of the parts, and how many there are.
    expect(linesOf(5_000, 20).at(-1)).to.contain("4990 more parts")
  })

  it("are printed once, however often the API answers, and at the end if not before", () => {
    const terminal = recordTerminal()
    {
      using notes = openMalformedNotes(terminal.err)
      for (const route of ["/quote", "/quote", "/status"]) notes.onMalformed({ route, count: 2, parts: partsOf(2) })
      expect(terminal.stderr()).to.equal("")
      notes.print()
      expect(terminal.stderr().split("\n")).to.have.lengthOf(3)
      notes.onMalformed({ route: "/quote", count: 3, parts: partsOf(3) })
    }
    expect(terminal.stderr().split("\n")).to.have.lengthOf(4)
    expect(terminal.stdout()).to.equal("")
  })
})
