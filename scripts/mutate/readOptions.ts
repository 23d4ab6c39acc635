import { parseArgs } from "node:util"

/** What to plant, and how to judge it. */
export type Options = {
  /** The files and folders to plant faults in, from the root of the repository. Empty: what changed since `base`. */
  readonly files: readonly string[]
  readonly base: string
  /** Patches, each of which plants one fault. With them nothing else is planted. */
  readonly patches: readonly string[]
  /** The most faults to plant. */
  readonly max: number
  /** The most test files to run for one fault, the nearest first. */
  readonly tests: number
  /** The most test files that one process loads for each fault in TypeScript, to judge all of them. 0: a process for each fault. */
  readonly together: number
  readonly seed: number
  /** How many faults may stay unnoticed without failing. */
  readonly allow: number
  readonly json: boolean
  /** The file to write the report to. */
  readonly report: string | undefined
  /** The file to write the matrix of faults and tests to. */
  readonly matrix: string | undefined
}

export const usage = `npm run mutate -- [files] [options]

Plants one fault after the other in a copy of the working tree, and says which of them no test notices.

  files             files and folders to plant in (default: what changed since --base)
  --base <commit>   compared with the working tree (default: main)
  --patch <file>    plant the fault in this patch instead; can be repeated
  --max <n>         plant at most so many faults, chosen by --seed (default: 40)
  --tests <n>       run at most so many test files for a fault, the nearest first, or "all" (default: 8)
  --together        judge all faults in TypeScript in one process: some hundred in a minute, for all of a folder
  --thorough        the same, by all tests; takes the time of npm test, and seconds for each fault
  --seed <n>        repeat a choice (default: by chance, and printed)
  --allow <n>       exit with 0 while no more than so many faults are unnoticed (default: 0)
  --json            print one JSON line for each fault, and one for the end
  --report <file>   write what was not noticed to a file, and the counts of each folder
  --matrix <file>   go on after the first test that notices a fault, by the tests of npm run test:quick; write which of them notice it, a line
                    of JSON each, and print the tests without which every fault is still noticed by two others
`

/**
 * Reads the command line.
 *
 * @throws an option is unknown, or a number is none
 * @example
 * readOptions(["src/messaging/ids.ts", "--max", "10"], 1).max // 10
 */
export function readOptions(args: readonly string[], chance: number): Options {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      base: { type: "string", default: "main" },
      patch: { type: "string", multiple: true, default: [] },
      max: { type: "string", default: "40" },
      tests: { type: "string", default: "8" },
      together: { type: "boolean", default: false },
      thorough: { type: "boolean", default: false },
      seed: { type: "string", default: String(chance) },
      allow: { type: "string", default: "0" },
      json: { type: "boolean", default: false },
      report: { type: "string" },
      matrix: { type: "string" },
    },
  })
  const tests = values.tests === "all" ? Infinity : count("--tests", values.tests)
  return {
    files: positionals.map((path) => path.replaceAll("\\", "/").replace(/^\.\/|\/$/g, "")),
    base: values.base,
    patches: values.patch,
    max: count("--max", values.max),
    tests,
    together: values.thorough ? Infinity : values.together ? tests : 0,
    seed: count("--seed", values.seed),
    allow: count("--allow", values.allow),
    json: values.json,
    report: values.report,
    matrix: values.matrix,
  }
}

function count(option: string, text: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text)
  throw new Error(`${option} takes a whole number, not "${text}"`)
}
