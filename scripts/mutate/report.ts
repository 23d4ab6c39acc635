import type { Fault } from "./Fault.ts"

/** What became of a fault. */
export type Verdict = {
  readonly fault: Fault
  /** `untested` if no test file imports the file; `not compiled` if the compiler refuses it, which counts for nothing. */
  readonly ending: "noticed" | "unnoticed" | "untested" | "not compiled"
  /** The test files that were run. */
  readonly ran: readonly string[]
  /** How many test files there are that could notice it. */
  readonly tests: number
  /** The first test that failed; undefined if none did, or its name was not printed. */
  readonly by?: string | undefined
}

/** Whether a fault got past the tests. */
export function isUnnoticed({ ending }: Verdict): boolean {
  return ending === "unnoticed" || ending === "untested"
}

/** The lines that a fault changes, as a patch shows them. */
export function describeChange(before: string, after: string): string {
  const [old, changed] = [before.split("\n"), after.split("\n")]
  let [start, end] = [0, 0]
  while (start < old.length && old[start] === changed[start]) start += 1
  while (old.length - end > start && changed.length - end > start && old.at(-1 - end) === changed.at(-1 - end)) end += 1
  return [
    ...old.slice(start, old.length - end).map((line) => `- ${line.trim()}`),
    ...changed.slice(start, changed.length - end).map((line) => `+ ${line.trim()}`),
  ].join("\n")
}

/** The name of the first test that failed, in the output of either runner. Mocha puts each part on a line, the last one with a colon. */
export function firstFailure(output: string): string | undefined {
  const lines = output.split("\n").map((line) => line.trim())
  const list = lines.slice(lines.findIndex((line) => /^\d+ failing$/.test(line)) + 1)
  const start = list.findIndex((line) => line.startsWith("1) "))
  if (list.length === lines.length || start === -1) return undefined
  const end = list.findIndex((line, index) => index >= start && /:$|^1\) .*#/.test(line))
  return list
    .slice(start, end + 1)
    .join(" › ")
    .replace(/^1\) |:$/g, "")
}

/** One verdict as text. Only a fault that got past the tests is shown in full. */
export function formatVerdict(verdict: Verdict, before: string): string {
  const { fault, ending, ran, tests, by } = verdict
  const head = `${ending.padEnd(12)}  ${fault.path}:${fault.line}  ${fault.kind}`
  if (!isUnnoticed(verdict)) return by === undefined ? head : `${head}  by ${by}`
  const change = describeChange(before, fault.text).replace(/^/gm, "    ")
  return `${head}\n${change}\n    ${ran.length} of ${tests} test files that import it were run`
}

/** One verdict for a program. */
export function toFields({ fault, ...verdict }: Verdict, before: string): object {
  const { path, line, kind, text } = fault
  return { path, line, kind, change: describeChange(before, text), ...verdict }
}

/** How many faults of a folder count, and how many of them no test noticed. */
export type FolderCount = { readonly folder: string; readonly faults: number; readonly unnoticed: number }

/** Counts the faults of each folder: of each room in `src`, and of each family of tasks. One that did not compile counts for nothing. */
export function countFolders(verdicts: readonly Verdict[]): FolderCount[] {
  const counted = verdicts.filter(({ ending }) => ending !== "not compiled")
  return [...Map.groupBy(counted, ({ fault }) => fault.path.split("/").slice(0, -1).slice(0, 2).join("/"))]
    .map(([folder, all]) => ({ folder, faults: all.length, unnoticed: all.filter(isUnnoticed).length }))
    .sort((one, other) => (one.folder < other.folder ? -1 : 1))
}

/** The counts of each folder, and in the last line how many faults of how many got past the tests. */
export function formatSummary(verdicts: readonly Verdict[], { seed }: { readonly seed: number }): string {
  const folders = countFolders(verdicts)
  const width = Math.max(0, ...folders.map(({ folder }) => folder.length))
  const lines = folders.map(
    ({ folder, faults, unnoticed }) => `${folder.padEnd(width)}  ${faults - unnoticed} of ${faults} noticed`,
  )
  const counted = verdicts.filter(({ ending }) => ending !== "not compiled").length
  const unnoticed = verdicts.filter(isUnnoticed).length
  const last = `${counted - unnoticed} of ${counted} faults were noticed, ${unnoticed} were not. Seed ${seed}.`
  return [...lines, last].join("\n")
}

/**
 * The report of a run, for a file: the seed that repeats it, the counts of each folder, and every fault that got past the tests.
 *
 * @param textOf the text of a file without a fault
 */
export function toReport(
  verdicts: readonly Verdict[],
  { seed, textOf }: { readonly seed: number; readonly textOf: (path: string) => string },
): object {
  const folders = countFolders(verdicts)
  const faults = folders.reduce((sum, count) => sum + count.faults, 0)
  const unnoticed = verdicts.filter(isUnnoticed).map((verdict) => toFields(verdict, textOf(verdict.fault.path)))
  return { seed, faults, folders, unnoticed }
}
