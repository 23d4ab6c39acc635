import { expect } from "chai"
import { describe, it } from "mocha"

import { acceptedLimits, type AcceptedPlan } from "#extras/swap/tasks/execute/executeInSteps.js"

describe("acceptedLimits", () => {
  it("takes what is not decoded if the user has said so, was shown it with a plan, or is asked", () => {
    const takes = (isSaid: boolean, accepted: AcceptedPlan | undefined, canBeAsked: boolean) => {
      const limits = acceptedLimits(
        { limits: { acceptLoss: 3, acceptUndecoded: isSaid } },
        { accepted, canAsk: canBeAsked },
      )
      expect(limits).to.include({ acceptLoss: 3, minOut: accepted?.minOut })
      return limits.acceptUndecoded
    }
    const table = [undefined, { minOut: 7n }].map((accepted) =>
      [false, true].flatMap((isSaid) => [false, true].map((can) => takes(isSaid, accepted, can))),
    )
    expect(table).to.deep.equal([
      [false, true, true, true],
      [true, true, true, true],
    ])
  })
})
