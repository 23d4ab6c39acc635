import { expect } from "chai"
import * as fc from "fast-check"
import { describe, it } from "mocha"

import { commandKey } from "#extras/swap/src/execution/journal/commandRecords.js"

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
})
