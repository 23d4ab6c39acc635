import { expect } from "chai"
import { describe, it } from "mocha"

import type { FeePath } from "#src/messaging/history/measureMessages.js"
import type { Spread } from "#src/primitives/numbers/spread.js"
import { type CoinPrice, feeHistoryFound } from "#tasks/messaging/output/feeHistory.js"
import { printFound } from "#test/fixtures/output/printFound.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"

const spread = (known: number, median: bigint, p90: bigint, worst: bigint): Spread => ({ known, median, p90, worst })
const unknown = {
  ...{ estimatedNow: null, demanded: null, demandedNow: null, attached: null },
  ...{ refunded: null, paid: null, gasUsed: null, deliveryCost: null },
}
const path = (more: Partial<FeePath> = {}): FeePath => ({
  ...{ srcChainSlug: 1, dstChainSlug: 2, sent: 4, delivered: 3, measured: 3, fees: unknown, forecast: null },
  ...more,
})
const alpha: CoinPrice = { chain: "alpha", chainSlug: 1, symbol: "ETH", usd: 2.5, problem: null }
const beta: CoinPrice = { chain: "beta", chainSlug: 2, symbol: "POL", usd: 0.000_000_123_456, problem: null }

const noPrices = [
  { ...alpha, usd: null },
  { ...beta, usd: null },
]

type Printed = { readonly paths: readonly { readonly fees: Readonly<Record<string, { usd: unknown } | null>> }[] }

function print(
  paths: readonly FeePath[],
  {
    format = "table",
    prices = [alpha, beta],
    forecast,
    problems = [],
  }: {
    readonly format?: "table" | "csv" | "json"
    readonly prices?: readonly CoinPrice[]
    readonly forecast?: number
    readonly problems?: readonly { readonly chainSlug: number | null; readonly says: string }[]
  } = {},
) {
  const terminal = recordTerminal({ columns: 300, env: { NO_COLOR: "1" } })
  const chainName = (slug: number) => ["", "alpha", "beta"][slug] ?? String(slug)
  const options = { since: new Date(86_400_000), prices, chainName, forecast, csv: format === "csv" }
  printFound(feeHistoryFound({ paths, searched: [], problems }, options), format === "json", terminal)
  const linesOf = (text: string) => text.split("\n").filter((line) => line !== "")
  return { out: linesOf(terminal.stdout()), err: linesOf(terminal.stderr()) }
}
const cells = (line = "") => line.trim().split(/ {2,}/)

