import { expect } from "chai"
import { describe, it } from "mocha"

import { checkLimits } from "#extras/swap/src/checks/checkLimits.js"

describe("the limits of a route", () => {
  it("allow nothing that is not given, 32 KiB of calldata, and a loss of 15 percent", () => {
    expect(checkLimits({})).to.deep.equal({
      ...{ allowedTargets: [], allowedSpenders: [], allowedDeposits: [], routers: {}, acceptUndecoded: false },
      ...{ maxNativeFee: undefined, maxInput: undefined, maxCalldata: 32_768, maxFee: 1, acceptLoss: 15, minOut: 0n },
    })
  })
})
