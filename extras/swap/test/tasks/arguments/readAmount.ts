import { expect } from "chai"
import { describe, it } from "mocha"

import { readAmount } from "#extras/swap/tasks/arguments/readAmount.js"
import { thrown } from "#test/fixtures/failure.js"

describe("readAmount", () => {
  it("repeats what is no number, and not what is zero, which is told apart", () => {
    const refused = (text: string) => {
      const error = thrown(() => readAmount(text, "--min-out"))
      expect(error).to.include({ code: "INVALID_INPUT", argument: "--min-out" })
      return [error.message.includes(JSON.stringify(text)), error.next?.includes("above zero")]
    }
    for (const text of ["0", "0.0", "000.000"]) expect(refused(text), text).to.deep.equal([false, true])
    for (const text of ["1e3", "-1", "+1", "1.", ".5", "1,000", "1.2.3", "one"]) {
      expect(refused(text), text).to.deep.equal([true, false])
    }
  })
})
