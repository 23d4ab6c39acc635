import { mkdir, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import { createCommandRecords } from "#extras/swap/src/execution/journal/commandRecords.js"
import { createFileJournal } from "#extras/swap/src/execution/journal/createFileJournal.js"
import { checkJournal, readJournals } from "#extras/swap/tasks/doctor.js"
import { readUserKey } from "#src/primitives/files/recordsKey.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { journalEntry } from "#test/fixtures/wire/swapRoutes.js"

class Damaged extends PlugsError {
  readonly code: string = "JOURNAL_DAMAGED"
}
class Unreadable extends Damaged {
  override readonly code = "FILE_UNREADABLE"
}

describe("readJournals", () => {
  it("reads the swaps, commands and deposits of each chain, names every file that is damaged, and takes a file for no chain", async () => {
    await using folder = await temporaryFolder()
    const swaps = path.join(folder.path, ".plugs", "swaps")
    expect(await readJournals({ plugs: {}, paths: { root: folder.path } } as never)).to.deep.equal([])
    const [first, second] = [path.join(swaps, "1"), path.join(swaps, "2")]
    await createFileJournal(first).write(journalEntry())
    await createFileJournal(second).write(journalEntry({ chainId: 2 }))
    const key = "a".repeat(40)
    await createCommandRecords(path.join(second, "commands"), readUserKey).write(key, journalEntry().quoteId)
    const broken = ["commands", "deposits"].map((name) => path.join(first, name, key))
    for (const file of broken) {
      await mkdir(path.dirname(file), { recursive: true })
      await writeFile(file, "{")
    }
    await writeFile(path.join(swaps, "3"), "no folder")
    const found = (await readJournals({ plugs: {}, paths: { root: folder.path } } as never)).map(
      ({ folder: own, entries, damaged }) => [
        ...[path.basename(own), entries.map(({ chainId }) => chainId), damaged.map(({ facts }) => facts["file"])],
      ],
    )
    expect(found.sort()).to.deep.equal([
      ["1", [41_001], broken],
      ["2", [2], []],
      ["3", [], []],
    ])
  })
})

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
