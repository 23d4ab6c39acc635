import { expect } from "chai"
import { describe, it } from "mocha"
import type { Address } from "viem"

import {
  BudgetExceededError,
  FeeKeptError,
  FeeNotCheckedError,
  FeeNotCredibleError,
  FeeTooHighError,
  requireBudget,
} from "#src/messaging/onchain/fees/feeErrors.js"

const plug: Address = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
/** Amounts of which none is a part of another, and how an error shows them: in whole coins, and in wei. */
const [one, two, three] = [
  [1_200_000_000_000_000_000n, "1.2 (1200000000000000000 wei)"],
  [34n, "0.000000000000000034 (34 wei)"],
  [5_600_000_000n, "0.0000000056 (5600000000 wei)"],
] as const

describe("the errors about fees", () => {
  it("show each amount in coins and in wei, and under its own name", () => {
    const asked = new FeeNotCheckedError({ plug, fee: one[0] })
    expect(asked.facts).to.include({ "asked for": one[1] })
    const tooHigh = new FeeTooHighError({ plug, fee: one[0], attached: two[0], maxFee: three[0] })
    expect(tooHigh.facts).to.include({ "asked for": one[1], "with the margin": two[1], "at most": three[1] })
    const kept = new FeeKeptError({ plug, cost: one[0], fees: two[0] })
    expect(kept.facts).to.include({ "the call costs": one[1], "paid to the socket": two[1] })
    const incredible = new FeeNotCredibleError({ plug, required: one[0], provided: two[0], attached: three[0] })
    expect(incredible.facts).to.include({ required: one[1], provided: two[1], attached: three[1] })
    const budget = { "attached for fee, margin and value": one[1], budget: three[1] }
    const exceeded = [two[0], 0n].map((gas) => new BudgetExceededError({ attached: one[0], gas, budget: three[0] }))
    expect(exceeded.map(({ facts }) => facts)).to.deep.equal([
      { ...budget, "gas at most": two[1], "in all": "1.200000000000000034 (1200000000000000034 wei)" },
      { ...budget, "in all": one[1] },
    ])
  })
})

describe("a budget", () => {
  it("is for what is attached and the gas together, to the wei", () => {
    const cost = { attached: 5n, gas: 7n }
    for (const budget of [undefined, 12n, 13n])
      expect(() => {
        requireBudget(cost, budget)
      }).to.not.throw()
    expect(() => {
      requireBudget(cost, 11n)
    })
      .to.throw()
      .and.include({ code: "BUDGET_EXCEEDED" })
  })
})
