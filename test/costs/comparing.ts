import { writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import { compareCosts, costChanges } from "#src/costs/compareCosts.js"
import { costReportSchema, readSavedCosts, writeCosts } from "#src/costs/costReport.js"
import { costTables } from "#src/costs/costTables.js"
import type { Measurement } from "#src/costs/measureWorld.js"
import type { WorldCosts } from "#src/costs/WorldCosts.js"
import { summarizeCosts } from "#src/costs/WorldCosts.js"
import { writeReport } from "#src/costs/writeReport.js"
import { paint } from "#src/terminal/paint.js"
import { plainText, renderText } from "#src/terminal/renderText.js"
import type { Saved } from "#test/fixtures/costs/Saved.js"
import { failure } from "#test/fixtures/failure.js"
import { recordTerminal } from "#test/fixtures/output/recordedTerminal.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

const greet = { contract: "Greeter", functionName: "greet" }
const fee = 381_280_000_000_000n

/** The costs of a greeting whose `inbound` used so much gas, each time once. */
function costsOf(...gasUsed: readonly bigint[]): WorldCosts {
  return summarizeCosts([
    ...gasUsed.flatMap((gas, index): Measurement[] => [
      { ...greet, kind: "fee", key: `fee ${index}`, wei: fee },
      { ...greet, kind: "outbound", key: `outbound ${index}`, gasUsed: 142_560n },
      { ...greet, kind: "inbound", key: `inbound ${index}`, gasUsed: gas, gasLimit: 200_000n },
    ]),
    { contract: "CounterAppGateway", functionName: "add", kind: "request", key: "request", credits: 5n * 10n ** 15n },
  ])
}

describe("the report of what tests cost", () => {
  it("is a table for each kind of figure, and says how much of the gas limit was used at most", () => {
    const text = plainText(costTables(costsOf(48_211n, 31_000n)), 80)
    expect(text).to.equal(
      [
        "Fee of a message, in native tokens of its source chain",
        "function       messages         min      median         max",
        "Greeter.greet         2  0.00038128  0.00038128  0.00038128",
        "",
        "Gas of a transaction that sends messages",
        "function       transactions      min   median      max",
        "Greeter.greet             2  142,560  142,560  142,560",
        "",
        "Gas of inbound, and how much of the gas limit it needs",
        "function       messages     min  median     max      inbound used at most",
        "Greeter.greet         2  31,000  39,605  48,211  48,211 of 200,000 (24 %)",
        "",
        "Credits of a request",
        "function               requests    min  median    max",
        "CounterAppGateway.add         1  0.005   0.005  0.005",
      ].join("\n"),
    )
    for (const line of text.split("\n")) expect(line).to.have.length.at.most(80)
  })

  it("names the delivery that used the largest part of its limit, whichever came first, and marks one that is tight", () => {
    const inbound = (gasUsed: bigint, gasLimit: bigint): Measurement => ({
      ...{ ...greet, kind: "inbound", key: `inbound ${gasUsed}` },
      ...{ gasUsed, gasLimit },
    })
    const sent: Measurement = { ...greet, kind: "fee", key: "fee", wei: fee }
    const most = (...deliveries: Measurement[]) => summarizeCosts([sent, ...deliveries]).messages[0]?.inboundAtMost
    const [low, high, large] = [inbound(10n, 100n), inbound(90n, 100n), inbound(800n, 10_000n)]
    for (const deliveries of [
      [low, high, large],
      [large, high, low],
      [high, large, low],
    ]) {
      expect(most(...deliveries)).to.deep.equal({ gasUsed: 90n, gasLimit: 100n, share: 0.9 })
    }
    expect(most(inbound(5n, 0n))).to.include({ share: 0 })
    const tables = [inbound(8_999n, 10_000n), high].map((one) => renderText(costTables(summarizeCosts([sent, one]))))
    expect(tables.map((text) => text.includes(paint.magenta("90 of 100 (90 %)")))).to.deep.equal([false, true])
  })

  it("has tables only for what there is", () => {
    const [messages, requests] = [costsOf(1n).messages, costsOf(1n).requests]
    const headings = (costs: WorldCosts) =>
      plainText(costTables(costs), 80)
        .split("\n\n")
        .map((table) => table.split("\n")[0])
    expect(headings({ messages: [], requests })).to.deep.equal(["Credits of a request"])
    const unsent = { ...messages[0]!, outboundGas: undefined, inboundGas: undefined, inboundAtMost: undefined }
    expect(headings({ messages: [unsent], requests: [] })).to.have.length(1)
    expect(headings({ messages, requests: [] })).to.have.length(3)
  })

  it("is by contract and function, in alphabetical order, and has no messages for what was only sent for", () => {
    const rows = [
      ["B", "a"],
      ["A", "b"],
      ["A", "a"],
      ["B", "a"],
    ].map(([contract = "", functionName = ""], index) => ({
      ...{ contract, functionName, key: String(index) },
    }))
    const fees = rows.map((row, index): Measurement => ({ ...row, kind: "fee", wei: BigInt(index) }))
    const requests = rows.map((row, index): Measurement => ({ ...row, kind: "request", credits: BigInt(10 * index) }))
    const costs = summarizeCosts([...fees, ...requests])
    const listed = [...costs.messages, ...costs.requests].map(({ contract, functionName }) => contract + functionName)
    expect(listed).to.deep.equal(["Aa", "Ab", "Ba", "Aa", "Ab", "Ba"])
    expect(costs.messages[2]?.fee).to.deep.equal({ min: 0n, median: 1n, max: 3n, count: 2 })
    expect(costs.requests[2]?.credits).to.deep.equal({ min: 0n, median: 15n, max: 30n, count: 2 })
    expect(summarizeCosts(requests).messages).to.deep.equal([])
  })

  it("says that there is nothing to report", () => {
    const none = { messages: [], requests: [] }
    expect(plainText(costTables(none))).to.contain("there are no costs to report")
  })

  it("is a file that its schema describes, and that is read as it was written", () => {
    const costs = costsOf(48_211n)
    expect(costReportSchema.parse(JSON.parse(writeCosts(costs)))).to.deep.equal(costs)
    // A message that was neither sent by a call of its own nor delivered.
    const [whole] = costs.messages
    const unsent = {
      ...whole!,
      functionName: "send",
      outboundGas: undefined,
      inboundGas: undefined,
      inboundAtMost: undefined,
    }
    const both = { ...costs, messages: [whole!, unsent] }
    expect(costReportSchema.parse(JSON.parse(writeCosts(both)))).to.deep.equal(both)
    expect(writeCosts(both)).to.contain('"outboundGas": null')
    expect(compareCosts(both, both)).to.deep.equal({ rises: [], added: [], gone: [] })
    expect(plainText(costTables(both), 80).split("\n\n")[2]).to.not.contain("send")
  })
})

describe("comparing with the costs of an earlier run", () => {
  const compare = (before: WorldCosts, now: WorldCosts): string =>
    plainText(costChanges(compareCosts(before, now), "costs.json"), 80)

  it("finds nothing if nothing rose, and does not mind what fell", () => {
    expect(compare(costsOf(40_000n), costsOf(40_000n))).to.match(/^No figure rose since costs\.json\.$/)
    expect(compareCosts(costsOf(40_000n), costsOf(39_000n)).rises).to.deep.equal([])
  })

  it("says what rose and by how much", () => {
    expect(compare(costsOf(40_000n), costsOf(40_001n, 42_000n))).to.equal(
      [
        "2 figures rose since costs.json.",
        "function       figure               before     now          rose by",
        "Greeter.greet  inbound gas, median  40,000  41,000  +1,000 (2.50 %)",
        "Greeter.greet  inbound gas, max     40,000  42,000  +2,000 (5.00 %)",
      ].join("\n"),
    )
  })

  it("says by how much in percent with two digits, and of what was zero only by how much", () => {
    const rise = (before: bigint, now: bigint): string =>
      plainText(
        costChanges({ rises: [{ name: "a", figure: "b", before, now }], added: [], gone: [] }, "costs.json"),
        80,
      )
    expect(rise(0n, 1_234n)).to.match(/^1 figure rose since .* 0 +1,234 +\+1,234$/s)
    expect(rise(10_000n, 10_205n)).to.match(/ \+205 \(2\.05 %\)$/)
    expect(rise(100n, 250n)).to.match(/ \+150 \(150\.00 %\)$/)
    expect(compareCosts(costsOf(0n), costsOf(1n)).rises).to.have.length(2)
  })

  it("is a table where its lines fit the window and 80 columns, and else a block of each figure", () => {
    const linesOf = (nameLength: number, columns: number) => {
      const rise = { name: "x".repeat(nameLength), figure: "b", before: 1n, now: 2n }
      const changes = { rises: [rise], added: [], gone: [] }
      return plainText(costChanges(changes, "costs.json"), columns).split("\n").length
    }
    expect([linesOf(44, 500), linesOf(45, 500), linesOf(24, 60), linesOf(25, 60)]).to.deep.equal([3, 6, 3, 6])
  })

  it("ends the run with a failure only if a figure rose", async () => {
    const terminal = recordTerminal()
    const { out } = terminal
    const options = { isShown: false, jsonFile: undefined, compareFile: "costs.json" }
    const write = (before: WorldCosts | undefined, now: bigint) => writeReport(costsOf(now), before, options, out)
    expect(await write(undefined, 40_000n)).to.equal(false)
    expect(terminal.stdout()).to.equal("")
    expect(await write(costsOf(40_000n), 40_000n)).to.equal(false)
    expect(await write(costsOf(40_000n), 40_001n)).to.equal(true)
    expect(terminal.stdout()).to.contain("since costs.json").and.not.to.contain("Fee of a message")
    expect(await writeReport(costsOf(1n), undefined, { ...options, isShown: true }, out)).to.equal(false)
    expect(terminal.stdout()).to.contain("Fee of a message")
  })

  it("names the functions that are new and those that are gone", () => {
    const renamed: WorldCosts = { messages: [{ ...costsOf(1n).messages[0]!, functionName: "welcome" }], requests: [] }
    expect(compare(costsOf(1n), renamed)).to.equal(
      [
        "No figure rose since costs.json.",
        "New since then: Greeter.welcome.",
        "Not measured any more: Greeter.greet, CounterAppGateway.add.",
      ].join("\n"),
    )
  })

  it("refuses a file that is missing or damaged", async () => {
    await using folder = await temporaryFolder()
    const file = path.join(folder.path, "costs.json")
    const missing = await failure(readSavedCosts(file))
    expect(missing).to.include({ code: "SAVED_COSTS_INVALID" })
    expect(missing.message).to.equal(
      [
        "There are no costs of an earlier test run to compare with.",
        `  file: ${file}`,
        "  problem: it cannot be read: there is no such file",
        `Save them first: npx hardhat test --plugs-report-json ${file}. No test has run.`,
      ].join("\n"),
    )
    const report = JSON.parse(writeCosts(costsOf(1n))) as Saved<WorldCosts>
    const damaged = { ...report, requests: [{ ...report.requests[0], credits: { min: "-1" } }] }
    for (const [text, problem] of [
      ["{", "it is not JSON"],
      ["{}", "schemaVersion: "],
      [JSON.stringify(damaged), "requests.0.credits.min: "],
    ] as const) {
      await writeFile(file, text)
      expect((await failure(readSavedCosts(file))).facts["problem"]).to.contain(problem)
    }
  })
})
