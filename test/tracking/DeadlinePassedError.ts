import { expect } from "chai"
import { describe, it } from "mocha"

import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { DeadlinePassedError } from "#src/tracking/DeadlinePassedError.js"

describe("DeadlinePassedError", () => {
  const history = [{ state: "SENT" }]
  const given = {
    ...{ missing: "The parcel did not arrive", waited: 90_000, lastState: "SENT", history, source: "The carrier" },
    ...{
      subject: { parcel: "7", colour: undefined },
      facts: { weight: "5" },
      next: "Wait longer.",
      lastError: undefined,
    },
  }

  it("says what is late, where it was last, and what to do", () => {
    const { shortMessage, facts, next, cause, lastState, history: seen } = new DeadlinePassedError(given)
    expect([shortMessage, facts, next, cause, lastState]).to.deep.equal([
      "The parcel did not arrive within 1 min 30 s.",
      { parcel: "7", "last state": "SENT", weight: "5" },
      ...["Wait longer.", undefined, "SENT"],
    ])
    expect(seen).to.equal(history)
    const unseen = new DeadlinePassedError({ ...given, lastState: undefined })
    expect([unseen.facts["last state"], unseen.lastState]).to.deep.equal(["never seen", undefined])
  })

  it("says that its source did not answer at the end, and why, if this package knows", () => {
    const known = new InvalidInputError({ argument: "id", problem: "it is late", fix: "Hurry." })
    for (const lastError of [known, new Error("no route")]) {
      const { facts, next, cause } = new DeadlinePassedError({ ...given, lastError })
      expect(cause).to.equal(lastError)
      expect(next).to.contain("The carrier").and.not.contain("Wait longer")
      expect(facts["last error"]).to.equal(
        lastError === known ? 'INVALID_INPUT: Argument "id": it is late.' : undefined,
      )
    }
  })
})
