import { expect } from "chai"
import type { GlobalOptions } from "hardhat/types/global-options"
import { describe, it } from "mocha"

import { compareCosts } from "#src/costs/compareCosts.js"
import { costReportSchema, writeCosts } from "#src/costs/costReport.js"
import { readReportOptions } from "#src/costs/reportOptions.js"
import type { Spread, WorldCosts } from "#src/costs/WorldCosts.js"

const spread = (median: bigint, max: bigint): Spread => ({ min: 1n, median, max, count: 2 })

/** The costs of two functions of which each figure is another one, times a factor. */
const costs = (times: bigint): WorldCosts => {
  const of = (median: bigint, max: bigint) => spread(median * times, max * times)
  const sends = { contract: "Plug", functionName: "send", fee: of(10n, 20n), outboundGas: of(30n, 40n) }
  const inboundAtMost = { gasUsed: 60n, gasLimit: 100n, share: 0.6 }
  return {
    messages: [{ ...sends, inboundGas: of(50n, 60n), inboundAtMost }],
    requests: [{ contract: "App", functionName: "add", credits: of(70n, 80n) }],
  }
}

describe("the figures of a report", () => {
  it("are compared each with the same one before: medians and maxima, of messages and of requests", () => {
    const rises = (name: string, figures: Readonly<Record<string, bigint>>) =>
      Object.entries(figures).map(([figure, before]) => ({ name, figure, before, now: 2n * before }))
    expect(compareCosts(costs(1n), costs(2n))).to.deep.equal({
      rises: [
        ...rises("Plug.send", { "fee in wei, median": 10n, "fee in wei, max": 20n }),
        ...rises("Plug.send", { "outbound gas, median": 30n, "outbound gas, max": 40n }),
        ...rises("Plug.send", { "inbound gas, median": 50n, "inbound gas, max": 60n }),
        ...rises("App.add", { "credits in wei, median": 70n, "credits in wei, max": 80n }),
      ],
      added: [],
      gone: [],
    })
    expect(compareCosts(costs(1n), costs(1n)).rises).to.deep.equal([])
    expect(compareCosts(costs(2n), costs(1n)).rises).to.deep.equal([])
  })

  it("are compared with none where there was none, and one of a function twice is one function", () => {
    const [sent] = costs(1n).messages
    const unsent = { ...sent!, outboundGas: undefined, inboundGas: undefined, inboundAtMost: undefined }
    const only = { messages: [unsent], requests: [] }
    expect(compareCosts(only, costs(1n))).to.deep.equal({ rises: [], added: ["App.add"], gone: [] })
    expect(compareCosts(costs(1n), only)).to.deep.equal({ rises: [], added: [], gone: ["App.add"] })
    const both = { messages: [sent!], requests: [{ contract: "Plug", functionName: "send", credits: spread(5n, 6n) }] }
    const higher = { ...both, requests: [{ ...both.requests[0]!, credits: spread(5n, 7n) }] }
    expect(compareCosts(both, higher)).to.deep.equal({
      rises: [{ name: "Plug.send", figure: "credits in wei, max", before: 6n, now: 7n }],
      added: [],
      gone: [],
    })
  })

  it("are read from a file as it is written, and from none that has another figure, another version or more", () => {
    type Json = Record<string, unknown> & { messages: Record<string, unknown>[]; requests: Record<string, unknown>[] }
    const read = () => JSON.parse(writeCosts(costs(1n))) as Json
    expect(read()["schemaVersion"]).to.equal(1)
    const isRead = (change: (report: Json) => void) => {
      const report = read()
      change(report)
      return costReportSchema.safeParse(report).success
    }
    const credits = (more: object) => (report: Json) => {
      Object.assign(report.requests[0]!["credits"] as object, more)
    }
    const atMost = (more: object) => (report: Json) => {
      Object.assign(report.messages[0]!["inboundAtMost"] as object, more)
    }
    for (const change of [credits({ min: "9".repeat(78) }), credits({ min: "0", count: 1 }), atMost({ share: 0 })]) {
      expect(isRead(change)).to.equal(true)
    }
    for (const change of [
      ...[credits({ min: "9".repeat(79) }), credits({ min: "" }), credits({ min: "-1" }), credits({ min: 1 })],
      ...[credits({ min: "0x1" }), credits({ count: 0 }), credits({ count: 1.5 }), credits({ more: 1 })],
      ...[atMost({ share: -0.1 }), atMost({ more: 1 })],
      (report: Json) => (report["schemaVersion"] = 2),
      (report: Json) => (report["more"] = 1),
      (report: Json) => (report.messages[0]!["more"] = 1),
      (report: Json) => (report.requests[0]!["more"] = 1),
      (report: Json) => (report.messages[0]!["fee"] = null),
      (report: Json) => delete report.messages[0]!["outboundGas"],
    ]) {
      expect(isRead(change), String(change)).to.equal(false)
    }
  })

  it("are reported where one of three options asks for it", () => {
    const asked = (plugsReport: boolean, plugsReportJson?: string, plugsReportCompare?: string) =>
      readReportOptions({ plugsReport, plugsReportJson, plugsReportCompare } as GlobalOptions)
    expect(asked(false)).to.equal(undefined)
    const none = { isShown: false, jsonFile: undefined, compareFile: undefined }
    expect(asked(true)).to.deep.equal({ ...none, isShown: true })
    expect(asked(false, "a.json")).to.deep.equal({ ...none, jsonFile: "a.json" })
    expect(asked(false, undefined, "b.json")).to.deep.equal({ ...none, compareFile: "b.json" })
    expect(asked(true, "a.json", "b.json")).to.deep.equal({ isShown: true, jsonFile: "a.json", compareFile: "b.json" })
  })
})