describe("the history of fees", () => {
  const paid = spread(3, 123_456_499_999_999_999n, 123_456_500_000_000_000n, 999_999_600_000_000_000n)
  const fees = { ...unknown, paid, gasUsed: spread(2, 21_000n, 1_234_567n, 1_234_568n) }

  it("rounds amounts to six digits, half of the last one up, and shows gas as it is", () => {
    const rows = print([path({ fees })], { prices: [] }).out.map(cells)
    expect(rows.find(([first]) => first?.startsWith("paid"))).to.deep.equal([
      ...["paid to the socket (coins)", "3", "0.123456", "0.123457", "1"],
    ])
    expect(rows.find(([first]) => first?.startsWith("gas"))).to.deep.equal([
      ...["gas of delivering", "2", "21000", "1234567", "1234568"],
    ])
    const small = print([path({ fees: { ...unknown, paid: spread(1, 7n, 999_999n, 1_234_567n) } })], { prices: [] })
    expect(
      small.out
        .map(cells)
        .find(([first]) => first?.startsWith("paid"))
        ?.slice(1),
    ).to.deep.equal([...["1", "0.000000000000000007", "0.000000000000999999", "0.00000000000123457"]])
  })

  it("has what each amount is worth by the currency of its own chain, to twelve digits of a dollar", () => {
    const both = { ...fees, deliveryCost: spread(3, 10n ** 18n, 10n ** 18n, 2n * 10n ** 18n) }
    const { out } = print([path({ fees: both })])
    const rows = out.map(cells)
    expect(rows.find(([first]) => first?.startsWith("paid"))?.[2]).to.equal("0.123456 = $0.308641")
    expect(rows.find(([first]) => first?.startsWith("delivering"))).to.deep.equal([
      ...["delivering (POL)", "3", "1 = $0.000000123456", "1 = $0.000000123456", "2 = $0.000000246912"],
    ])
    const [csv] = print([path({ fees: both })], { format: "csv" }).out.filter((line) => line.includes("deliveryCost"))
    expect(csv).to.equal(
      "alpha,beta,4,3,deliveryCost,wei POL,3,1000000000000000000,1000000000000000000,2000000000000000000,0.000000123456,0.000000123456,0.000000246912",
    )
    const document = print([path({ fees: both })], { format: "json" }).out.join("")
    const { paths } = JSON.parse(document) as Printed
    expect(paths[0]?.fees["gasUsed"]).to.deep.equal({
      ...{ known: 2, median: "21000", p90: "1234567", worst: "1234568", usd: null },
    })
    expect(paths[0]?.fees["attached"]).to.equal(null)
    expect(paths[0]?.fees["deliveryCost"]?.usd).to.deep.equal({
      ...{ median: 0.000_000_123_456, p90: 0.000_000_123_456, worst: 0.000_000_246_912 },
    })
  })

  it("shows what the socket demands now only where some node says it, and what is not known as a dash", () => {
    const labels = (more: object) => print([path({ fees: { ...fees, ...more } })]).out.map((line) => cells(line)[0])
    expect(labels({})).to.not.include("socket minimum now (ETH)")
    expect(labels({ demandedNow: spread(1, 5n, 5n, 5n) })).to.include("socket minimum now (ETH)")
    const row = print([path({ fees })])
      .out.map(cells)
      .find(([first]) => first === "attached (ETH)")
    expect(row).to.deep.equal(["attached (ETH)", "0", "–", "–", "–"])
  })

  it("forecasts so many messages more, by what was attached and by gas", () => {
    const forecast = { byPast: spread(3, 5n, 6n, 7n), byGas: null }
    const { out } = print([path({ fees, forecast })], { forecast: 100 })
    expect(out.map((line) => cells(line).slice(0, 2)).slice(-2)).to.deep.equal([
      ["100 more as attached (ETH)", "3"],
      ["100 more by gas now (POL)", "0"],
    ])
  })

  it("says of a path how many messages were sent, delivered and measured, and has no table where none is", () => {
    const titleOf = (more: Partial<FeePath>) => {
      const { out, err } = print([path(more)])
      return [out[0], out.length > 1, err.some((line) => line.startsWith("The API estimates for now"))]
    }
    expect(titleOf({ measured: 1, delivered: 1 })).to.deep.equal(["alpha → beta: 4 sent, 1 delivered", true, true])
    expect(titleOf({ measured: 1 })).to.deep.equal([
      ...["alpha → beta: 4 sent, 3 delivered, the newest 1 measured", true, true],
    ])
    expect(titleOf({ measured: 0, delivered: 0 })).to.deep.equal(["alpha → beta: 4 sent, 0 delivered", false, false])
    expect(titleOf({ measured: 0, delivered: null })).to.deep.equal([
      ...["alpha → beta: 4 sent, beta could not be read", false, false],
    ])
    const two = print([path({ measured: 0, delivered: 0 }), path({ srcChainSlug: 2, dstChainSlug: 1 })])
    expect(two.err.some((line) => line.startsWith("The API estimates for now"))).to.equal(true)
  })

  it("says which node does not show what, which chain is left out, and which price is missing", () => {
    const problems = [
      { chainSlug: null, says: "it is down" },
      { chainSlug: 2, says: "no logs" },
    ]
    const noPrice = { ...beta, usd: null, problem: "it threw" }
    const whole = { ...unknown, paid: spread(3, 1n, 1n, 1n), deliveryCost: spread(1, 1n, 1n, 1n) }
    const { err } = print([path({ fees: whole })], { problems, prices: [alpha, noPrice] })
    expect(err.slice(0, 2)).to.deep.equal(["The API gives no estimate: it is down.", "beta is left out: no logs."])
    expect(err.find((line) => line.includes(": delivering is not"))).to.equal(
      "alpha → beta: delivering is not known of 2, because the node of beta does not show it.",
    )
    expect(err.some((line) => line.includes("paid to the socket"))).to.equal(false)
    expect(err.some((line) => line.includes(" now is not known"))).to.equal(false)
    expect(err).to.include("plugs.prices has none for beta: it threw.")
    expect(print([]).out).to.deep.equal(["No message was found since 1970-01-02 00:00:00 UTC."])
  })

  it("leaves empty what is not known, never zero, and says which node does not show it", () => {
    const forecast = { byPast: null, byGas: null }
    const bare = path({ fees: { ...unknown, paid: spread(2, 10n ** 15n, 2n * 10n ** 15n, 2n * 10n ** 15n) }, forecast })
    const of = { ...bare, delivered: 2, measured: 2 }
    const { out, err } = print([of], { forecast: 100, prices: noPrices })
    expect(out.map(cells).slice(2)).to.deep.equal([
      ["API estimate now (ETH)", "0", "–", "–", "–"],
      ["socket minimum (ETH)", "0", "–", "–", "–"],
      ["attached (ETH)", "0", "–", "–", "–"],
      ["refunded (ETH)", "0", "–", "–", "–"],
      ["paid to the socket (ETH)", "2", "0.001", "0.002", "0.002"],
      ["gas of delivering", "0", "–", "–", "–"],
      ["delivering (POL)", "0", "–", "–", "–"],
      ["100 more as attached (ETH)", "0", "–", "–", "–"],
      ["100 more by gas now (POL)", "0", "–", "–", "–"],
    ])
    expect(
      err.map((note) => /^alpha → beta: (.*) is not known of 2, because the node of (.*) does/.exec(note)?.slice(1)),
    ).to.deep.equal([
      ["socket minimum", "alpha"],
      ["attached", "alpha"],
      ["refunded", "alpha"],
      ["gas of delivering", "beta"],
      ["delivering", "beta"],
      ["more as attached", "alpha"],
      ["more by gas now", "beta"],
      undefined,
    ])
    const csv = print([of], { format: "csv", prices: noPrices }).out
    expect(csv).to.include("alpha,beta,4,2,refunded,wei ETH,0,,,,,,")
    expect(csv).to.include("alpha,beta,4,2,gasUsed,gas,0,,,,,,")
    expect(csv).to.include(`alpha,beta,4,2,paid,wei ETH,2,${10n ** 15n},${2n * 10n ** 15n},${2n * 10n ** 15n},,,`)
    const { paths } = JSON.parse(print([of], { format: "json", forecast: 100 }).out.join("")) as Printed
    expect(paths[0]?.fees).to.deep.include({ refunded: null, deliveryCost: null, forecastByGas: null })
  })

  it("is an empty table in CSV, and an empty list in JSON, where nothing was sent", () => {
    expect(print([], { format: "csv" }).out).to.have.length(1)
    expect(JSON.parse(print([], { format: "json" }).out.join(""))).to.deep.include({ since: 86_400_000, paths: [] })
  })
})
