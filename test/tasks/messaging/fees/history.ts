import { expect } from "chai"
import { describe, it } from "mocha"
import { type Client, createClient, custom } from "viem"

import type { FeeHistory, FeePath } from "../../../../src/messaging/history/FeeHistory.js"
import { systemClock } from "../../../../src/primitives/clock.js"
import { spreadOf } from "../../../../src/primitives/numbers/spread.js"
import { type CoinPrice, readPrice } from "../../../../tasks/messaging/fees/readPrice.js"
import { printFeeHistory } from "../../../../tasks/messaging/output/feeHistory.js"
import { eventually } from "../../../fixtures/clocks/eventually.js"
import { createFastClock } from "../../../fixtures/clocks/fastClock.js"
import { createManualClock } from "../../../fixtures/clocks/manualClock.js"
import { recordTerminal } from "../../../fixtures/output/recordedTerminal.js"

const unknown = {
  ...{ estimatedNow: null, demanded: null, demandedNow: null, attached: null, refunded: null },
  ...{ gasUsed: null, deliveryCost: null },
}

/** A path whose nodes show nothing but what the logs have. */
const bare: FeePath = {
  ...{ srcChainSlug: 1, dstChainSlug: 2, sent: 3, delivered: 2, measured: 2 },
  fees: { ...unknown, paid: spreadOf([10n ** 15n, 2n * 10n ** 15n]) },
  forecast: { byPast: null, byGas: null },
}

const coin = (chainSlug: number, usd: number | null, problem: string | null = null): CoinPrice => {
  return { chain: `c${chainSlug}`, chainSlug, symbol: "ETH", usd, problem }
}

type Shown = { readonly format?: "table" | "csv" | "json"; readonly prices?: readonly CoinPrice[]; columns?: number }

function print(
  history: Partial<FeeHistory>,
  { format = "table", prices = [coin(1, null), coin(2, null)] }: Shown = {},
) {
  const terminal = recordTerminal({ columns: 200 })
  const options = {
    since: new Date(1_700_000_000_000),
    chainName: (slug: number) => `c${slug}`,
    forecast: 100,
    error: undefined,
  }
  printFeeHistory({ paths: [], searched: [], problems: [], ...history }, { ...options, format, prices }, terminal)
  return { stdout: terminal.stdout(), stderr: terminal.stderr(), lines: terminal.stdout().trimEnd().split("\n") }
}

describe("printFeeHistory", () => {
  it("leaves empty what is not known, never zero, and says which node does not show it", () => {
    const { stdout, stderr } = print({ paths: [bare] })
    expect(stdout).to.match(/^c1 → c2: 3 sent, 2 delivered\n/)
    expect(stdout).to.match(/^attached \(ETH\) +0 +– +– +–$/m)
    expect(stdout).to.match(/^delivering \(ETH\) +0 +– +– +–$/m)
    expect(stdout).to.match(/^paid to the socket \(ETH\) +2 +0\.001 +0\.002 +0\.002$/m)
    expect(stdout).to.not.contain("socket minimum now")
    const notes = stderr.trimEnd().split("\n")
    expect(
      notes.map((note) => /^c1 → c2: (.*) is not known of 2, because the node of (c.) /.exec(note)?.slice(1)),
    ).to.deep.equal([
      ["socket minimum", "c1"],
      ["attached", "c1"],
      ["refunded", "c1"],
      ["gas of delivering", "c2"],
      ["delivering", "c2"],
      ["more as attached", "c1"],
      ["more by gas now", "c2"],
      undefined,
    ])
    const one = print({ paths: [{ ...bare, delivered: 1, measured: 1 }] })
    expect(one.stderr.trimEnd().split("\n").at(-1)).to.equal(notes.at(-1))
    const { lines } = print({ paths: [bare] }, { format: "csv" })
    expect(lines).to.include("c1,c2,3,2,refunded,wei ETH,0,,,,,,")
    expect(lines).to.include("c1,c2,3,2,gasUsed,gas,0,,,,,,")
    expect(lines).to.include(`c1,c2,3,2,paid,wei ETH,2,${10n ** 15n},${2n * 10n ** 15n},${2n * 10n ** 15n},,,`)
    const { paths } = JSON.parse(print({ paths: [bare] }, { format: "json" }).stdout) as {
      paths: { fees: Record<string, unknown> }[]
    }
    expect(paths[0]?.fees).to.deep.include({ refunded: null, deliveryCost: null, forecastByGas: null })
  })

  it("shows money where a price is known, exactly in CSV, and none for gas", () => {
    const fees = { ...bare.fees, gasUsed: spreadOf([100_000n]), deliveryCost: spreadOf([3n * 10n ** 13n]) }
    const path = { ...bare, fees }
    const shown = { prices: [coin(1, 0.1), coin(2, null)] }
    expect(print({ paths: [path] }, shown).stdout).to.match(/^paid to the socket \(ETH\) +2 +0\.001 = \$0\.0001 /m)
    const { lines } = print({ paths: [path] }, { ...shown, format: "csv" })
    expect(lines).to.include(`c1,c2,3,2,gasUsed,gas,1,100000,100000,100000,,,`)
    expect(lines.find((line) => line.includes(",paid,"))).to.match(/,0\.0001,0\.0002,0\.0002$/)
    expect(lines.find((line) => line.includes(",deliveryCost,"))).to.match(/,30000000000000,,,$/)
    const document = JSON.parse(print({ paths: [path] }, { ...shown, format: "json" }).stdout) as {
      paths: { fees: Record<string, { usd: unknown } | null> }[]
    }
    expect(document.paths[0]?.fees["paid"]?.usd).to.deep.equal({ median: 0.0001, p90: 0.0002, worst: 0.0002 })
    expect(document.paths[0]?.fees["deliveryCost"]?.usd).to.equal(null)
  })

  it("says that the prices fail, that nothing was sent, and what could not be read", () => {
    const prices = [coin(1, null, "failed")]
    const problems = [
      { chainSlug: 2, says: "No node answers" },
      { chainSlug: null, says: "It is down" },
    ]
    const { stdout, stderr } = print({ problems }, { prices })
    expect(stdout).to.equal("No message was found since 2023-11-14 22:13:20 UTC.\n")
    expect(stderr).to.match(
      /c2 is left out: No node answers\.\nThe API .*: It is down\.\nplugs\.prices .* c1: failed\.\n$/,
    )
    expect(print({}, { format: "csv" }).lines).to.have.length(1)
    expect(JSON.parse(print({}, { format: "json" }).stdout)).to.deep.include({ since: 1_700_000_000_000, paths: [] })
    const some = print({ paths: [{ ...bare, delivered: 5 }] })
    expect(some.lines[0]).to.equal("c1 → c2: 3 sent, 5 delivered, the newest 2 measured")
    const unread = print({ paths: [{ ...bare, delivered: null, measured: 0 }] })
    expect(unread.stdout).to.equal("c1 → c2: 3 sent, c2 could not be read\n")
  })
})

