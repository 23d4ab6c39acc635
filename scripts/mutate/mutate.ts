/** Plants faults, one after the other, and reports those that no test notices: `npm run mutate -- --help`. */
import { randomInt } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"

import type { Fault } from "./Fault.ts"
import { findTests, readImportGraph } from "./findTests.ts"
import { readFaults } from "./readFaults.ts"
import { readOptions, usage } from "./readOptions.ts"
import { firstFailure, formatSummary, formatVerdict, isUnnoticed, toFields, type Verdict } from "./report.ts"
import { runTests } from "./runTests.ts"
import { createSandbox, type Sandbox } from "./Sandbox.ts"

/** npm starts its scripts in the root of the repository. */
const root = process.cwd()
const args = process.argv.slice(2)

if (args.includes("--help")) process.stdout.write(usage)
else await mutate()

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
  using sandbox = createSandbox(root)
  process.once("exit", () => {
    sandbox[Symbol.dispose]()
  })

  const planned = faults.map((fault) => ({ fault, tests: testsOf(findTests(graph, fault.path), fault) }))
  const time = timeRuns(sandbox)
  // Before the first fault, because a contract is compiled again after each one that is planted or removed.
  for (const { tests } of planned) await time(tests.slice(0, options.tests))
  const verdicts: Verdict[] = []
  for (const { fault, tests } of planned) {
    const verdict = await judge(sandbox, fault, tests, options.tests, time)
    verdicts.push(verdict)
    const before = readFileSync(join(root, fault.path), "utf8")
    console.log(options.json ? JSON.stringify(toFields(verdict, before)) : formatVerdict(verdict, before))
  }
  const unnoticed = verdicts.filter(isUnnoticed).length
  if (options.json) console.log(JSON.stringify({ faults: verdicts.length, unnoticed, seed: options.seed }))
  else console.log(`\n${formatSummary(verdicts, options)}`)
  if (unnoticed > options.allow) process.exitCode = 1
}

/** A contract is judged by the Solidity tests: those in TypeScript run on bytecode that was built before. */
function testsOf(tests: readonly string[], { path }: Fault): string[] {
  const extension = path.endsWith(".sol") ? ".sol" : ".ts"
  return tests.filter((test) => test.endsWith(extension))
}

async function judge(
  sandbox: Sandbox,
  fault: Fault,
  tests: readonly string[],
  limit: number,
  time: (ran: readonly string[]) => Promise<number>,
): Promise<Verdict> {
  const ran = tests.slice(0, limit)
  if (ran.length === 0) return { fault, ending: "untested", ran, tests: 0 }
  const timeout = 3 * (await time(ran)) + 30_000
  const { ending, output } = await sandbox.withFault(fault, () => runTests(sandbox.path, ran, timeout))
  if (ending === "not compiled") return { fault, ending, ran, tests: tests.length }
  if (ending === "passed") return { fault, ending: "unnoticed", ran, tests: tests.length }
  const by = ending === "timed out" ? "a run that does not end" : firstFailure(output)
  return { fault, ending: "noticed", ran, tests: tests.length, by }
}

/** Runs each set of tests once without a fault: it must pass, and its time tells when a run with a fault hangs. */
function timeRuns({ path }: Sandbox): (tests: readonly string[]) => Promise<number> {
  const known = new Map<string, number>()
  return async (tests) => {
    const key = tests.join()
    const before = known.get(key) ?? (tests.length === 0 ? 0 : undefined)
    if (before !== undefined) return before
    const { ending, milliseconds, output } = await runTests(path, tests, 1_800_000)
    if (ending !== "passed") throw new Error(`Without any fault, the tests already fail:\n${output}`)
    known.set(key, milliseconds)
    return milliseconds
  }
}
