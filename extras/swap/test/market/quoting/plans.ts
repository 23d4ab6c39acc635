import { expect } from "chai"
import { describe, it } from "mocha"

import { isAllowed, type Plan, plansAcross, plansOnChain, providersOf } from "#extras/swap/src/market/quoting/plans.js"

const namesOf = (plans: readonly Plan[]) =>
  plans.map(({ originDex = "", crossing, destinationDex = "" }) =>
    crossing === undefined
      ? [originDex, destinationDex].join("")
      : [originDex, `${crossing.bridge} ${crossing.carried}`, destinationDex].join(" > "),
  )

describe("the plans of a route", () => {
  it("on one chain pass through each dex that trades both tokens, or none where they are the same", () => {
    expect(namesOf(plansOnChain("usdc", "weth"))).to.deep.equal(["curve", "desk"])
    expect(namesOf(plansOnChain("usdc", "spark"))).to.deep.equal(["curve"])
    expect(namesOf(plansOnChain("spark", "usdc"))).to.deep.equal(["curve"])
    expect(namesOf(plansOnChain("weth", "weth"))).to.deep.equal([""])
    expect(plansOnChain("spark", "spark")).to.deep.equal([
      { originDex: undefined, crossing: undefined, destinationDex: undefined },
    ])
  })

  it("to another chain cross in the input, the output or USDC, on each bridge that carries it", () => {
    expect(namesOf(plansAcross("usdc", "usdc"))).to.deep.equal([" > pool usdc > ", " > press usdc > "])
    expect(namesOf(plansAcross("spark", "usdt"))).to.deep.equal([
      ...["curve > pool usdc > curve", "curve > pool usdc > desk", "curve > pool usdt > "],
      ...["curve > press usdc > curve", "curve > press usdc > desk", "curve > press usdt > "],
    ])
    expect(namesOf(plansAcross("weth", "spark"))).to.deep.equal([
      ...["curve > pool usdc > curve", "desk > pool usdc > curve", " > pool weth > curve"],
      ...["curve > press usdc > curve", "desk > press usdc > curve"],
    ])
  })
})

describe("the providers that a request allows", () => {
  const plans: readonly Plan[] = [
    { originDex: "curve", crossing: undefined, destinationDex: undefined },
    { originDex: "desk", crossing: { bridge: "pool", carried: "usdc" }, destinationDex: undefined },
    { originDex: "curve", crossing: { bridge: "press", carried: "usdc" }, destinationDex: "desk" },
    { originDex: undefined, crossing: { bridge: "pool", carried: "usdc" }, destinationDex: "curve" },
  ]
  const allowed = (filter: Parameters<typeof isAllowed>[1]) =>
    plans.flatMap((plan, index) => (isAllowed(plan, filter) ? [index] : []))

  it("are all, or the named ones of each kind that is named", () => {
    expect(plans.map(providersOf)).to.deep.equal([
      ["curve"],
      ["desk", "pool"],
      ["curve", "press", "desk"],
      ["pool", "curve"],
    ])
    expect(
      [[], ["pool"], ["press"], ["curve"], ["desk"], ["curve", "desk"], ["curve", "pool"], ["vault"]].map((include) =>
        allowed({ include }),
      ),
    ).to.deep.equal([[0, 1, 2, 3], [0, 1, 3], [0, 2], [0, 3], [1], [0, 1, 2, 3], [0, 3], [0, 1, 2, 3]])
    expect(allowed({})).to.deep.equal([0, 1, 2, 3])
  })

  it("are none that is excluded, also where it is included", () => {
    expect(
      [["curve"], ["desk"], ["pool"], ["press"], ["pool", "press"], ["vault"]].map((exclude) => allowed({ exclude })),
    ).to.deep.equal([[1], [0, 3], [0, 2], [0, 1, 3], [0], [0, 1, 2, 3]])
    expect(allowed({ include: ["curve", "pool"], exclude: ["pool"] })).to.deep.equal([0])
  })
})
