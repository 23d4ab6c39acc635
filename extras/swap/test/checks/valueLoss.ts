import { expect } from "chai"
import { describe, it } from "mocha"

import { checkRoute } from "#extras/swap/src/checks/checkRoute.js"
import type { CheckRouteParameters } from "#extras/swap/src/checks/types.js"
import { isHighLoss, valueLossOf, worstLoss } from "#extras/swap/src/checks/valueLoss.js"
import type { QuoteRoute } from "#extras/swap/src/types.js"
import { quoteRouteSchema } from "#extras/swap/src/wire/quoteSchemas.js"
import { thrown } from "#test/fixtures/failure.js"
import { amountOnWire, dai, routeOnWire, router, tokenOnWire, usdc, user } from "#test/fixtures/wire/swapRoutes.js"

const txData = {
  kind: "evm_tx",
  object: { chainId: 41001, to: router, data: `0x12345678abcd${user.slice(2)}`, value: "0" },
}
const token = tokenOnWire({ chainId: 41002, address: usdc })

/** A route whose output the API values at these dollars. */
function routeWorth(valueInUsd: unknown, priceImpact?: unknown): QuoteRoute {
  const details = priceImpact === undefined ? {} : { routeDetails: { name: "Bridge", logoURI: null, priceImpact } }
  const approval = { spenderAddress: router, amount: "1000", tokenAddress: dai, userAddress: user }
  return quoteRouteSchema.parse(
    routeOnWire({ txData, output: amountOnWire({ token, minAmountOut: null, valueInUsd }), approval, ...details }),
  )
}

function check(route: QuoteRoute, more: Partial<CheckRouteParameters> = {}): ReturnType<typeof checkRoute> {
  const request = {
    userOps: "tx",
    originChainId: 41001,
    destinationChainId: 41002,
    inputToken: dai,
    outputToken: usdc,
    inputAmount: 1_000n,
    userAddress: user,
    receiverAddress: user,
  } as const
  return checkRoute({
    ...{ route, request, now: 0, allowedTargets: [router], acceptUndecoded: true, inputValueInUsd: 100 },
    ...more,
  })
}

function refusalOf(route: QuoteRoute, more: Partial<CheckRouteParameters> = {}): object {
  const error = thrown(() => check(route, more))
  const { reason, asked, offered } = error.facts
  expect(error.next).to.contain("acceptLoss")
  return { reason, asked, offered }
}

describe("valueLossOf", () => {
  it("compares dollars with dollars, and reads the price impact as it was written", () => {
    expect(valueLossOf(routeWorth(0.25), 0.5)).to.deep.equal({ percent: 50, priceImpact: null })
    expect(valueLossOf(routeWorth(1), 0)).to.deep.equal({ percent: null, priceImpact: null })
    expect(valueLossOf(routeWorth(98.5), 100)).to.deep.equal({ percent: 1.5, priceImpact: null })
    expect(valueLossOf(routeWorth(110, "0.25"), 100)).to.deep.equal({ percent: -10, priceImpact: 0.25 })
    for (const [given, priceImpact] of [
      ["7 %", 7],
      [-0.5, -0.5],
      ["1e9", null],
      [1e300, null],
      [{}, null],
      ["900", 100],
    ])
      expect(valueLossOf(routeWorth(1, given), 1), JSON.stringify(given)).to.include({ priceImpact })
  })

  it("claims nothing where a value is missing or no number of dollars", () => {
    for (const input of [null, undefined, 0, -1, NaN, Infinity]) {
      expect(valueLossOf(routeWorth(1), input), String(input)).to.deep.equal({ percent: null, priceImpact: null })
    }
    for (const output of [null, -1]) {
      expect(valueLossOf(routeWorth(output), 1), String(output)).to.include({ percent: null })
    }
    expect(worstLoss(valueLossOf(routeWorth(null), 1))).to.equal(null)
    expect(worstLoss(valueLossOf(routeWorth(null, "-0.5"), 1))).to.equal(-0.5)
    expect(worstLoss(valueLossOf(routeWorth(110), 100))).to.equal(-10)
    expect(isHighLoss(valueLossOf(routeWorth(null), 1))).to.equal(false)
  })

  it("warns above 5 percent, of the larger of the two", () => {
    const isHigh = (worth: unknown, impact?: unknown): boolean =>
      isHighLoss(valueLossOf(routeWorth(worth, impact), 100))
    expect([isHigh(95), isHigh(94.9), isHigh(100, "5"), isHigh(120, "5.1"), isHigh(null, 6)]).to.deep.equal([
      ...[false, true, false, true, true],
    ])
  })
})

describe("checkRoute, about the value that is lost", () => {
  it("refuses above 15 percent, and tells what was lost and what is accepted", () => {
    expect(check(routeWorth(85)).valueLoss).to.deep.equal({ percent: 15, priceImpact: null })
    const reason = "LOSES_TOO_MUCH"
    expect(refusalOf(routeWorth(84.9))).to.deep.equal({ reason, asked: "at most 15 %", offered: "15.1 %" })
    expect(refusalOf(routeWorth(100, "40"))).to.include({ reason, offered: "40 %" })
    expect(refusalOf(routeWorth(0))).to.include({ reason, offered: "100 %" })
  })

  it("accepts what the caller accepts, and not more", () => {
    expect(check(routeWorth(80), { acceptLoss: 20 }).valueLoss.percent).to.equal(20)
    expect(refusalOf(routeWorth(79), { acceptLoss: 20 })).to.include({ asked: "at most 20 %" })
    expect(refusalOf(routeWorth(98), { acceptLoss: 1 })).to.include({ offered: "2 %" })
    expect(check(routeWorth(0), { acceptLoss: 100 }).valueLoss.percent).to.equal(100)
  })

  it("compares nothing without values, and refuses a percentage that is none", () => {
    expect(check(routeWorth(null)).valueLoss).to.deep.equal({ percent: null, priceImpact: null })
    expect(refusalOf(routeWorth(79.9), { acceptLoss: "20.05" as never })).to.include({ asked: "at most 20.05 %" })
    for (const acceptLoss of [
      -1,
      101,
      100.5,
      NaN,
      1e21,
      1e-7,
      "20 %",
      "",
      " 5",
      "1e1",
      "0x10",
      ".5",
      null,
      true,
      [5],
    ]) {
      expect(
        thrown(() => check(routeWorth(100), { acceptLoss: acceptLoss as never })).message,
        String(acceptLoss),
      ).to.contain("acceptLoss")
    }
  })
})
