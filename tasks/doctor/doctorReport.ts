import type { CheckResult, CheckStatus } from "./checks.js"
import type { DoctorReport } from "./runDoctor.js"
import { explainMessageCommand } from "#src/primitives/commands/explainCommands.js"
import { formatDuration } from "#src/primitives/duration.js"
import { createLiveLines } from "#src/terminal/live/liveLines.js"
import { escapeLine } from "#src/terminal/paint.js"
import { shortenHex } from "#src/terminal/shortenHex.js"
import { maxTextWidth, wrap } from "#src/terminal/table.js"
import type { Paint, Printer } from "#src/terminal/terminal.js"

/**
 * Lays out the report of the doctor. Checks that are well or skipped take a line for each kind; below it, where it is still on the screen,
 * each problem has a line with its mend, the worst at the end.
 */
export function doctorReport(
  { verdict, checks }: DoctorReport,
  { paint, columns }: Pick<Printer, "paint" | "columns">,
): string {
  const layout = { paint, width: Math.min(columns, maxTextWidth) }
  const ofStatus = (status: CheckStatus): readonly CheckResult[] => checks.filter((check) => check.status === status)
  const lines = [
    ...[...Map.groupBy(ofStatus("ok"), ({ name }) => name).values()].map((group) => formatWell(group, layout)),
    ...[...Map.groupBy(ofStatus("skipped"), ({ says }) => says).values()].map((group) => formatSkipped(group, layout)),
    ...[...ofStatus("warning"), ...ofStatus("failed")].map((check) => formatProblem(check, layout)),
  ]
  const isUnconnected = ofStatus("failed").some(({ name }) => name === "connection")
  const hint = isUnconnected
    ? [`To find out how the last message that was sent stands: ${explainMessageCommand()}`]
    : []
  return [...lines, "", formatVerdict(verdict, checks, paint), ...hint].join("\n")
}

type Layout = { readonly paint: Paint; readonly width: number }

const statusWidth = "warning".length

function formatWell(group: readonly CheckResult[], layout: Layout): string {
  const [first] = group
  if (first === undefined) return ""
  const subjects = group.map(({ subject }) => shown(subject)).join(", ")
  return formatLine(
    "ok",
    group.length === 1 ? `${titleOf(first)}: ${first.says}` : `${first.name}: ${subjects}`,
    layout,
  )
}

function formatSkipped(group: readonly CheckResult[], layout: Layout): string {
  const [first] = group
  const says = first?.says ?? ""
  if (group.length > 1 && group.every(({ subject }) => subject === first?.subject)) {
    const text = `${group.map(({ name }) => name).join(", ")} of ${shown(first?.subject ?? "")}: ${says}`
    return formatLine("skipped", text, layout)
  }
  const kinds = [...Map.groupBy(group, ({ name }) => name).values()]
  const names = kinds.map(([first, ...others]) => {
    if (first === undefined) return ""
    return others.length === 0 ? titleOf(first) : first.name
  })
  return formatLine("skipped", `${names.join(", ")}: ${says}`, layout)
}

function formatProblem(check: CheckResult, layout: Layout): string {
  const line = formatLine(check.status, `${titleOf(check)}: ${check.says}`, layout)
  return check.mend === null ? line : [line, ...formatMend(check.mend, layout)].join("\n")
}

function formatLine(status: CheckStatus, text: string, { paint, width }: Layout): string {
  const head = `${colorOf(status, paint)(status.padEnd(statusWidth))}  `
  return wrap(escapeLine(text), width - statusWidth - 2)
    .map((line, index) => `${index === 0 ? head : indent}${line}`)
    .join("\n")
}

function titleOf({ name, subject }: CheckResult): string {
  return subject === name ? name : `${name} ${shown(subject)}`
}

/** A plug without a name is called by its address. */
function shown(subject: string): string {
  return subject.replace(/0x[0-9a-fA-F]{40}/g, shortenHex)
}

const indent = " ".repeat(statusWidth + 2)

/** A command stands on a line of its own and is never broken, so that it can be copied. */
function formatMend(mend: string, { paint, width }: Layout): string[] {
  const text = escapeLine(mend)
  const [, advice = text, command] = /^(.*?:) ((?:npx|npm|sudo|mv|move|w32tm) .*)$/.exec(text) ?? []
  const lines = wrap(`→ ${advice}`, width - statusWidth - 2).map((line) => `${indent}${line}`)
  return command === undefined ? lines : [...lines, `${indent}  ${paint.bold(command)}`]
}

function formatVerdict(verdict: DoctorReport["verdict"], checks: readonly CheckResult[], paint: Paint): string {
  const count = (status: CheckStatus): number => checks.filter((check) => check.status === status).length
  const parts = (["failed", "warning", "ok", "skipped"] as const)
    .filter((status) => count(status) > 0)
    .map((status) => `${count(status)} ${status === "warning" && count(status) > 1 ? "warnings" : status}`)
  return `${colorOf(verdict, paint)(verdicts[verdict])} ${parts.join(", ")}.`
}

const verdicts = {
  ok: "All is well:",
  warning: "Messages can travel:",
  failed: "Something has to be mended:",
} as const

function colorOf(status: CheckStatus, paint: Paint): (text: string) => string {
  return { ok: paint.green, warning: paint.magenta, failed: paint.red, skipped: paint.dim }[status]
}

/** Shows which checks have not ended. */
export type DoctorProgress = Disposable & {
  readonly show: (pending: readonly { readonly name: string; readonly subject: string }[]) => void
}

/** A line that is redrawn on a terminal, and one plain line anywhere else. */
export function createDoctorProgress(printer: Printer, limit: number): DoctorProgress {
  const lines = createLiveLines(printer)
  let all = 0
  return {
    show: (pending) => {
      all = Math.max(all, pending.length)
      const [next] = pending
      const waiting = next === undefined ? "" : `, waiting for ${next.name} ${next.subject}`
      lines.set("doctor", {
        plain: printer.paint.dim(`${all} checks, each ${formatDuration(limit)} at most`),
        live: () => printer.paint.dim(`${all - pending.length} of ${all} checks${waiting}`),
      })
    },
    [Symbol.dispose]: () => {
      lines.remove("doctor")
      lines.close()
    },
  }
}
