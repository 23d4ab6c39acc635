import { adviseNext, certaintyWords, type NextCommands } from "./adviseNext.js"
import type { ContractNamer } from "./createContractNamer.js"
import type { Cause, ExplainedItem, Explanation, Verdict } from "#src/explaining/Explanation.js"
import { formatAge, formatUtc } from "#src/primitives/duration.js"
import { type Color, paint } from "#src/terminal/paint.js"
import { apart, prose, type Report, whole } from "#src/terminal/report.js"
import { shortenHex } from "#src/terminal/shortenHex.js"

export type ExplanationReportOptions = {
  /** Names contracts beside their addresses. Default: addresses alone. */
  readonly nameContracts?: ContractNamer | undefined
  /** Milliseconds since 1970. */
  readonly now: number
  readonly commands: NextCommands
}

const colors: Readonly<Record<Verdict, Color>> = {
  delivered: "green",
  waiting: "cyan",
  stuck: "magenta",
  failed: "red",
  unknown: "magenta",
}

/**
 * Why something has or has not arrived: the verdict, where everything is, the causes with what was read and how to fix them, and what to run
 * next. A command stands on a line of its own and is never broken, so that it can be copied.
 *
 * @example
 * terminal.out.show(explanationReport(explanation, { now: clock.now(), commands: { again: "npx hardhat messaging explain 0x…" } }))
 */
export function explanationReport(
  explanation: Explanation,
  { nameContracts = String, now, commands }: ExplanationReportOptions,
): Report {
  const { verdict, says, causes, items } = explanation
  const kind = String(explanation.subject["kind"] ?? "")
  const isOneOfMany = items.length > 1
  const next = adviseNext(explanation, commands)
  return apart(
    prose(nameContracts(says), `${paint.bold(paint[colors[verdict]](verdict))}  `, " ".repeat(verdict.length + 2)),
    ...items.map((item) => itemReport(item, { kind, now, nameContracts })),
    ...causes.map((cause, index) =>
      causeReport(cause, { number: index + 1, isSaid: cause.says === says, isOneOfMany, nameContracts }),
    ),
    [line(next.says, ""), next.command !== null && commandLine(next.command)],
  )
}

function itemReport(
  { id, status, says, since }: ExplainedItem,
  { kind, now, nameContracts }: { kind: string; now: number; nameContracts: ContractNamer },
): Report {
  const at = since === null ? "" : ` since ${formatTime(since)}`
  const ago = since === null || since * 1000 > now ? "" : `, ${formatAge(now - since * 1000)} ago`
  const titles = [id, shortenHex(id)].map((text) => paint.bold(`${kind} ${text}`.trimStart()))
  return [whole(...titles), line(`${status}${at}${ago}`, "  "), line(nameContracts(says), "  ")]
}

type CauseOptions = {
  readonly number: number
  /** Whether it is what the verdict says. */
  readonly isSaid: boolean
  readonly isOneOfMany: boolean
  readonly nameContracts: ContractNamer
}

function causeReport(
  { name, certainty, says, evidence, mend, about }: Cause,
  { number, isSaid, isOneOfMany, nameContracts }: CauseOptions,
): Report {
  const ofOne = isOneOfMany && about !== null ? ` of ${shortenHex(about)}` : ""
  return [
    `${number}. ${paint.bold(name)}${ofOne}`,
    !isSaid && line(nameContracts(says), "   "),
    line(certaintyWords[certainty], "   "),
    ...evidence.map(({ source, says: read }) => line(paint.dim(`${source}: ${nameContracts(read, source)}`), "     ")),
    mend !== null && line(`Fix: ${nameContracts(mend.who)}${mend.command === null ? "." : ":"}`, "   "),
    mend !== null && mend.command !== null && commandLine(mend.command),
  ]
}

function line(text: string, indent: string): Report {
  return prose(text, indent, indent)
}

function commandLine(command: string): Report {
  return whole(`   ${paint.bold(command)}`)
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
