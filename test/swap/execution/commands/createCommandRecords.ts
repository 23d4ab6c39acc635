import { expect } from "chai"
import * as fc from "fast-check"
import { describe, it } from "mocha"

import { commandKey, createCommandRecords } from "../../../../src/swap/execution/commands/createCommandRecords.js"
import { temporaryFolder } from "../../../fixtures/temporaryFolder.js"

describe("createCommandRecords", () => {
  it("keeps the quote of each command until it is forgotten", async () => {
    await using folder = await temporaryFolder()
    const records = createCommandRecords(`${folder.path}/new/commands`)
    expect(await records.read("a")).to.equal(undefined)
    await records.forget("0x1")
    await records.write("a", "0x1")
    await records.write("b", "0x1")
    await records.write("c", "0x2")
    await records.write("a", "0x3")
    await records.forget("0x1")
    expect(await Promise.all(["a", "b", "c"].map((key) => records.read(key)))).to.deep.equal(["0x3", undefined, "0x2"])
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
