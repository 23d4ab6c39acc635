import { expect } from "chai"
import { describe, it } from "mocha"

import type { Explanation } from "#src/explaining/Explanation.js"
import {
  explainedError,
  NothingFoundError,
  PartlyReadError,
  ShownFailureError,
  ShownLateError,
} from "#src/plugin/run/shownErrors.js"

const cause = (mend: object | null) => ({
  name: "X",
  certainty: "certain",
  says: "It is so.",
  evidence: [],
  about: null,
  mend,
})
const explained = (verdict: Explanation["verdict"], ...mends: readonly (object | null)[]) =>
  explainedError({ verdict, says: "The message is there.", causes: mends.map(cause) } as unknown as Explanation)

describe("explainedError", () => {
  it("is none where all is well", () => {
    for (const verdict of ["delivered", "waiting"] as const) {
      expect(explained(verdict, { who: "send it again", command: "x" }), verdict).to.equal(undefined)
    }
  })

  it("is another one where the cause is not known", () => {
    expect(explained("unknown", { who: "send it again", command: "x" })).to.include({
      code: "UNEXPLAINED",
      shortMessage: "The message is there.",
    })
  })

  it("says who mends the first cause, and how", () => {
    for (const verdict of ["stuck", "failed"] as const) {
      const again = { who: "send it again", command: null }
      for (const [mends, next] of [
        [[], "There is no fix."],
        [[null, again], "There is no fix."],
        [[again, null], "Fix: send it again."],
        [[{ ...again, command: "npx hardhat x" }, again], "Fix: send it again. npx hardhat x"],
      ] as const) {
        expect(explained(verdict, ...mends), next).to.include({
          code: "SHOWN_FAILURE",
          shortMessage: "The message is there.",
          next,
        })
      }
    }
  })
})

describe("errors beside what a task shows", () => {
  it("keep what they were given", () => {
    const shown = { message: "Two are late.", next: "Wait.", facts: { one: "1" } }
    for (const [error, code] of [
      [new NothingFoundError(shown), "NOTHING_FOUND"],
      [new ShownFailureError(shown), "SHOWN_FAILURE"],
      [new ShownLateError(shown), "SHOWN_LATE"],
    ] as const) {
      expect(error).to.deep.include({ code, shortMessage: "Two are late.", next: "Wait.", facts: { one: "1" } })
    }
    const partly = new PartlyReadError([{ name: "alpha" }, { name: "beta" }])
    expect(partly).to.include({ code: "PARTLY_READ", shortMessage: "Not everything could be read of alpha, beta." })
  })
})
