import { expect } from "chai"
import { describe, it } from "mocha"

import { checkLimits } from "#extras/swap/src/checks/checkLimits.js"
import type { RouteLimits } from "#extras/swap/src/checks/types.js"
import { thrown } from "#test/fixtures/failure.js"
import { dai, router, usdc } from "#test/fixtures/wire/swapRoutes.js"

describe("the limits of a route", () => {
  it("allow nothing that is not given, 32 KiB of calldata, and a loss of 15 percent", () => {
    expect(checkLimits({})).to.deep.equal({
      ...{ allowedTargets: [], allowedSpenders: [], allowedDeposits: [], routers: {}, acceptUndecoded: false },
      ...{ maxNativeFee: undefined, maxCalldata: 32_768, maxFee: 1, acceptLoss: 15, minOut: 0n },
    })
  })

  it("are as they are given, and targets are spenders too unless others are named", () => {
    const given: RouteLimits = {
      allowedTargets: [router],
      allowedSpenders: [dai],
      allowedDeposits: [usdc],
      acceptUndecoded: true,
      maxNativeFee: 0n,
      maxCalldata: 0,
      maxFee: 100,
      acceptLoss: 0,
      minOut: 7n,
      routers: {},
    }
    expect(checkLimits(given)).to.deep.equal(given)
    expect(checkLimits({ allowedTargets: [router] }).allowedSpenders).to.deep.equal([router])
    expect(checkLimits({ allowedTargets: [router], allowedSpenders: [] }).allowedSpenders).to.deep.equal([])
  })

  it("are refused by name where they are none", () => {
    const refused = [
      { allowedTargets: ["0x12"] },
      { allowedSpenders: ["0x12"] },
      { allowedDeposits: ["0x12"] },
      { maxNativeFee: -1n },
      { maxCalldata: -1 },
      { minOut: 1.5 },
      ...[-1, 100.5, 101, "1e1", "", "5%", null, NaN].map((acceptLoss) => ({ acceptLoss })),
    ]
    for (const limits of refused) {
      const error = thrown(() => checkLimits(limits as never))
      expect(error).to.include({ code: "INVALID_INPUT", argument: Object.keys(limits)[0] })
    }
    const losses = [0, 100, "100", "99.5", "0.000000000000001"] as const
    expect(losses.map((acceptLoss) => checkLimits({ acceptLoss } as never).acceptLoss)).to.deep.equal([
      ...[0, 100, 100, 99.5, 1e-15],
    ])
  })
})
