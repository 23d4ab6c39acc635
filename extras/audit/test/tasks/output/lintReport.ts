import { expect } from "chai"
import { describe, it } from "mocha"

import type { Finding } from "#extras/audit/src/linting/lintSources.js"
import { docsOf, ruleNames, rules, rulesPage, scsvsOf } from "#extras/audit/src/linting/rules.js"
import { lintFields, lintReport } from "#extras/audit/tasks/output/lintReport.js"
import { sarifLog, sarifStart } from "#extras/audit/tasks/output/sarifLog.js"
import { plainText } from "#src/terminal/renderText.js"
import { markColors } from "#test/fixtures/output/markColors.js"

const place = { file: "contracts/odd name#1.sol", line: 12, column: 5, endLine: 13, endColumn: 9 }
const finding = (rule: (typeof ruleNames)[number], more: Partial<Finding> = {}): Finding => {
  return { rule, ...place, says: `It is ${rule}.`, ...more }
}
const [first, second, third] = ruleNames as [(typeof ruleNames)[0], (typeof ruleNames)[0], (typeof ruleNames)[0]]

describe("lintReport", () => {
  const report = (findings: readonly Finding[], files: number) => markColors(lintReport(findings, files))

  it("counts files where nothing was found", () => {
    expect(report([], 1)).to.deep.equal(["Nothing was found in 1 file."])
    expect(report([], 0)).to.deep.equal(["Nothing was found in 0 files."])
    expect(report([], 12)).to.deep.equal(["Nothing was found in 12 files."])
  })

  it("has each finding with its place and its page, and how many there are of each rule, in the order of the rules", () => {
    const of = (rule: (typeof ruleNames)[number], at = "12:5") => [
      `<bold>contracts/odd name#1.sol:${at}</>  <red>${rule}</>`,
      `  It is ${rule}.`,
      `  <dim>${docsOf(rule)}</>`,
    ]
    expect(report([finding(second)], 1)).to.deep.equal([...of(second), "", `1 finding in 1 file: 1 ${second}.`])
    const three = [finding(third), finding(first, { line: 1, column: 1 }), finding(third)]
    expect(report(three, 2)).to.deep.equal([
      ...[...of(third), ...of(first, "1:1"), ...of(third), ""],
      `3 findings in 2 files: 1 ${first}, 2 ${third}.`,
    ])
  })

  it("keeps to a narrow window, but for what is copied, and shows no letter that a terminal obeys", () => {
    const says = `\u001b[2J${"word ".repeat(30).trim()}`
    const lines = plainText(lintReport([finding(first, { says })], 1), 40).split("\n")
    expect(lines.join("\n")).not.to.contain("\u001b")
    const wide = lines.filter((line) => line.length > 40)
    expect(wide.every((line) => line.includes(docsOf(first)) || line.startsWith(place.file))).to.equal(true)
    expect(lines.length).to.be.above(6)
  })
})

describe("a finding in JSON", () => {
  it("has its place, its page and its number in the standard", () => {
    expect(lintFields(finding(first))).to.deep.equal({
      ...{ rule: first, ...place, says: `It is ${first}.`, docs: docsOf(first), scsvs: scsvsOf(first) },
    })
  })
})

describe("sarifLog", () => {
  it("has every rule as a sentence, and each finding with its place as a link has it", () => {
    const text = sarifLog([finding(third), finding(first, { file: "a/b.sol" })])
    expect(text.startsWith(sarifStart)).to.equal(true)
    expect(text.endsWith("}\n")).to.equal(true)
    const { runs } = JSON.parse(text) as { runs: { tool: { driver: Driver }; results: object[]; columnKind: string }[] }
    type Driver = { name: string; informationUri: string; rules: object[] }
    const [{ tool, results, columnKind }, ...others] = runs as [(typeof runs)[0]]
    expect([others, columnKind]).to.deep.equal([[], "utf16CodeUnits"])
    expect([tool.driver.name, tool.driver.informationUri]).to.deep.equal(["hardhat-plugs", rulesPage])
    expect(tool.driver.rules).to.deep.equal(
      ruleNames.map((id) => {
        const says = rules[id].says.replaceAll("`", "")
        const sentence = `${says.charAt(0).toUpperCase()}${says.slice(1)}.`
        const number = scsvsOf(id)
        return {
          ...{ id, shortDescription: { text: sentence }, fullDescription: { text: sentence }, helpUri: docsOf(id) },
          ...{ help: { text: `${sentence} ${docsOf(id)}` }, defaultConfiguration: { level: "warning" } },
          properties: { tags: number === null ? ["security"] : ["security", `SCSVS-${number}`] },
        }
      }),
    )
    const result = (ruleId: (typeof ruleNames)[number], uri: string) => ({
      ...{ ruleId, ruleIndex: ruleNames.indexOf(ruleId), level: "warning", message: { text: `It is ${ruleId}.` } },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri, uriBaseId: "%SRCROOT%" },
            region: { startLine: 12, startColumn: 5, endLine: 13, endColumn: 9 },
          },
        },
      ],
    })
    expect(results).to.deep.equal([result(third, "contracts/odd%20name%231.sol"), result(first, "a/b.sol")])
  })
})
