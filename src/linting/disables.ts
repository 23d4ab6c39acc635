import { inQuotes } from "../primitives/text.js"
import type { Region } from "./locate.js"
import { ruleNames } from "./rules.js"

/** A comment that disables a rule in the line of code that follows. */
type Disable = { readonly region: Region; readonly rule: string; readonly codeLine: number; readonly problem?: string }

const comment = /^\s*\/\/\s*plugs-lint-disable-next-line(?![\w-])\s*(?<rule>\S*)(?<reason>[^]*)/

/** Reads the comments that disable rules. Several can stand above a line. */
export function readDisables(content: string): Disable[] {
  const lines = content.split("\n")
  return lines.flatMap((line, index) => {
    const match = comment.exec(line)
    if (match === null) return []
    const { rule = "", reason = "" } = match.groups ?? {}
    const column = line.indexOf("//") + 1
    const region = { line: index + 1, column, endLine: index + 1, endColumn: line.trimEnd().length + 1 }
    let codeLine = index + 1
    while (comment.test(lines[codeLine] ?? "")) codeLine += 1
    const problem = findProblem(rule, reason.trim())
    return [{ region, rule, codeLine: codeLine + 1, ...(problem !== undefined && { problem }) }]
  })
}

function findProblem(rule: string, reason: string): string | undefined {
  if (!ruleNames.some((name) => name === rule && name !== "wrong-disable")) {
    return `There is no rule ${inQuotes(rule)} to disable.`
  }
  return reason === ""
    ? `The comment does not say why ${rule} is disabled: write the reason behind the rule.`
    : undefined
}