describe("the price of a chain's currency", () => {
  const request = () => Promise.resolve("0xa029")
  const client: Client = createClient({ transport: custom({ request }) })
  const swap = { prices: {} } as never
  const ask = (prices: unknown, more: object = { swap }, clock = systemClock) =>
    readPrice({ swap, ...more, prices: prices as never }, { client, name: "alpha", slug: 41_001 }, { clock })

  it("is what the project's function says of the chain and its symbol", async () => {
    const prices = (chain: string, symbol: string) => Promise.resolve(chain === "alpha" && symbol === "ETH" ? 3_000 : 1)
    expect(await ask(prices)).to.include({ chainSlug: 41_001, symbol: "ETH", usd: 3_000, problem: null })
  })

  it("is what swap.prices says of the symbol if there is no function, and else unknown", async () => {
    const table = { swap: { prices: { alpha: { eth: 2_000 } } } as never }
    expect(await ask(undefined, table)).to.include({ usd: 2_000, problem: null })
    expect(await ask(() => 1, table)).to.include({ usd: 1 })
    expect(await ask(undefined)).to.include({ usd: null, problem: null })
    expect(await ask(() => undefined)).to.include({ usd: null, problem: null })
  })

  it("is unknown, with the reason, of a function that throws, does not end, or returns no price", async () => {
    const secret = "https://prices.example/?key=secret"
    const thrown = await ask(() => {
      throw new Error(secret)
    })
    expect(thrown).to.include({ usd: null, problem: "failed" })
    expect(JSON.stringify(thrown)).to.not.contain("secret")
    expect(await ask(() => Promise.reject(new Error(secret)))).to.include({ usd: null, problem: "failed" })
    const endless = await ask(() => new Promise(() => undefined), {}, createFastClock(10_000))
    expect(endless).to.include({ usd: null, problem: "timed out" })
    const late = createManualClock()
    const slow = ask(() => late.sleep(9_999).then(() => 7), {}, late)
    await eventually(() => Promise.resolve(late.sleepers === 2))
    await late.advance(9_999)
    expect(await slow).to.include({ usd: 7, problem: null })
    for (const wrong of [Number.NaN, Infinity, 0, -1, 1e13, "3000", null, 3_000n]) {
      const { usd, problem } = await ask(() => wrong)
      expect([usd, typeof problem], String(wrong)).to.deep.equal([null, "string"])
    }
  })
})
