import { expect } from "chai"
import { describe, it } from "mocha"

import { type QuoteFacts, quoteTable } from "../../../src/terminal/swap/quoteTable.js"
import { dollars } from "../../../src/terminal/swap/routeFormat.js"
import { quoteRouteSchema } from "../../../src/swap/wire/quoteSchemas.js"
import { recordTerminal } from "../../fixtures/recordedTerminal.js"
import { amountOnWire, routeOnWire } from "../../fixtures/wire/swapRoutes.js"

const output = amountOnWire({ amount: "12500000000000000000", minAmountOut: null, valueInUsd: null })
const bare = routeOnWire({ output, routeDetails: null })
const facts = (...routes: Record<string, unknown>[]): QuoteFacts => ({
  request: { inputAmount: 2n ** 256n - 1n },
  input: { symbol: "DAI", decimals: 0 },
  output: { symbol: "DAI", decimals: 18 },
  swapRequest: { origin: { name: "alpha" }, destination: { name: "beta" } },
  quote: { input: null },
  routes: routes.map((route) => quoteRouteSchema.parse(route)),
})

describe("quoteTable", () => {
  it("shows a dash for what the API leaves out, and loses no digit", () => {
    const lines = quoteTable(facts(bare), recordTerminal().out).split("\n")
    expect(lines[0]).to.contain(`${2n ** 256n - 1n} DAI on alpha`)
    expect(lines[3]).to.match(/^best +0x0{9}… +12\.5 DAI +– +– +–$/)
  })

  it("marks every route with the largest output, and shows the other tags", () => {
    const twin = { ...bare, routeTags: ["SUGGESTED", "MAX_OUTPUT", "new\u001B[31m"] }
    const lines = quoteTable(facts(twin, bare), recordTerminal().out).split("\n")
    expect(lines[3]).to.match(/^best.*suggested, new \[31m$/)
    expect(lines[4]).to.match(/^best/)
  })

  it("shows each route as a block in a narrow window", () => {
    const { out } = recordTerminal({ isTTY: true, columns: 30, env: { NO_COLOR: "1" } })
    expect(quoteTable(facts(bare), out)).to.match(/you get +12\.5 DAI\n/)
  })

  it("shows dollars to the cent, and less than a cent as such", () => {
    expect([1.005, 0.001, -0.001, -2, 0].map(dollars)).to.deep.equal(["$1.00", "<$0.01", "-<$0.01", "-$2.00", "$0.00"])
  })
})
