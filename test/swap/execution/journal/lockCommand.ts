import { expect } from "chai"
import { describe, it } from "mocha"

import { lockCommand } from "../../../../src/swap/execution/journal/runCommand.js"
import { createFileJournal } from "../../../../src/swap/execution/journal/createFileJournal.js"
import { failure } from "../../../fixtures/failure.js"
import { rejection } from "../../../fixtures/servers/messagingApi.js"
import { temporaryFolder } from "../../../fixtures/temporaryFolder.js"

describe("lockCommand", () => {
  it("refuses a second run of a command with an error of its own, and lets another command through", async () => {
    await using folder = await temporaryFolder()
    const journal = createFileJournal(folder.path)
    await lockCommand(journal, "one", async () => {
      const error = await failure(lockCommand(journal, "one", () => Promise.reject(new Error("it was let through"))))
      expect(error.code).to.equal("SWAP_BUSY")
      expect(error.facts).to.have.all.keys("held by", "file")
      await lockCommand(journal, "two", () => Promise.resolve())
    })
  })

  it("gives back what the work does, and lets go whatever that is", async () => {
    await using folder = await temporaryFolder()
    const journal = createFileJournal(folder.path)
    const broken = new Error("broken")
    expect(await rejection(lockCommand(journal, "one", () => Promise.reject(broken)))).to.equal(broken)
    expect(await lockCommand(journal, "one", () => Promise.resolve(5))).to.equal(5)
  })
})
