import { type FigureReport, isMeasured, type Result } from "./BenchReport.ts"
import type { Panel } from "./GrowthReport.ts"

const whatWidth = 94

/** The line above the figures. */
export function formatHeader({ isComparing }: { isComparing: boolean }): string {
  const columns = `${"figure".padEnd(whatWidth)}  ${"median".padStart(16)}  ${"CPU".padStart(9)}  ${"bound".padStart(9)}  `
  return isComparing ? `${columns}        ${"compared".padStart(16)}   time    CPU` : columns
}

/** One figure on a line: its median, the CPU time for it, its bound, and with another commit the ratios: below 1 is better. */
export function formatFigure(report: FigureReport): string {
  const { what, unit, result, isMet, compared, ratio, cpuRatio } = report
  const line = `${what.padEnd(whatWidth)}  ${formatResult(result, unit)}  ${formatCpu(result)}  ${formatBound(report).padStart(9)}  ${isMet ? "met   " : "MISSED"}`
  const other =
    compared === undefined ? "" : `  ${formatResult(compared, unit)}  ${formatRatio(ratio)}  ${formatRatio(cpuRatio)}`
  const errors = [result, compared].flatMap((one) => (one !== undefined && "error" in one ? [one.error] : []))
  return [line + other, ...errors.map((error) => error.replace(/^/gm, "    "))].join("\n")
}

/** The points of a panel, a line on a line. */
export function formatPanel({ title, x, y, lines }: Panel): string {
  const formatLine = ({ label, points }: Panel["lines"][number]): string =>
    `  ${label.padEnd(16)}${points.map((point) => `  ${point.x} ${x}: ${formatNumber(point.y)} ${y}`).join("")}`
  return [title, ...lines.map(formatLine)].join("\n")
}

/** A bound such as `≤ 600`. */
export function formatBound({ atMost, atLeast }: Pick<FigureReport, "atMost" | "atLeast">): string {
  return atMost === undefined ? `≥ ${atLeast ?? 0}` : `≤ ${atMost}`
}

/** A number with about three digits. */
export function formatNumber(value: number): string {
  return value.toFixed(Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2)
}

function formatResult(result: Result, unit: string): string {
  const text = isMeasured(result) ? `${formatNumber(result.value)} ${unit.padEnd(8)}` : "not measured"
  return text.padStart(16)
}

function formatCpu(result: Result): string {
  return (isMeasured(result) && result.cpu !== null ? `${formatNumber(result.cpu)} ms` : "").padStart(9)
}

function formatRatio(ratio: number | undefined): string {
  return (ratio === undefined ? "" : `×${ratio.toFixed(2)}`).padStart(5)
}
