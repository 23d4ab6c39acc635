import type { Finding } from "#extras/audit/src/linting/lintSources.js"
import { docsOf, ruleNames, scsvsOf } from "#extras/audit/src/linting/rules.js"
import { paint } from "#src/terminal/paint.js"
import { apart, prose, type Report } from "#src/terminal/report.js"

/** Findings: each with its place as editors link it, then how many there are of each rule. */
export function lintReport(findings: readonly Finding[], files: number): Report {
  const of = `${String(files)} ${files === 1 ? "file" : "files"}`
  if (findings.length === 0) return `Nothing was found in ${of}.`
  const counts = ruleNames
    .map((name) => ({ name, count: findings.filter(({ rule }) => rule === name).length }))
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${String(count)} ${name}`)
  const total = `${String(findings.length)} ${findings.length === 1 ? "finding" : "findings"} in ${of}`
  return apart(
    findings.map(({ rule, file, line, column, says }) => [
      `${paint.bold(`${file}:${String(line)}:${String(column)}`)}  ${paint.red(rule)}`,
      prose(says, "  ", "  "),
      `  ${paint.dim(docsOf(rule))}`,
    ]),
    prose(`${total}: ${counts.join(", ")}.`, "", ""),
  )
}

/** A finding with the fields that it has in JSON. */
export function lintFields({ rule, says, ...place }: Finding): Record<string, unknown> {
  return { rule, ...place, says, docs: docsOf(rule), scsvs: scsvsOf(rule) }
}
