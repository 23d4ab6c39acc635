import { expect } from "chai"
import { describe, it } from "mocha"

import {
  commandKey,
  createCommandRecords,
  findCommandExecution,
} from "#extras/swap/src/execution/journal/commandRecords.js"
import { createFileJournal } from "#extras/swap/src/execution/journal/createFileJournal.js"
import { readUserKey } from "#src/primitives/files/recordsKey.js"
import { failure } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { journalEntry } from "#test/fixtures/wire/swapRoutes.js"

describe("findCommandExecution", () => {
  it("finds what may have been sent, and nothing for a command that must begin anew", async () => {
    await using folder = await temporaryFolder()
    const journal = createFileJournal(`${folder.path}/journal`)
    const commands = createCommandRecords(`${folder.path}/commands`, readUserKey)
    const find = () => findCommandExecution({ journal, commands }, "command", 5)
    expect(await find(), "a new command").to.equal(undefined)
    const entry = journalEntry()
    await commands.write("command", entry.quoteId)
    expect(await find(), "nothing was written down").to.equal(undefined)
    await journal.write({ ...entry, state: "APPROVED", submission: undefined })
    expect(await find(), "nothing was signed").to.equal(undefined)
    for (const state of ["SIGNED", "SENT", "MINED", "REVERTED", "FINISHED"] as const) {
      await journal.write({ ...entry, state })
      expect(await find(), state).to.deep.equal({ ...entry, state })
    }
  })

  it("believes the journal and not a record that says that an unfinished execution has ended", async () => {
    await using folder = await temporaryFolder()
    const journal = createFileJournal(`${folder.path}/journal`)
    const commands = createCommandRecords(`${folder.path}/commands`, readUserKey)
    const entry = journalEntry()
    const key = commandKey({ amount: "1" })
    await commands.write(key, entry.quoteId)
    await commands.end(entry.quoteId, 1)
    const find = () => findCommandExecution({ journal, commands }, key, 5)
    await journal.write({ ...entry, state: "MINED" })
    expect(await find()).to.deep.equal({ ...entry, state: "MINED" })
    await journal.write({ ...entry, state: "FINISHED" })
    expect(await find()).to.equal(undefined)
  })

  it("swaps again only if it was started after the earlier run had ended, to the millisecond", async () => {
    await using folder = await temporaryFolder()
    const journal = createFileJournal(`${folder.path}/journal`)
    const commands = createCommandRecords(`${folder.path}/commands`, readUserKey)
    const entry = journalEntry({ state: "FINISHED" })
    await journal.write(entry)
    const key = commandKey({ amount: "1" })
    await commands.write(key, entry.quoteId)
    await commands.end(entry.quoteId, 1_000)
    const startedAt = (time: number) => findCommandExecution({ journal, commands }, key, time)
    expect(await startedAt(1_001)).to.equal(undefined)
    for (const time of [1_000, 999]) {
      const { code, facts } = await failure(startedAt(time))
      expect([code, facts], `at ${String(time)}`).to.deep.equal(["SWAP_BUSY", { quote: entry.quoteId }])
    }
  })
})
