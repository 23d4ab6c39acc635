import { expect } from "chai"
import { describe, it } from "mocha"

import type { FeeComparison } from "#src/messaging/compareFees.js"
import type { PlugsError } from "#src/primitives/PlugsError.js"
import { feesFound } from "#tasks/messaging/output/feeTable.js"
import { printFound } from "#test/fixtures/output/printFound.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"

describe("the table of fees", () => {
  const row = {
    to: { name: "beta" },
    gasLimit: 70n,
    payloadLength: 3,
    estimate: 5n,
    onChain: 4n,
    differencePercent: "25",
  }
  const priced = { kind: "message", gas: { gasLimit: 70n, from: "plug" }, payloadLength: 3 }

  /** The lines on standard output, the first of which has the titles. */
  const linesOf = (...rows: readonly Partial<FeeComparison>[]): string[] => linesFor(priced, ...rows)
  function linesFor(subject: object, ...rows: readonly Partial<FeeComparison>[]): string[] {
    const terminal = recordTerminal({ columns: 300, env: { NO_COLOR: "1" } })
    const whole = rows.map((more) => ({ ...row, note: null, errors: [], ...more })) as never
    printFound(feesFound(whole, { plug: "0x", source: {}, priced: subject } as never), false, terminal)
    return terminal.stdout().trimEnd().split("\n")
  }
  const error = (shortMessage: string, facts: object = {}) =>
    ({ shortMessage, clause: shortMessage.slice(0, -1), facts }) as unknown as PlugsError

  it("says of an error what the server says, where it says something", () => {
    const [, plain, told] = linesOf(
      { errors: [error("It fails.")] },
      { errors: [error("It fails."), error("It is down.", { "server says": "no such chain" })] },
    )
    expect(plain).to.match(/It fails\.$/)
    expect(told).to.match(/It fails\. It is down \(no such chain\)\.$/)
  })

  it("has columns of notes and errors only where there are some, each in its own row", () => {
    const titles = (...rows: readonly Partial<FeeComparison>[]) =>
      linesOf(...rows)[0]!
        .trim()
        .split(/ {2,}/)
        .slice(4)
    expect(titles({}, {})).to.deep.equal([])
    expect(titles({}, { note: "unknown there" })).to.deep.equal(["note"])
    expect(titles({ errors: [error("It fails.")] }, {})).to.deep.equal(["error"])
    const [, first, second] = linesOf({}, { note: "unknown there" })
    expect(first).not.to.contain("unknown there")
    expect(second).to.contain("unknown there")
  })

  it("has the gas limit and the bytes of each message of a call, which decides them, and of no other", () => {
    const rows = [
      { gasLimit: 70n, payloadLength: 3 },
      { gasLimit: 90_000n, payloadLength: 640 },
    ]
    const call = { kind: "call", functionName: "add", fee: 9n, messages: rows }
    const cellsOf = (lines: readonly string[]) => lines.slice(1, 3).map((line) => line.trim().split(/ +/).slice(1, 3))
    expect(cellsOf(linesFor(call, ...rows))).to.deep.equal([
      ["70", "3"],
      ["90000", "640"],
    ])
    expect(linesOf(...rows)[0]).to.not.contain("bytes")
  })

  it("is a document with what is priced, and each fee by the API's name of its gas limit", () => {
    const document = (subject: object): unknown => {
      const terminal = recordTerminal()
      const rows = [{ ...row, note: null, errors: [] }] as never
      const source = { name: "alpha", slug: 1, network: "near" }
      printFound(feesFound(rows, { plug: "0x12", source, priced: subject } as never), true, terminal)
      expect(terminal.stderr()).to.equal("")
      return JSON.parse(terminal.stdout())
    }
    const { to, payloadLength, differencePercent } = row
    const amounts = { msgGasLimit: "70", estimate: "5", onChain: "4" }
    const destinations = [{ to, payloadLength, differencePercent, ...amounts, note: null, errors: [] }]
    const from = { name: "alpha", slug: 1, network: "near" }
    const whole = { schemaVersion: 1, srcPlug: "0x12", from, destinations }
    expect(document({ kind: "call", functionName: "add", fee: 9n, messages: [] })).to.deep.equal({
      ...{ ...whole, functionName: "add", fee: "9" },
    })
    const { note, ...message } = document(priced) as { note: string }
    expect(message).to.deep.equal({ ...whole, msgGasLimit: "70", payloadLength: 3 })
    expect(note).to.contain("70 gas").and.to.contain("3 bytes")
  })
})
