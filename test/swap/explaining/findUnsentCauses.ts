import { expect } from "chai"
import { describe, it } from "mocha"

import { findUnsentCauses } from "../../../src/swap/explaining/findUnsentCauses.js"
import { quoteRouteSchema } from "../../../src/swap/wire/quoteSchemas.js"
import { amountOnWire, dai, routeOnWire, user } from "../../fixtures/wire/swapRoutes.js"

const routeThatGives = (amount: bigint, minAmountOut: bigint | null) => {
  const output = amountOnWire({
    amount: String(amount),
    minAmountOut: minAmountOut === null ? null : String(minAmountOut),
  })
  return quoteRouteSchema.parse(routeOnWire({ output }))
}

describe("findUnsentCauses", () => {
  it("compares what a new quote promises, not what it hopes for, with what was accepted", () => {
    const namesOf = (amount: bigint, least: bigint | null) => {
      const request = { inputToken: dai, inputAmount: 1_000n }
      const entry = { account: user, request, route: routeThatGives(1_000n, 990n), state: "APPROVED", leastOut: 990n }
      const origin = { client: {}, chainId: 41_001, name: "alpha" }
      const swap = { id: "1", record: { entry }, sending: { kind: "nothing" }, origin, now: 0, abis: [] }
      const api = { kind: "unknown quote" }
      const newQuote = { routes: [routeThatGives(amount, least)] }
      const unsent = { isExpired: false, lacks: [], reverting: { data: "0x", value: 0n, enough: undefined }, newQuote }
      return findUnsentCauses({ ...swap, api, originBlock: null } as never, unsent as never).map(({ name }) => name)
    }
    expect(namesOf(1_000n, 990n)).to.deep.equal(["call-reverts"])
    expect(namesOf(1_000n, 989n)).to.deep.equal(["price-moved"])
    expect(namesOf(989n, 989n)).to.deep.equal(["price-moved"])
    expect(namesOf(990n, null)).to.deep.equal(["call-reverts"])
    expect(namesOf(989n, null)).to.deep.equal(["price-moved"])
  })
})
