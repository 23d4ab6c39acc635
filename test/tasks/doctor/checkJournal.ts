import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import { PlugsError } from "../../../src/primitives/PlugsError.js"
import { checkJournal } from "../../../tasks/doctor/swaps.js"
import { journalEntry } from "../../fixtures/wire/swapRoutes.js"

class Damaged extends PlugsError {
  readonly code: string = "JOURNAL_DAMAGED"
}
class Unreadable extends Damaged {
  override readonly code = "FILE_UNREADABLE"
}

describe("checkJournal", () => {
  const root = path.resolve("project")
  const check = (entries: readonly object[], damaged: readonly PlugsError[] = []) =>
    checkJournal(
      [
        { folder: "a", entries: [], damaged: [] },
        { folder: "b", entries, damaged },
      ] as never,
      root,
    )

  it("counts what is recorded, and what is not over", () => {
    const [sent, over, begun] = [
      journalEntry({ state: "SENT" }),
      journalEntry({ state: "FINISHED" }),
      { ...journalEntry({ state: "CHECKED" }), submission: undefined },
    ]
    const says = (...entries: object[]) => check(entries).map((finding) => [finding.status, finding.says])
    expect(says()).to.deep.equal([["ok", "No swap is recorded."]])
    expect(says(over)).to.deep.equal([["ok", "1 swap is recorded, and readable."]])
    const [[, one]] = says(sent, over, begun) as [[string, string]]
    expect(one).to.match(/^3 swaps are recorded, and readable\. 1 is not over/)
    const [[, two]] = says(sent, over, sent) as [[string, string]]
    expect(two).to.match(/^3 swaps are .* 2 are not over/)
  })

  it("names each file that cannot be read, below the project, and how to move away only one that is damaged", () => {
    const file = path.join(root, ".plugs", "swaps", "41001", "a.json")
    const [first, second, third] = check(
      [],
      [
        new Damaged("It is damaged.", { facts: { file, reason: "cut off" } }),
        new Unreadable("It is closed.", { facts: { folder: path.dirname(file) }, next: "Open it." }),
        new Unreadable("It is odd."),
      ],
    )
    expect(first).to.deep.include({ status: "failed", subject: path.relative(root, file) })
    expect(first!.says).to.equal(`It is damaged: ${file} (cut off).`)
    expect(first!.mend).to.contain(` "${file}" "${path.join(root, "a.json")}.damaged"`)
    expect(second).to.include({ subject: path.dirname(path.relative(root, file)), mend: "Open it." })
    expect(second!.says).to.contain("(unknown)")
    expect(third!.mend).to.be.a("string").and.not.contain("damaged")
  })
})
