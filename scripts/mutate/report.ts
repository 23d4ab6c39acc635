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
  const start = old.findIndex((line, index) => line !== changed[index])
  if (start === -1) return ""
  let end = 0
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

/** The last line: how many faults of how many got past the tests. */
export function formatSummary(verdicts: readonly Verdict[], { seed }: { readonly seed: number }): string {
  const counted = verdicts.filter(({ ending }) => ending !== "not compiled")
  const unnoticed = counted.filter(isUnnoticed)
  return `${counted.length - unnoticed.length} of ${counted.length} faults were noticed, ${unnoticed.length} were not. Seed ${seed}.`
}
