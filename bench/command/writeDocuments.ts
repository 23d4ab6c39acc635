import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { format, resolveConfig } from "prettier"

import type { BenchReport, FigureReport, Machine, Result } from "./BenchReport.ts"
import { isMeasured } from "./BenchReport.ts"
import { drawPlot } from "./drawPlot.ts"
import { formatBound, formatNumber } from "./formatFigure.ts"
import type { GrowthReport } from "./GrowthReport.ts"

const page = "docs/benchmarks.md"
const plot = "docs/images/cost-growth.svg"

/** Writes the table of figures into the page about benchmarks. */
export async function writeFigures(root: string, report: BenchReport): Promise<void> {
  await writePart(root, "figures", `${describe(report)}\n\n${renderTable(report)}`)
}

/** Draws the plot, and writes on what it was measured. */
export async function writeGrowth(root: string, report: GrowthReport): Promise<void> {
  writeFileSync(join(root, plot), drawPlot(report.panels))
  const picture = `![How cost grows with chains, messages and watches](${plot.replace("docs/", "")})`
  await writePart(root, "growth", `${describe(report)}\n\n${picture}`)
}

function describe({ commit, machine }: { commit: string; machine: Machine }): string {
  const { cores, memoryGiB, node, platform } = machine
  return `Measured at commit \`${commit.slice(0, 8)}\` with ${cores} cores, ${memoryGiB} GiB, Node ${node} on ${platform}.`
}

function renderTable({ figures, comparedWith }: BenchReport): string {
  const other = comparedWith === undefined ? [] : [`at \`${comparedWith.slice(0, 8)}\``, "ratio of cost", "of CPU time"]
  const head = ["figure", "bound", "aim", "median", "CPU ms", ...other]
  const rows = figures.map((figure) => [
    figure.what.replace("hardhat --help", "`hardhat --help`").replace("hardhat --version", "`hardhat --version`"),
    `${formatBound(figure)} ${unitOf(figure)}`,
    figure.aim === undefined ? "" : String(figure.aim),
    formatResult(figure.result) + (figure.isMet ? "" : ", missed"),
    isMeasured(figure.result) && figure.result.cpu !== null ? formatNumber(figure.result.cpu) : "",
    ...(comparedWith === undefined
      ? []
      : [formatResult(figure.compared), formatRatio(figure.ratio), formatRatio(figure.cpuRatio)]),
  ])
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n")
}

function unitOf({ unit }: FigureReport): string {
  return unit === "times" || unit === "requests" ? "" : unit
}

function formatResult(result: Result | undefined): string {
  return isMeasured(result) ? formatNumber(result.value) : "not measured"
}

function formatRatio(ratio: number | undefined): string {
  return ratio === undefined ? "" : `×${ratio.toFixed(2)}`
}

/** Replaces what stands between `<!-- measured: name -->` and the next `<!-- end -->`. */
async function writePart(root: string, name: string, text: string): Promise<void> {
  const path = join(root, page)
  const before = readFileSync(path, "utf8")
  const part = new RegExp(`(<!-- measured: ${name} -->)[^]*?(<!-- end -->)`)
  if (!part.test(before)) throw new Error(`${page} has no part "<!-- measured: ${name} -->"`)
  const after = before.replace(part, (_, begin: string, end: string) => `${begin}\n\n${text}\n\n${end}`)
  const config = await resolveConfig(path)
  writeFileSync(path, await format(after, { ...config, plugins: [], parser: "markdown" }))
}
