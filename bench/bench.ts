/** Measures how fast this repository is: `npm run bench -- --help`. Not part of the tests, because machines differ. */
import type { BenchReport, FigureReport } from "./command/BenchReport.ts"
import { checkOut, findCommit, readHead } from "./command/checkOut.ts"
import { formatFigure, formatHeader, formatPanel } from "./command/formatFigure.ts"
import type { GrowthReport } from "./command/GrowthReport.ts"
import { measureFigures } from "./command/measureFigures.ts"
import { measureGrowth } from "./command/measureGrowth.ts"
import { readMachine } from "./command/readMachine.ts"
import { type Options, readOptions, usage } from "./command/readOptions.ts"
import { openCommands } from "./command/runCommand.ts"
import { openTree, type Tree } from "./command/Tree.ts"
import { writeFigures, writeGrowth } from "./command/writeDocuments.ts"

/** npm starts its scripts in the root of the repository. */
const root = process.cwd()
const args = process.argv.slice(2)

try {
  if (args.includes("--help")) process.stdout.write(usage)
  else await bench(readOptions(args))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function bench(options: Options): Promise<void> {
  const { compare } = options
  const comparedWith = compare === undefined ? undefined : findCommit(root, compare)
  // Ctrl-C ends in an orderly way too: everything that was started ends, and everything that was made is removed.
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(130))
  using commands = openCommands()
  using other = comparedWith === undefined ? undefined : checkOut(root, comparedWith)

  const tree = openTree(root, "the working tree", commands.run)
  if (options.growth) await benchGrowth(tree, options)
  else
    await benchFigures(
      { tree, compared: other && openTree(other.path, compare ?? "", commands.run), comparedWith },
      options,
    )
}

async function benchFigures(
  { tree, compared, comparedWith }: { tree: Tree; compared: Tree | undefined; comparedWith: string | undefined },
  { figures, rounds, json, write }: Options,
): Promise<void> {
  const measured: FigureReport[] = []
  if (!json) console.log(formatHeader({ isComparing: compared !== undefined }))
  for await (const figure of measureFigures(figures, { tree, compared, rounds, onStart: printProgress })) {
    measured.push(figure)
    if (!json) console.log(formatFigure(figure))
  }
  const other = comparedWith === undefined ? {} : { comparedWith }
  const report: BenchReport = { ...readHead(root), ...other, machine: readMachine(), figures: measured }
  if (json) printJson(report)
  if (write) await writeFigures(root, report)
  if (measured.some(({ result }) => "error" in result)) process.exitCode = 1
}

async function benchGrowth(tree: Tree, { json, write }: Options): Promise<void> {
  const panels = await measureGrowth(tree, printProgress)
  const report: GrowthReport = { ...readHead(root), machine: readMachine(), panels }
  if (json) printJson(report)
  else for (const panel of panels) console.log(formatPanel(panel))
  if (write) await writeGrowth(root, report)
}

function printProgress(text: string): void {
  process.stderr.write(`${text}\n`)
}

function printJson(report: BenchReport | GrowthReport): void {
  console.log(JSON.stringify(report, null, 2))
}
