import type { CheckResult, CheckStatus } from "./checks.js"
import type { DoctorReport } from "./runDoctor.js"
import { explainMessageCommand } from "#src/primitives/commands/explainCommands.js"
import { formatDuration } from "#src/primitives/duration.js"
import { createLiveLines } from "#src/terminal/live/liveLines.js"
import { paint } from "#src/terminal/paint.js"
import { prose, type Report, whole } from "#src/terminal/report.js"
import { shortenHex } from "#src/terminal/shortenHex.js"
import type { Printer } from "#src/terminal/terminal.js"

/**
 * What the doctor has found. Checks that are well or skipped take a line for each kind; below it, where it is still on the screen, each problem
 * has a line with its mend, the worst at the end.
 */
export function doctorReport({ verdict, checks }: DoctorReport): Report {
  const ofStatus = (status: CheckStatus): readonly CheckResult[] => checks.filter((check) => check.status === status)
  const isUnconnected = ofStatus("failed").some(({ name }) => name === "connection")
  return [
    ...[...Map.groupBy(ofStatus("ok"), ({ name }) => name).values()].map(wellLine),
    ...[...Map.groupBy(ofStatus("skipped"), ({ says }) => says).values()].map(skippedLine),
    ...[...ofStatus("warning"), ...ofStatus("failed")].map(problemLines),
    "",
    verdictLine(verdict, checks),
    isUnconnected && `To find out how the last message that was sent stands: ${explainMessageCommand()}`,
  ]
}

const statusWidth = "warning".length

function wellLine(group: readonly CheckResult[]): Report {
  const [first] = group
  if (first === undefined) return undefined
  const subjects = group.map(({ subject }) => shown(subject)).join(", ")
  return checkLine("ok", group.length === 1 ? `${titleOf(first)}: ${first.says}` : `${first.name}: ${subjects}`)
}

function skippedLine(group: readonly CheckResult[]): Report {
  const [first] = group
  const says = first?.says ?? ""
  if (group.length > 1 && group.every(({ subject }) => subject === first?.subject)) {
    const text = `${group.map(({ name }) => name).join(", ")} of ${shown(first?.subject ?? "")}: ${says}`
    return checkLine("skipped", text)
  }
  const kinds = [...Map.groupBy(group, ({ name }) => name).values()]
  const names = kinds.map(([first, ...others]) => {
    if (first === undefined) return ""
    return others.length === 0 ? titleOf(first) : first.name
  })
  return checkLine("skipped", `${names.join(", ")}: ${says}`)
}

/** A command stands on a line of its own and is never broken, so that it can be copied. */
function problemLines({ mend, ...check }: CheckResult): Report {
  const line = checkLine(check.status, `${titleOf(check)}: ${check.says}`)
  if (mend === null) return line
  const [, advice = mend, command] = /^(.*?:) ((?:npx|npm|sudo|mv|move|w32tm) .*)$/.exec(mend) ?? []
  return [
    line,
    prose(`→ ${advice}`, indent, indent),
    command !== undefined && whole(`${indent}  ${paint.bold(command)}`),
  ]
}

function checkLine(status: CheckStatus, text: string): Report {
  return prose(text, `${colorOf(status)(status.padEnd(statusWidth))}  `, indent)
}

function titleOf({ name, subject }: Pick<CheckResult, "name" | "subject">): string {
  return subject === name ? name : `${name} ${shown(subject)}`
}

/** A plug without a name is called by its address. */
function shown(subject: string): string {
  return subject.replace(/0x[0-9a-fA-F]{40}/g, shortenHex)
}

const indent = " ".repeat(statusWidth + 2)

function verdictLine(verdict: DoctorReport["verdict"], checks: readonly CheckResult[]): string {
  const count = (status: CheckStatus): number => checks.filter((check) => check.status === status).length
  const parts = (["failed", "warning", "ok", "skipped"] as const)
    .filter((status) => count(status) > 0)
    .map((status) => `${count(status)} ${status === "warning" && count(status) > 1 ? "warnings" : status}`)
  return `${colorOf(verdict)(verdicts[verdict])} ${parts.join(", ")}.`
}

const verdicts = {
  ok: "All is well:",
  warning: "Messages can travel:",
  failed: "Something has to be mended:",
} as const

function colorOf(status: CheckStatus): (text: string) => string {
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
        plain: paint.dim(`${all} checks, each ${formatDuration(limit)} at most`),
        live: () => paint.dim(`${all - pending.length} of ${all} checks${waiting}`),
      })
    },
    [Symbol.dispose]: () => {
      lines.remove("doctor")
      lines.close()
    },
  }
}
