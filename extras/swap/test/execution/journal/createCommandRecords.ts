import { rm } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import * as fc from "fast-check"
import { describe, it } from "mocha"

import { commandKey, createCommandRecords } from "#extras/swap/src/execution/journal/commandRecords.js"
import { readUserKey } from "#src/primitives/files/recordsKey.js"
import { failure } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

describe("createCommandRecords", () => {
  it("gives two commands the same key exactly if they request the same", () => {
    const command = fc.record({ amount: fc.string(), token: fc.string(), list: fc.array(fc.string()) })
    fc.assert(
      fc.property(command, command, (one, other) => {
        const { amount, token, list } = one
        expect(commandKey({ list, token, amount, receiver: undefined })).to.equal(commandKey(one))
        const isSame = JSON.stringify([amount, token, list]) === JSON.stringify([other.amount, other.token, other.list])
        expect(commandKey(one) === commandKey(other)).to.equal(isSame)
      }),
    )
  })

  it("misses a record that was deleted before its swap had ended, and not after", async () => {
    await using folder = await temporaryFolder()
    const commands = createCommandRecords(folder.path, readUserKey)
    const [open, ended] = ["1", "2"].map((amount) => commandKey({ amount })) as [string, string]
    await commands.write(open, "q-1")
    await commands.write(ended, "q-2")
    await commands.end("q-2", 1)
    for (const key of [open, ended]) await rm(path.join(folder.path, key))
    expect((await failure(commands.read(open))).code).to.equal("JOURNAL_LOST")
    expect(await commands.read(ended)).to.equal(undefined)
  })
})
