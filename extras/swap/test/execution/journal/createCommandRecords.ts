import { expect } from "chai"
import * as fc from "fast-check"
import { describe, it } from "mocha"

import { commandKey, createCommandRecords } from "#extras/swap/src/execution/journal/commandRecords.js"
import { readUserKey } from "#src/primitives/files/recordsKey.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

describe("createCommandRecords", () => {
  it("keeps the quote of each command, and marks it when its execution ends", async () => {
    await using folder = await temporaryFolder()
    const records = createCommandRecords(`${folder.path}/new/commands`, readUserKey)
    expect(await records.read("a")).to.equal(undefined)
    const [a, b, c] = ["a", "b", "c"].map((command) => commandKey({ command })) as [string, string, string]
    await records.end("0x1", 1)
    await records.write(a, "0x1")
    await records.write(b, "0x1")
    await records.write(c, "0x2")
    await records.write(a, "0x3")
    await records.end("0x1", 5)
    expect(
      (await Promise.all([a, b, c].map((key) => records.read(key)))).map((record) => ({ ...record })),
    ).to.deep.equal([{ quoteId: "0x3" }, { quoteId: "0x1", endedAt: 5 }, { quoteId: "0x2" }])
  })

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
})
