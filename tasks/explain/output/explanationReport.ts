import { adviseNext, certaintyWords, type NextCommands } from "./adviseNext.js"
import type { ContractNamer } from "./createContractNamer.js"
import type { Cause, ExplainedItem, Explanation, Verdict } from "#src/explaining/Explanation.js"
import { formatAge, formatUtc } from "#src/primitives/duration.js"
import { escapeLine } from "#src/terminal/paint.js"
import { shortenHex } from "#src/terminal/shortenHex.js"
import { maxTextWidth, wrap } from "#src/terminal/table.js"
import type { Paint, Printer } from "#src/terminal/terminal.js"

export type ExplanationReportOptions = {
  /** Names contracts beside their addresses. Default: addresses alone. */
  readonly nameContracts?: ContractNamer | undefined
  /** Milliseconds since 1970. */
  readonly now: number
  readonly commands: NextCommands
}

const colors: Readonly<Record<Verdict, keyof Paint>> = {
  delivered: "green",
  waiting: "cyan",
  stuck: "magenta",
  failed: "red",
  unknown: "magenta",
}

/**
 * Lays out why something has or has not arrived, for a person: the verdict, where everything is, the causes with what was read and how to
 * fix them, and what to run next. A command stands on a line of its own and is never broken, so that it can be copied.
 *
 * @example
 * terminal.out.line(explanationReport(explanation, { now: clock.now(), commands: { again: "npx hardhat messaging explain 0x…" } }, terminal.out))
 */
export function explanationReport(
  explanation: Explanation,
  { nameContracts = String, now, commands }: ExplanationReportOptions,
  { paint, columns }: Pick<Printer, "paint" | "columns">,
): string {
  const layout = { paint, nameContracts, width: Math.min(columns, maxTextWidth) }
  const { verdict, says, causes, items } = explanation
  const kind = String(explanation.subject["kind"] ?? "")
  const sections = [
    formatVerdict(verdict, says, layout),
    ...items.map((item) => formatItem(item, { kind, now }, layout)),
    ...causes.map((cause, index) =>
      formatCause(cause, { number: index + 1, isSaid: cause.says === says, isOneOfMany: items.length > 1 }, layout),
    ),
    formatNext(explanation, commands, layout),
  ]
  return sections.map((lines) => lines.join("\n")).join("\n\n")
}

type Layout = { readonly paint: Paint; readonly nameContracts: ContractNamer; readonly width: number }

function formatVerdict(verdict: Verdict, says: string, layout: Layout): string[] {
  const color = layout.paint[colors[verdict]]
  const indent = " ".repeat(verdict.length + 2)
  const [first = "", ...others] = lay(layout.nameContracts(says), layout, indent)
  return [`${layout.paint.bold(color(verdict))}  ${first.trimStart()}`, ...others]
}

function formatItem(
  { id, status, says, since }: ExplainedItem,
  { kind, now }: { kind: string; now: number },
  layout: Layout,
): string[] {
  const { paint, width } = layout
  const title = escapeLine(`${kind} ${id}`).trimStart()
  const at = since === null ? "" : ` since ${formatTime(since)}`
  const ago = since === null || since * 1000 > now ? "" : `, ${formatAge(now - since * 1000)} ago`
  return [
    paint.bold(title.length <= width ? title : `${kind} ${shortenHex(escapeLine(id))}`.trimStart()),
    ...lay(`${status}${at}${ago}`, layout, "  "),
    ...lay(layout.nameContracts(says), layout, "  "),
  ]
}

function formatCause(
  { name, certainty, says, evidence, mend, about }: Cause,
  { number, isSaid, isOneOfMany }: { number: number; isSaid: boolean; isOneOfMany: boolean },
  layout: Layout,
): string[] {
  const { paint, nameContracts } = layout
  const ofOne = isOneOfMany && about !== null ? ` of ${shortenHex(escapeLine(about))}` : ""
  return [
    `${number}. ${paint.bold(escapeLine(name))}${ofOne}`,
    ...(isSaid ? [] : lay(nameContracts(says), layout, "   ")),
    ...lay(certaintyWords[certainty], layout, "   "),
    ...evidence.flatMap(({ source, says: read }) =>
      lay(`${source}: ${nameContracts(read, source)}`, layout, "     ").map((line) => paint.dim(line)),
    ),
    ...formatFix(mend, layout),
  ]
}

function formatFix(fix: Cause["mend"], layout: Layout): string[] {
  if (fix === null) return []
  const who = layout.nameContracts(fix.who)
  if (fix.command === null) return lay(`Fix: ${who}.`, layout, "   ")
  return [...lay(`Fix: ${who}:`, layout, "   "), formatCommand(fix.command, layout)]
}

function formatNext(explanation: Explanation, commands: NextCommands, layout: Layout): string[] {
  const { says, command } = adviseNext(explanation, commands)
  return [...lay(says, layout, ""), ...(command === null ? [] : [formatCommand(command, layout)])]
}

function formatCommand(command: string, { paint }: Layout): string {
  return `   ${paint.bold(escapeLine(command))}`
}

/** Escapes a text and breaks it into lines with this indent. */
function lay(text: string, { width }: Layout, indent: string): string[] {
  return wrap(escapeLine(text), width - indent.length).map((line) => `${indent}${line}`)
}

/**
 * Formats a time of a chain for people.
 *
 * @param seconds since 1970
 * @example
 * formatTime(1_795_322_612) // "2026-11-22 04:43:32 UTC"
 */
export function formatTime(seconds: number): string {
  return formatUtc(seconds) ?? "at no time that a calendar has"
}
