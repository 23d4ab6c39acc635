import { expect } from "chai"
import { describe, it } from "mocha"

import { lockCommand } from "#extras/swap/src/execution/journal/commandRecords.js"
import { createFileJournal } from "#extras/swap/src/execution/journal/createFileJournal.js"
import { Disposables } from "#src/primitives/lifetime/Disposables.js"
import { failure } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { rejection } from "#test/fixtures/servers/messagingApi.js"

describe("lockCommand", () => {
  it("refuses a second run of a command with an error of its own, and lets another command through", async () => {
    await using folder = await temporaryFolder()
    const journal = createFileJournal(folder.path)
    await using locks = new Disposables()
    locks.use(await lockCommand(journal, "one"))
    const error = await failure(lockCommand(journal, "one"))
    expect(error.code).to.equal("SWAP_BUSY")
    expect(error.facts).to.have.all.keys("held by", "file")
    expect(error.facts["held by"]).to.match(/^process \d+ on /)
    locks.use(await lockCommand(journal, "two"))
  })

  it("lets go when the work is over, also if it throws", async () => {
    await using folder = await temporaryFolder()
    const journal = createFileJournal(folder.path)
    const broken = new Error("broken")
    const work = async (): Promise<never> => {
      await using locks = new Disposables()
      locks.use(await lockCommand(journal, "one"))
      throw broken
    }
    expect(await rejection(work())).to.equal(broken)
    await (await lockCommand(journal, "one"))[Symbol.asyncDispose]()
  })
})
