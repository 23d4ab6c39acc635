import type { Finding } from "#extras/audit/src/linting/lintSources.js"
import { docsOf, ruleNames, scsvsOf } from "#extras/audit/src/linting/rules.js"
import { escapeLine } from "#src/terminal/paint.js"
import { maxTextWidth, wrap } from "#src/terminal/table.js"
import type { Printer } from "#src/terminal/terminal.js"

/** Lays out findings: each with its place as editors link it, then how many there are of each rule. */
export function lintReport(findings: readonly Finding[], files: number, { paint, columns }: Printer): string {
  const width = Math.min(columns, maxTextWidth) - 2
  const of = `${String(files)} ${files === 1 ? "file" : "files"}`
  if (findings.length === 0) return `Nothing was found in ${of}.`
  const shown = findings.flatMap(({ rule, file, line, column, says }) => [
    `${paint.bold(escapeLine(`${file}:${String(line)}:${String(column)}`))}  ${paint.red(rule)}`,
    ...wrap(escapeLine(says), width).map((part) => `  ${part}`),
    `  ${paint.dim(docsOf(rule))}`,
  ])
  const counts = ruleNames
    .map((name) => ({ name, count: findings.filter(({ rule }) => rule === name).length }))
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${String(count)} ${name}`)
  const total = `${String(findings.length)} ${findings.length === 1 ? "finding" : "findings"} in ${of}: ${counts.join(", ")}.`
  return [...shown, "", ...wrap(total, width)].join("\n")
}

/** A finding with the fields that it has in JSON. */
export function lintFields({ rule, says, ...place }: Finding): Record<string, unknown> {
  return { rule, ...place, says, docs: docsOf(rule), scsvs: scsvsOf(rule) }
}
