/** Plants faults, one after the other, and reports those that no test notices: `npm run mutate -- --help`. */
import { randomInt } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { createOrderByWords } from "./createOrderByWords.ts"
import type { Fault } from "./Fault.ts"
import { findCompiling } from "./findCompiling.ts"
import { findTests, isTest, readImportGraph } from "./findTests.ts"
import { judgeTogether } from "./judgeTogether.ts"
import { readFaults } from "./readFaults.ts"
import { readOptions, usage } from "./readOptions.ts"
import { firstFailure, formatSummary, formatVerdict, isUnnoticed, toFields, toReport, type Verdict } from "./report.ts"
import { runTests } from "./runTests.ts"
import { createSandbox, type Sandbox } from "./Sandbox.ts"
import { writeMatrix } from "./writeMatrix.ts"

/** npm starts its scripts in the root of the repository. */
const root = process.cwd()
const args = process.argv.slice(2)

try {
  if (args.includes("--help")) process.stdout.write(usage)
  else await mutate()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

async function mutate(): Promise<void> {
  const options = readOptions(args, randomInt(2 ** 31))
  const faults = readFaults(root, options)
  if (faults.length === 0) {
    console.error("There is nothing to plant: no code that tests can judge has changed, or is in the files.")
    return
  }
  const graph = readImportGraph(root)
  // Ctrl-C ends in an orderly way too: the copy is removed, and running tests are ended.
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(130))

  const texts = new Map<string, string>()
  // Read once: whoever waits for this goes on working in the tree.
  const textOf = (path: string): string => {
    const text = texts.get(path) ?? readFileSync(join(root, path), "utf8")
    texts.set(path, text)
    return text
  }
  const order = createOrderByWords([...graph.keys()].filter(isTest), textOf)
  const planned = faults.map((fault) => {
    const tests = testsOf(findTests(graph, fault.path), fault)
    return { fault, tests: order(fault.path, tests) }
  })
  if (options.matrix !== undefined) {
    const nearest = planned.map((one) => ({ ...one, tests: one.tests.slice(0, options.tests) }))
    const idle = await writeMatrix(root, nearest, options.matrix)
    for (const { name, faults: noticed } of idle) console.log(`${String(noticed).padStart(4)}  ${name}`)
    console.log(`\n${idle.length} tests, of which every fault that they notice is noticed by two others.`)
    return
  }
  const sandbox = createSandbox(root)
  process.once("exit", () => {
    sandbox.remove()
  })
  const verdicts: Verdict[] = []
  const note = (verdict: Verdict): void => {
    verdicts.push(verdict)
    const before = textOf(verdict.fault.path)
    console.log(options.json ? JSON.stringify(toFields(verdict, before)) : formatVerdict(verdict, before))
    // Written each time, so that a run that is ended early leaves what it has found.
    if (options.report !== undefined) {
      writeFileSync(options.report, `${JSON.stringify(toReport(verdicts, { ...options, textOf }), null, 2)}\n`)
    }
  }
  const isTyped = existsSync(join(root, "tsconfig.json"))
  const typed = new Set(faults.filter(({ path }) => isTyped && path.endsWith(".ts")))
  const compiling = findCompiling(root, [...typed])
  const [refused, accepted] = partition(planned, ({ fault }) => typed.has(fault) && !compiling.has(fault))
  for (const { fault, tests } of refused) note({ fault, ending: "not compiled", ran: [], tests: tests.length })
  const apart = options.together > 0 ? await judgeTogether(root, accepted, options.together, note) : accepted
  if (apart.length > 0) {
    const nearest = apart.map((one) => ({ ...one, files: one.tests.slice(0, options.tests) }))
    const patience = await runWithoutFault(sandbox, [...new Set(nearest.flatMap(({ files }) => files))])
    for (const one of nearest) note(await judge(sandbox, one, patience))
  }
  const unnoticed = verdicts.filter(isUnnoticed).length
  if (options.json) console.log(JSON.stringify({ faults: verdicts.length, unnoticed, seed: options.seed }))
  else console.log(`\n${formatSummary(verdicts, options)}`)
  if (unnoticed > options.allow) process.exitCode = 1
}

function partition<Item>(items: readonly Item[], isFirst: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))]
}

/** A contract is judged by the Solidity tests: those in TypeScript run on bytecode that was built before. */
function testsOf(tests: readonly string[], { path }: Fault): string[] {
  const extension = path.endsWith(".sol") ? ".sol" : ".ts"
  return tests.filter((test) => test.endsWith(extension))
}

/** @param patience milliseconds that so many test files may take */
async function judge(
  sandbox: Sandbox,
  {
    fault,
    files,
    tests,
  }: { readonly fault: Fault; readonly files: readonly string[]; readonly tests: readonly string[] },
  patience: (files: readonly string[]) => number,
): Promise<Verdict> {
  const verdict = { fault, ran: files, tests: tests.length }
  if (files.length === 0) return { ...verdict, ending: "untested" }
  return await sandbox.withFault(fault, async () => {
    // A Solidity test takes longer to compile than to run, and the nearest one mostly suffices.
    const first = fault.path.endsWith(".sol") ? 1 : files.length
    for (const [start, end] of [[0, first], ...(first < files.length ? [[first, files.length]] : [])]) {
      const round = files.slice(start, end)
      const { ending, output } = await runTests(sandbox.path, round, patience(round))
      if (ending === "not compiled") return { ...verdict, ending }
      const by = ending === "timed out" ? "a run that does not end" : firstFailure(output)
      if (ending !== "passed") return { ...verdict, ending: "noticed", ran: files.slice(0, end), by }
    }
    return { ...verdict, ending: "unnoticed" }
  })
}

/**
 * Runs all tests once without a fault, those of each runner together: they must pass, and their time tells when a run with a fault hangs.
 * This is before the first fault, because a contract is compiled again after each one that is planted or removed.
 *
 * @returns how long some of these files may take, in milliseconds
 */
async function runWithoutFault(
  { path }: Sandbox,
  files: readonly string[],
): Promise<(some: readonly string[]) => number> {
  const timeOf = new Map<boolean, number>()
  for (const [isSolidity, tests] of Map.groupBy(files, (file) => file.endsWith(".sol"))) {
    const { ending, milliseconds, output } = await runTests(path, tests, 1_800_000)
    if (ending !== "passed") throw new Error(`Without any fault, the tests already fail:\n${output}`)
    // A contract is compiled in each run, so no share of the time is a measure.
    timeOf.set(isSolidity, isSolidity ? milliseconds : milliseconds / tests.length)
  }
  return (some) => {
    const isSolidity = some.every((file) => file.endsWith(".sol"))
    return 60_000 + 3 * (timeOf.get(isSolidity) ?? 0) * (isSolidity ? 1 : some.length)
  }
}
