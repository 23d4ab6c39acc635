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

/** Not counted: recorded outputs, documents, and what users take as it is. */
const uncounted = /^test\/golden\/|^extras\/\w+\/(docs|operating)\//

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
  const { files: bound, ...kinds } = budgets
  const rooms = Object.values(kinds).flatMap((kind) => Object.keys(kind))
  const longestFirst = rooms.sort((one, other) => other.length - one.length)
  const counts = new Map<string, number>()
  const problems: string[] = []
  let files = 0
  for (const [file, lines] of linesOf) {
    if (!bounded.test(file) || uncounted.test(file)) continue
    const room = longestFirst.find((path) => file === path || file.startsWith(`${path}/`))
    if (room === undefined) {
      problems.push(`${file} is in no room of budgets.json.`)
      continue
    }
    counts.set(room, (counts.get(room) ?? 0) + lines)
    if (room in budgets.core || room in budgets.extras) files++
  }
  const now = { ...mapRooms(budgets, (room) => counts.get(room) ?? 0), files }
  const compare = (room: string, count: number, most: number): void => {
    if (count > most) problems.push(`${room} has ${count}, ${count - most} more than its budget.`)
    else if (count < most - slack) {
      problems.push(`${room} has ${count}, and a budget of ${most}: npm run budgets -- --lower`)
    }
  }
  for (const kind of Object.values(kinds)) {
    for (const [room, most] of Object.entries(kind)) compare(room, counts.get(room) ?? 0, most)
  }
  compare("All files of source", files, bound)
  return { now, problems }
}

/** Budgets with another number for each room. */
function mapRooms(budgets: Budgets, count: (room: string, bound: number) => number): Budgets {
  const map = (kind: Readonly<Record<string, number>>): Record<string, number> =>
    Object.fromEntries(Object.entries(kind).map(([room, bound]) => [room, count(room, bound)]))
  const { core, extras, tests, around, files } = budgets
  return { core: map(core), extras: map(extras), tests: map(tests), around: map(around), files }
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
  const written = JSON.parse(readFileSync("budgets.json", "utf8")) as Budgets
  const lines = readLines()
  const { now } = compareWithBudgets(written, lines)
  const counts: Record<string, number> = { ...now.core, ...now.extras, ...now.tests, ...now.around }
  const isLowered = process.argv.includes("--lower")
  const lowered = mapRooms(written, (room, bound) => Math.min(bound, counts[room] ?? 0))
  const budgets = isLowered ? { ...lowered, files: Math.min(written.files, now.files) } : written
  if (isLowered) writeFileSync("budgets.json", `${JSON.stringify(budgets, undefined, 2)}\n`)
  const { core, all, tests } = sumsOf(now)
  console.log(`Lines: core ${core}, all ${all} in ${now.files} files, tests ${tests}`)
  const { problems } = compareWithBudgets(budgets, lines)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exitCode = 1
}
