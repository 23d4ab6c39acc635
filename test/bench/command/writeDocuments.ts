import { mkdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"

import { expect } from "chai"
import { afterEach, beforeEach, describe, it } from "mocha"

import type { BenchReport, FigureReport } from "../../../bench/command/BenchReport.js"
import { growthReport } from "../../../bench/command/GrowthReport.js"
import { measureGrowth } from "../../../bench/command/measureGrowth.js"
import { writeFigures, writeGrowth } from "../../../bench/command/writeDocuments.js"
import type { Measurement } from "../../../bench/figures.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

const machine = { cores: 2, memoryGiB: 8, node: "v24.0.0", platform: "linux x64" }
const of = { commit: "1234567890", isChanged: false, machine }
const page =
  "# a\n\n<!-- measured: figures -->\n\nold\n\n<!-- end -->\n\n<!-- measured: growth -->\n<!-- end -->\n\nb\n"

describe("the documents of npm run bench", () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  beforeEach(async () => {
    folder = await temporaryFolder()
    await mkdir(join(folder.path, "docs/images"), { recursive: true })
    await writeFile(join(folder.path, "docs/benchmarks.md"), page)
  })
  afterEach(() => folder[Symbol.asyncDispose]())

  it("have a table of figures between its marks, with what was missed and what was not measured", async () => {
    const quote = figure({ what: "a quote", atMost: 4, aim: 2, result: measured(5), isMet: false })
    const broken = figure({ what: "a burst", unit: "a second", atLeast: 450, result: { error: "no" }, isMet: false })
    await writeFigures(folder.path, { ...of, figures: [quote, broken] })
    const text = await read("docs/benchmarks.md")
    expect(text).to.match(/^# a\n[^]*2 cores, 8 GiB, Node v24.0.0 on linux x64[^]*<!-- end -->[^]*growth[^]*\nb\n$/)
    expect(text).to.contain("commit `12345678`").and.to.not.contain("old")
    expect(rowsOf(text)).to.include("a quote | ≤ 4 ms | 2 | 5.00, missed | 10.0")
    expect(rowsOf(text)).to.include("a burst | ≥ 450 a second | | not measured, missed |")
  })

  it("have the other commit and its ratios, if there was one", async () => {
    const compared = figure({ result: measured(3), compared: measured(6), ratio: 0.5, cpuRatio: 0.25, isMet: true })
    await writeFigures(folder.path, { ...of, comparedWith: "abcdef0123456", figures: [compared] })
    const rows = rowsOf(await read("docs/benchmarks.md"))
    expect(rows[0]).to.equal("figure | bound | aim | median | CPU ms | at `abcdef01` | ratio of cost | of CPU time")
    expect(rows[2]).to.contain("3.00 | 10.0 | 6.00 | ×0.50 | ×0.25")
  })

  it("have the plot of what was measured, each measurement once", async () => {
    const seen: string[] = []
    const measure = (by: Measurement) => {
      seen.push(JSON.stringify(by))
      const sample = { value: 7 * seen.length }
      return Promise.resolve({ time: sample, requests: sample, cpu: sample })
    }
    const panels = await measureGrowth({ name: "", measure }, () => undefined)
    expect(new Set(seen)).to.have.lengthOf(seen.length)
    expect(seen.length).to.equal(14)
    await writeGrowth(folder.path, growthReport.parse({ ...of, panels }))
    const svg = await read("docs/images/cost-growth.svg")
    for (const { title } of panels) expect(svg).to.contain(title)
    expect(svg.match(/<circle /g)).to.have.lengthOf(
      panels.flatMap(({ lines }) => lines.flatMap(({ points }) => points)).length,
    )
    expect(await read("docs/benchmarks.md"))
      .to.contain("](images/cost-growth.svg)")
      .and.to.contain("old")
  })

  it("are not touched where a mark is missing", async () => {
    await writeFile(join(folder.path, "docs/benchmarks.md"), "# a\n")
    const report: BenchReport = { ...of, figures: [] }
    let message = ""
    await writeFigures(folder.path, report).catch((error: unknown) => (message = String(error)))
    expect(message).to.contain("measured: figures")
    expect(await read("docs/benchmarks.md")).to.equal("# a\n")
  })

  async function read(path: string): Promise<string> {
    return await readFile(join(folder.path, path), "utf8")
  }
})

function figure(given: Partial<FigureReport> & Pick<FigureReport, "result" | "isMet">): FigureReport {
  return { name: "a", what: "a", unit: "ms", ...given }
}

function measured(value: number): FigureReport["result"] {
  return { value, rounds: [value], cpu: 10, cpuRounds: [10] }
}

/** The cells of each row, without the spaces that align them. */
function rowsOf(text: string): string[] {
  return [...text.matchAll(/^\| (.*) \|$/gm)].map(([, cells = ""]) => cells.replace(/ +/g, " ").trim())
}
