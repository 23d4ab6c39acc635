/**
 * Compares the lines of each room with budgets.json and prints the sums: `npm run budgets`. A room above its budget fails. One that has
 * shrunk fails as well, until `npm run budgets -- --lower` has lowered its budget. A budget is raised by hand, in a commit that says why.
 */
import { execFileSync } from "node:child_process"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { resolve } from "node:path"
import { fileURLToPath } from "node:url"

/** The lines of each room, a folder or a file, by what they count for. Of nested rooms the innermost has a file. */
export type Budgets = {
  readonly core: Readonly<Record<string, number>>
  readonly extras: Readonly<Record<string, number>>
  readonly tests: Readonly<Record<string, number>>
  readonly around: Readonly<Record<string, number>>
  /** Files in the rooms of `core` and `extras`. */
  readonly files: number
}

/** Folders in which every file has a room. */
const bounded = /^(src|tasks|extras|test|scripts|action|bench|examples)\//

/** Not counted: recorded outputs, and documents. */
const uncounted = /^test\/golden\/|^extras\/\w+\/docs\//

/** Lines that a room may shrink by before its budget must follow. */
const slack = 50

/**
 * Compares rooms with their budgets.
 *
 * @param linesOf the lines of each file, by its path from the root
 * @returns what the rooms have, as budgets, and what is wrong, a sentence each
 */
export function compareWithBudgets(
  budgets: Budgets,
  linesOf: ReadonlyMap<string, number>,
): { readonly now: Budgets; readonly problems: string[] } {
  const rooms = {
    core: { ...budgets.core },
    extras: { ...budgets.extras },
    tests: { ...budgets.tests },
    around: { ...budgets.around },
  }
  const kinds = Object.values(rooms)
  for (const kind of kinds) for (const room of Object.keys(kind)) kind[room] = 0
  const longestFirst = kinds.flatMap((kind) => Object.keys(kind)).sort((one, other) => other.length - one.length)
  const problems: string[] = []
  let files = 0
  for (const [file, lines] of linesOf) {
    if (!bounded.test(file) || uncounted.test(file)) continue
    const room = longestFirst.find((path) => file === path || file.startsWith(`${path}/`))
    const kind = kinds.find((one) => room !== undefined && room in one)
    if (room === undefined || kind === undefined) {
      problems.push(`${file} is in no room of budgets.json.`)
      continue
    }
    kind[room] = (kind[room] ?? 0) + lines
    if (kind === rooms.core || kind === rooms.extras) files++
  }
  const bounds: Record<string, number> = {
    ...budgets.core,
    ...budgets.extras,
    ...budgets.tests,
    ...budgets.around,
    "All files of source": budgets.files,
  }
  const counted: Record<string, number> = {
    ...rooms.core,
    ...rooms.extras,
    ...rooms.tests,
    ...rooms.around,
    "All files of source": files,
  }
  for (const [room, bound] of Object.entries(bounds)) {
    const count = counted[room] ?? 0
    if (count > bound) problems.push(`${room} has ${count}, ${count - bound} more than its budget.`)
    else if (count < bound - slack)
      problems.push(`${room} has ${count}, and a budget of ${bound}: npm run budgets -- --lower`)
  }
  return { now: { ...rooms, files }, problems }
}

/** The lines of `core`, of all source, and of the tests. */
export function sumsOf({ core, extras, tests }: Budgets): { core: number; all: number; tests: number } {
  const sum = (rooms: Readonly<Record<string, number>>): number =>
    Object.values(rooms).reduce((total, lines) => total + lines, 0)
  return { core: sum(core), all: sum(core) + sum(extras), tests: sum(tests) }
}

function readLines(): Map<string, number> {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
  })
  const files = listed.split("\0").filter((file) => bounded.test(file) && existsSync(file))
  return new Map(files.map((file) => [file, readFileSync(file).filter((byte) => byte === 10).length]))
}

if (process.argv[1] !== undefined && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const budgets = JSON.parse(readFileSync("budgets.json", "utf8")) as Budgets
  const { now, problems } = compareWithBudgets(budgets, readLines())
  if (process.argv.includes("--lower")) {
    const lower = (bounds: Readonly<Record<string, number>>, counts: Readonly<Record<string, number>>) =>
      Object.fromEntries(Object.entries(bounds).map(([room, bound]) => [room, Math.min(bound, counts[room] ?? 0)]))
    const lowered: Budgets = {
      core: lower(budgets.core, now.core),
      extras: lower(budgets.extras, now.extras),
      tests: lower(budgets.tests, now.tests),
      around: lower(budgets.around, now.around),
      files: Math.min(budgets.files, now.files),
    }
    writeFileSync("budgets.json", `${JSON.stringify(lowered, undefined, 2)}\n`)
  }
  const { core, all, tests } = sumsOf(now)
  console.log(`Lines: core ${core}, all ${all} in ${now.files} files, tests ${tests}`)
  const left = process.argv.includes("--lower") ? problems.filter((problem) => !problem.endsWith("--lower")) : problems
  for (const problem of left) console.error(problem)
  if (left.length > 0) process.exitCode = 1
}
