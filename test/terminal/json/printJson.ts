import { expect } from "chai"
import { describe, it } from "mocha"

import { AbortedError } from "#src/http/errors.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { printDocument, printEvent, printFailure, printStep } from "#src/terminal/printJson.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"

const failure = new InvalidInputError({ argument: "--from", problem: "it is missing", fix: "Add --from alpha." })
const error = {
  code: "INVALID_INPUT",
  message: 'Option "--from": it is missing.',
  facts: { argument: "--from" },
  next: "Add --from alpha.",
  docs: failure.docs,
}

describe("printFailure", () => {
  it("prints the error as the only document, in one line, when nothing was printed", () => {
    const terminal = recordTerminal()
    printFailure(terminal.out, failure)
    expect(terminal.stdout().trimEnd().split("\n")).to.have.length(1)
    expect(JSON.parse(terminal.stdout())).to.deep.equal({ schemaVersion: 1, error })
  })

  it("prints it as the last event after others", () => {
    const terminal = recordTerminal()
    printEvent(terminal.out, "sent", { value: 1n })
    printFailure(terminal.out, failure)
    const [sent, end] = terminal
      .stdout()
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as object)
    expect(sent).to.deep.equal({ schemaVersion: 1, event: "sent", value: "1" })
    expect(end).to.deep.equal({ schemaVersion: 1, event: "end", outcome: "error", error })
  })

  it("prints nothing after the end, nor after a document or another failure", () => {
    for (const print of [
      (terminal: ReturnType<typeof recordTerminal>) => {
        printFailure(terminal.out, new AbortedError())
      },
      (terminal: ReturnType<typeof recordTerminal>) => {
        printEvent(terminal.out, "end", { outcome: "success" })
      },
      (terminal: ReturnType<typeof recordTerminal>) => {
        printDocument(terminal.out, {})
      },
    ]) {
      const terminal = recordTerminal()
      print(terminal)
      const before = terminal.stdout()
      printFailure(terminal.out, failure)
      expect(terminal.stdout()).to.equal(before)
    }
  })

  it("names Ctrl-C as such", () => {
    const terminal = recordTerminal()
    printEvent(terminal.out, "waiting", { milliseconds: 5 })
    printFailure(terminal.out, new AbortedError())
    expect(terminal.stdout()).to.contain('"outcome":"interrupted","error":{"code":"ABORTED"')
  })

  it("keeps the text of an error that is not ours, which can have a key in a URL", () => {
    const terminal = recordTerminal()
    printFailure(terminal.out, new Error("fetch failed: https://node.example/v2/SECRETKEY"))
    expect(terminal.stdout()).to.not.contain("SECRETKEY")
    expect(JSON.parse(terminal.stdout())).to.have.nested.property("error.code", "UNEXPECTED")
  })

  it("does so in the last event, too, which calls it an error", () => {
    const terminal = recordTerminal()
    printEvent(terminal.out, "waiting", {})
    printFailure(terminal.out, new Error("fetch failed: https://node.example/v2/SECRETKEY"))
    const end = JSON.parse(terminal.stdout().trimEnd().split("\n").at(-1)!) as object
    expect(end).to.deep.include({ event: "end", outcome: "error" })
    expect(end).to.have.nested.property("error.code", "UNEXPECTED")
    expect(terminal.stdout()).to.not.contain("SECRETKEY")
  })
})

describe("printDocument", () => {
  it("prints one document for programs and people, with the error of what it shows", () => {
    const [well, ill] = [recordTerminal(), recordTerminal()]
    printDocument(well.out, { fee: 10n ** 20n, chains: ["alpha"] })
    expect(well.stdout()).to.equal(
      [
        "{",
        '  "schemaVersion": 1,',
        '  "fee": "100000000000000000000",',
        '  "chains": [',
        '    "alpha"',
        "  ]",
        "}",
        "",
      ].join("\n"),
    )
    printDocument(ill.out, { fee: 1n }, failure)
    expect(JSON.parse(ill.stdout())).to.deep.equal({ schemaVersion: 1, fee: "1", error })
  })
})

describe("printStep", () => {
  it("prints a change as a status, and one back as a reorg", () => {
    const terminal = recordTerminal()
    printStep(terminal.out, { kind: "state", state: "SEALED", previousState: "RECEIVED", at: 7, inState: 3 })
    printStep(terminal.out, { kind: "reorg", state: "RECEIVED", at: 9 })
    const lines = terminal.stdout().trimEnd().split("\n")
    expect(lines.map((line) => JSON.parse(line) as object)).to.deep.equal([
      { schemaVersion: 1, event: "status", status: "SEALED", previousStatus: "RECEIVED", inStatus: 3, at: 7 },
      { schemaVersion: 1, event: "reorg", status: "RECEIVED", at: 9 },
    ])
  })
})
