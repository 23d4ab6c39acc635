import { expect } from "chai"
import { describe, it } from "mocha"

import { quoteRouteSchema } from "#extras/swap/src/wire/quoteSchemas.js"
import { readRouteChoice } from "#extras/swap/tasks/arguments/readExecuteArguments.js"
import { chooseRoute, rankRoutes } from "#extras/swap/tasks/offer/chooseRoute.js"
import type { QuoteRoute } from "#src/swap/index.js"
import { thrown } from "#test/fixtures/failure.js"
import { amountOnWire, routeOnWire, user } from "#test/fixtures/wire/swapRoutes.js"

const route = (quoteId: string, amount: string, more: object = {}): QuoteRoute =>
  quoteRouteSchema.parse(routeOnWire({ quoteId, output: amountOnWire({ amount }), ...more }))

const depositOf = (amount: string) => ({ chainId: 41_001, token: user, amount, depositAddress: user })

describe("the choice among routes", () => {
  // Too close for JavaScript numbers to distinguish.
  const less = route("less", "900000000000000000000000000001", { estimatedTime: 1, routeTags: ["SUGGESTED"] })
  const most = route("most", "900000000000000000000000000002", { estimatedTime: 60 })
  const later = route("later", "900000000000000000000000000002", { estimatedTime: null })
  const deposit = route("deposit", "900000000000000000000000000003", { userOp: "deposit", txData: null })

  it("has the largest output first, and the fastest one among equals", () => {
    expect(rankRoutes([less, later, most]).map(({ quoteId }) => quoteId)).to.deep.equal(["most", "later", "less"])
  })

  it("chooses one that a transaction can execute", () => {
    const routes = rankRoutes([less, most, later, deposit])
    expect(chooseRoute(routes, "best")).to.equal(most)
    expect(chooseRoute(routes, "fastest")).to.equal(less)
    expect(chooseRoute(routes, "suggested")).to.equal(less)
  })

  it("chooses one that a deposit pays, of those that are paid so", () => {
    const lower = route("lower", "1", { userOp: "deposit", txData: null, deposit: depositOf("1"), estimatedTime: 5 })
    const best = route("best", "2", { userOp: "deposit", txData: null, deposit: depositOf("2"), estimatedTime: 5 })
    const routes = rankRoutes([lower, most, best])
    expect(chooseRoute(routes, "best", "deposit")).to.equal(best)
    expect(chooseRoute(routes, "fastest", "deposit"), "the first of two that are as fast").to.equal(best)
    expect(chooseRoute(routes, "fastest"), "a time that is not known is no fast one").to.equal(most)
    expect(chooseRoute(rankRoutes([later, most]), "fastest")).to.equal(most)
    expect(thrown(() => chooseRoute([most], "best", "deposit")).code).to.equal("NO_ROUTE")
  })

  it("refuses rather than choosing another one", () => {
    expect(thrown(() => chooseRoute([deposit], "best")).code).to.equal("NO_ROUTE")
    expect(thrown(() => chooseRoute([most], "suggested")).code).to.equal("NO_ROUTE")
    expect(thrown(() => readRouteChoice("1")).message).to.match(/^Option "--route": "1"/)
    expect(readRouteChoice(undefined)).to.equal("best")
  })
})
