import { expect } from "chai"
import { describe, it } from "mocha"

import { quoteRouteSchema } from "#extras/swap/src/wire/quoteSchemas.js"
import { type QuoteFacts, quoteTable } from "#extras/swap/tasks/output/quoteTable.js"
import { dollars } from "#extras/swap/tasks/output/routeFormat.js"
import { plainText } from "#src/terminal/renderText.js"
import { amountOnWire, dai, routeOnWire } from "#test/fixtures/wire/swapRoutes.js"

const output = amountOnWire({ amount: "12500000000000000000", minAmountOut: null, valueInUsd: null })
const bare = routeOnWire({ output, routeDetails: null })
const facts = (...routes: Record<string, unknown>[]): QuoteFacts => ({
  request: { inputAmount: 2n ** 256n - 1n },
  input: { address: dai, symbol: "DAI", decimals: 0, isFromChain: true },
  output: { address: dai, symbol: "DAI", decimals: 18, isFromChain: true },
  swapRequest: { origin: { name: "alpha" }, destination: { name: "beta" } },
  quote: { input: null },
  routes: routes.map((route) => quoteRouteSchema.parse(route)),
})

const table = (offer: QuoteFacts, columns = Infinity): string => plainText(quoteTable(offer), columns)

describe("quoteTable", () => {
  it("shows a dash for what the API leaves out, and loses no digit", () => {
    const lines = table(facts(bare)).split("\n")
    expect(lines[0]).to.contain(`${2n ** 256n - 1n} DAI on alpha`)
    expect(lines[3]).to.equal("Loss unknown: the swap API gives no dollars to compare. Compare the amounts yourself.")
    expect(lines[6]).to.match(/^best +0x0{9}… +12\.5 DAI +– +unknown +unknown +– +–$/)
  })

  it("marks every route with the largest output, and shows the other tags", () => {
    const twin = { ...bare, routeTags: ["SUGGESTED", "MAX_OUTPUT", "new\u001B[31m"] }
    const lines = table(facts(twin, bare)).split("\n")
    expect(lines[6]).to.match(/^best/)
    expect(lines[7]).to.match(/^best.*suggested, new \[31m$/)
  })

  it("warns of a loss above 5 percent, and says above 15 that it is refused", () => {
    const warned = (valueInUsd: number) => {
      const offered = routeOnWire({ output: amountOnWire({ valueInUsd }), routeDetails: null })
      const text = table({ ...facts(offered), quote: { input: { valueInUsd: 100 } as never } })
      return [text.includes("! loses more than 5 %"), text.includes("Above 15 % it is refused")]
    }
    expect([95, 94.9, 85, 84.9].map(warned)).to.deep.equal([
      [false, false],
      [true, false],
      [true, false],
      [true, true],
    ])
  })

  it("warns of a loss that is unknown for one of several routes", () => {
    const priced = routeOnWire({ output: amountOnWire({ valueInUsd: 99 }), routeDetails: null })
    const given = { input: { valueInUsd: 100 } as never }
    const warned = (...offered: Record<string, unknown>[]) =>
      table({ ...facts(...offered), quote: given }).includes("Loss unknown")
    expect([warned(priced), warned(priced, bare), warned(bare, priced), warned(bare)]).to.deep.equal([
      ...[false, true, true, true],
    ])
  })

  const worth = (amount: string, name: string, more: object = {}) =>
    routeOnWire({
      output: amountOnWire({ amount, minAmountOut: amount, valueInUsd: 12 }),
      routeDetails: { name, priceImpact: "0.1234" },
      gasFee: { feeInUsd: 0.25 },
      estimatedTime: 60,
      ...more,
    })

  it("gives each width the most that fits: first amounts and names are shortened, then columns left out", () => {
    const long = worth("12450001234567890123", "Constant Press + Mint Bridge + Curve")
    const tagged = worth("1000000000000", "Dust", { userOp: "deposit" })
    /** The titles and the routes of a table. */
    const shown = (columns: number, ...offered: Record<string, unknown>[]) => {
      const text = table({ ...facts(...offered), quote: { input: { valueInUsd: 12.5 } as never } }, columns)
      const lines = text.slice(text.lastIndexOf("\n\n") + 2).split("\n")
      return lines.map((line) => line.trim().replaceAll(/ {2,}/g, " | "))
    }
    const exact = "12.450001234567890123 DAI"
    const all = [
      "route | you get | at least | loss | impact | gas | time",
      "Dust | 0.000001 DAI | 0.000001 DAI | 4 % | 0.12 % | $0.25 | 1 min 00 s | deposit",
      `best | Constant Press + Mint Bridge + Curve | ${exact} | ${exact} | 4 % | 0.12 % | $0.25 | 1 min 00 s`,
    ]
    const [name28, name16, name12] = ["Constant Press + Mint Bridg…", "Constant Press …", "Constant Pr…"]
    const [gas, deposit] = [" | $0.25", " | deposit"]
    const short = (name: string | undefined, more = "", note = "") => [
      `route | DAI you get | at least | loss | impact${more && " | gas"} | time`,
      `Dust | 0.000001 | 0.000001 | 4 % | 0.12 %${more} | 1 min 00 s${note}`,
      `best | ${name} | 12.4500… | 12.4500… | 4 % | 0.12 %${more} | 1 min 00 s`,
    ]
    const narrow = [
      "route | DAI you get | loss | impact | time",
      "Dust | 0.000001 | 4 % | 0.12 % | 1 min 00 s",
      `best | ${name12} | 12.4500… | 4 % | 0.12 % | 1 min 00 s`,
    ]
    const least = [
      "route | DAI you get | loss | time",
      "Dust | 0.000001 | 4 % | 1 min 00 s",
      `best | ${name12} | 12.4500… | 4 % | 1 min 00 s`,
    ]
    for (const [widest, narrowest, lines] of [
      [200, 138, all],
      [137, 99, short(name28, gas, deposit)],
      [98, 83, short(name28)],
      [82, 80, short(name16, "", deposit)],
      [79, 71, short(name16)],
      [70, 57, narrow],
      [56, 49, least],
    ] as const) {
      for (const columns of [widest, narrowest])
        expect(shown(columns, long, tagged), String(columns)).to.deep.equal(lines)
    }
    // Without notes, the gas is left out after names have become shorter.
    for (const [widest, narrowest, line] of [
      [128, 90, short(name28, gas)[2]],
      [89, 83, short(name28)[2]],
      [82, 78, short(name16, gas)[2]],
      [77, 71, short(name16)[2]],
    ] as const) {
      for (const columns of [widest, narrowest]) expect(shown(columns, long)[1], String(columns)).to.equal(line)
    }
  })

  it("shows dollars to the cent, and less than a cent as such", () => {
    expect([1.005, 0.001, -0.001, -2, 0].map(dollars)).to.deep.equal(["$1.00", "<$0.01", "-<$0.01", "-$2.00", "$0.00"])
  })
})
