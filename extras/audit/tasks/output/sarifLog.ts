import type { Finding } from "#extras/audit/src/linting/lintSources.js"
import { docsOf, ruleNames, rules, rulesPage, scsvsOf } from "#extras/audit/src/linting/rules.js"
import { toJson } from "#src/terminal/printJson.js"

/** How a log begins, so that it replaces only logs. */
export const sarifStart = '{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"tool"'

/** Writes findings as a log of SARIF 2.1.0, as code scanning services read it. Paths are from the root of the project. */
export function sarifLog(findings: readonly Finding[]): string {
  const driver = {
    name: "hardhat-plugs",
    informationUri: rulesPage,
    rules: ruleNames.map((rule) => {
      const scsvs = scsvsOf(rule)
      const text = `${rules[rule].says.replaceAll("`", "")}.`
      const says = `${text.charAt(0).toUpperCase()}${text.slice(1)}`
      return {
        ...{ id: rule, shortDescription: { text: says }, fullDescription: { text: says }, helpUri: docsOf(rule) },
        help: { text: `${says} ${docsOf(rule)}` },
        defaultConfiguration: { level: "warning" },
        properties: { tags: ["security", ...(scsvs === null ? [] : [`SCSVS-${scsvs}`])] },
      }
    }),
  }
  const results = findings.map(({ rule, file, says, ...place }) => ({
    ...{ ruleId: rule, ruleIndex: ruleNames.indexOf(rule), level: "warning", message: { text: says } },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: file.split("/").map(encodeURIComponent).join("/"), uriBaseId: "%SRCROOT%" },
          region: {
            ...{ startLine: place.line, startColumn: place.column },
            ...{ endLine: place.endLine, endColumn: place.endColumn },
          },
        },
      },
    ],
  }))
  const runs = [{ tool: { driver }, columnKind: "utf16CodeUnits", results }]
  return `${toJson({ $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs })}\n`
}
