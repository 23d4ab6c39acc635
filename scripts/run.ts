/**
 * Runs what belongs together side by side: `node scripts/run.ts test`, `quick`, `deep`, `soak` or `check`. `test` and `deep` take the name of an
 * extra.
 *
 * `quick` runs the test files that start no chain, compiler or process. `deep` runs every test that depends on chance many times more, and
 * the tests that take minutes: test/fixtures/depth.ts.
 */
import { spawn } from "node:child_process"
import { randomInt } from "node:crypto"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { availableParallelism, tmpdir, userInfo } from "node:os"
import { join, resolve } from "node:path"

import { deepFiles, filesOfExtra, filesOfPart, numberOfParts, quickParts, soakFiles } from "./testParts.ts"
import { unusedGoldens } from "./unusedGoldens.ts"

type Command = {
  readonly name: string
  readonly line: string
  readonly shows?: "live" | "at the end" | "when it fails"
  readonly env?: Readonly<Record<string, string>>
}
type Ending = {
  readonly name: string
  readonly succeeded: boolean
  readonly seconds: number
  /** What is still to be printed. */
  readonly output: string
  /** What is printed after everything else if it failed. */
  readonly end: string
}

/** Longer than any test or check takes, so that one that hangs is named before CI's own time is over. */
const longestSilence = 30 * 60_000

/** Characters of a failed test run that are printed again at the end, where mocha says what failed. A CI may keep only the end. */
const lengthOfEnd = 4000

/** What tsx has translated, by content. */
const translations = resolve("cache/tsx")
mkdirSync(translations, { recursive: true })

/** Where each test writes the golden file that it has asked for. */
const askedGoldens = resolve("cache/goldens.txt")

const build: Command = { name: "contracts", line: "hardhat build --no-tests", shows: "live" }

const isDeep = process.argv[2] === "deep"
const solidity = "Solidity"

const testsWithoutContracts: Command = {
  name: "TypeScript, no chains",
  line: mochaLine(filesOfPart(0, isDeep)),
  shows: "at the end",
}

/**
 * Several outputs at once would be mixed up, so only one of them is live. The Solidity tests compile themselves: running them takes less
 * time than optimizing them, unless they run thousands of times.
 */
const tests: readonly Command[] = [
  ...Array.from({ length: numberOfParts - 1 }, (_, index): Command => {
    return {
      name: `TypeScript, part ${index + 1}`,
      line: mochaLine(filesOfPart(index + 1, isDeep)),
      shows: index === 0 ? "live" : "at the end",
      // The tests of what tests import look at the stack of a revert, and are in the last part.
      env: index + 1 < numberOfParts - 1 ? { TEST_TRACES: "none" } : {},
    }
  }),
  {
    name: solidity,
    line: `hardhat --build-profile ${isDeep ? "default" : "unoptimized"} test solidity --no-compile ${solidityTests().join(" ")}`,
    shows: "at the end",
  },
]

/**
 * The longest first. ESLint has no cache, since what it says of one file depends on the types of others, which take more memory than Node
 * gives a process by itself.
 */
const checks: readonly Command[] = [
  { name: "eslint", line: "node --max-old-space-size=8192 node_modules/eslint/bin/eslint.js ." },
  { name: "types", line: "tsc --noEmit --incremental --tsBuildInfoFile cache/types.tsbuildinfo" },
  { name: "types of the page", line: "tsc -p extras/page/src/browser" },
  { name: "site", line: "npm run --silent docs:pages" },
  { name: "documents", line: "hardhat test mocha --no-compile test/docs/generated.ts" },
  { name: "package", line: "npm run --silent check:package" },
  {
    name: "prettier",
    line: "prettier --check --log-level warn --cache --cache-strategy content --cache-location cache/prettier .",
  },
  { name: "imports", line: "npm run --silent check:imports" },
  { name: "budgets", line: "npm run --silent budgets", shows: "at the end" },
  { name: "solhint", line: "solhint --disc --max-warnings 0 contracts/**/*.sol test/**/*.sol" },
]

/** `npm test -- page` runs the tests of one extra alone. */
const extra = process.argv[3]

const suites: Readonly<Record<string, () => Promise<readonly Ending[]>>> = {
  test: async () => await runTests(),
  quick: async () => {
    process.env["TEST_DEPTH"] = "quick"
    const [early = build, ...others] = quickParts().map((files, index): Command => {
      return { name: `quick, part ${index + 1}`, line: mochaLine(files), shows: index === 1 ? "live" : "at the end" }
    })
    return await runBesideBuild(early, others)
  },
  deep: async () => {
    process.env["TEST_DEPTH"] = "deep"
    const seed = (process.env["TEST_SEED"] ??= String(randomInt(2 ** 31)))
    console.log(`Chance begins with ${seed}. To repeat this run: TEST_SEED=${seed} npm run test:deep\n`)
    return await runTests()
  },
  soak: async () => {
    process.env["TEST_DEPTH"] = "soak"
    const built = await run(build)
    return built.succeeded ? [built, await run({ name: "soak", line: mochaLine(soakFiles), shows: "live" })] : [built]
  },
  check: async () => {
    // Tests take the types of contracts from the build.
    const built = await run(build)
    return built.succeeded ? [built, ...(await runAll(checks, Math.max(2, availableParallelism())))] : [built]
  },
}

const suite = suites[process.argv[2] ?? ""]
if (suite === undefined) throw new Error(`Say which of these to run: ${Object.keys(suites).join(", ")}`)
const endings = await suite()
console.log()
for (const { name, succeeded, seconds } of endings) {
  console.log(`${name.padEnd(22)}  ${succeeded ? "passed" : "FAILED"}  ${seconds.toFixed(0).padStart(4)} s`)
}
for (const { name, end } of endings.filter(({ succeeded }) => !succeeded)) {
  process.exitCode = 1
  // What somebody has seen live at a terminal is not kept.
  if (end !== "") console.log(`\nThe end of what ${name} printed:\n${end}`)
  // They are compiled without syntax trees here, which takes half of the time.
  if (name === solidity) console.log("\nTo see the line of a failure: hardhat test solidity <file>")
}

/** The command that runs tests. Longer generations of the garbage collector save a twentieth of its time. */
function mochaLine(files: readonly string[]): string {
  const hardhat = "node --max-semi-space-size=64 node_modules/hardhat/dist/src/cli.js"
  return [hardhat, "test mocha --no-compile", ...files].join(" ")
}

function solidityTests(): readonly string[] {
  const files = readdirSync("contracts", { recursive: true, encoding: "utf8" }).map((file) =>
    file.replaceAll("\\", "/"),
  )
  const chosen = files.filter((file) => file.endsWith(".t.sol") && (isDeep || !deepFiles.includes(file)))
  return chosen.sort().map((file) => `contracts/${file}`)
}

async function runTests(): Promise<readonly Ending[]> {
  if (extra !== undefined) {
    const files = filesOfExtra(extra, isDeep)
    if (files.length === 0) throw new Error(`There is no extra ${extra}, or it has no tests.`)
    const built = await run(build)
    return built.succeeded ? [built, await run({ name: extra, line: mochaLine(files), shows: "live" })] : [built]
  }
  writeFileSync(askedGoldens, "")
  const endings = await runBesideBuild(testsWithoutContracts, tests)
  const isWhole = isDeep && endings.every(({ succeeded }) => succeeded)
  return isWhole ? [...endings, findUnusedGoldens()] : endings
}

/** Runs `early` while the contracts are built, and the others once they are. */
async function runBesideBuild(early: Command, others: readonly Command[]): Promise<readonly Ending[]> {
  const running = run(early)
  const built = await run(build)
  const ended = built.succeeded ? await runAll(others, others.length) : []
  const first = await running
  process.stdout.write(first.output)
  return [built, first, ...ended]
}

/** What no test has asked for compares nothing. Only the deep suite runs every test that asks. */
function findUnusedGoldens(): Ending {
  const unused = unusedGoldens("test/golden", readFileSync(askedGoldens, "utf8"))
  const end = unused.map((name) => `No test asks for test/golden/${name}: delete it.\n`).join("")
  return { name: "golden files", succeeded: end === "", seconds: 0, output: "", end }
}

/** Runs `limit` commands at once. What was not live is printed after the last has ended. */
async function runAll(commands: readonly Command[], limit: number): Promise<readonly Ending[]> {
  const waiting = commands.entries()
  const ended: Ending[] = []
  const worker = async (): Promise<void> => {
    for (const [index, command] of waiting) ended[index] = await run(command)
  }
  await Promise.all(Array.from({ length: limit }, worker))
  for (const { output } of ended) process.stdout.write(output)
  return ended
}

async function run({ name, line, shows = "when it fails", env: own = {} }: Command): Promise<Ending> {
  const began = performance.now()
  const isLive = shows === "live"
  // Somebody who looks at a terminal sees colours, and sees when nothing happens.
  const isSeen = isLive && process.stdout.isTTY
  const stream = isSeen ? "inherit" : "pipe"
  const [file = "", ...args] = line.split(" ")
  // Locks of accounts are there. Two commands that run side by side use the same accounts on chains with the same id.
  const temporary = mkdtempSync(join(tmpdir(), "hardhat-plugs-test-"))
  const env = { ...process.env, ...own, TMPDIR: temporary, TEMP: temporary, TMP: temporary, TEST_GOLDENS: askedGoldens }
  // There are TypeScript's translations, too. Sharing them saves each process more than a second.
  symlinkSync(translations, join(temporary, `tsx-${process.geteuid?.() ?? userInfo().username}`), "junction")
  const child = spawn(file, args, { stdio: ["ignore", stream, stream], shell: process.platform === "win32", env })
  let output = ""
  const print = (part: string): void => {
    output += part
    if (isLive) process.stdout.write(part)
  }
  const silence = setTimeout(() => {
    if (isSeen) return
    print(
      `\nEnded: it printed nothing for ${longestSilence / 60_000} minutes. What hangs is what comes after its last line.\n`,
    )
    child.kill("SIGKILL")
    // What it started may hold them open.
    for (const pipe of [child.stdout, child.stderr]) pipe?.destroy()
  }, longestSilence)
  for (const pipe of [child.stdout, child.stderr]) {
    pipe?.setEncoding("utf8").on("data", (part: string) => {
      silence.refresh()
      print(part)
    })
  }
  const succeeded = await new Promise<boolean>((resolve, reject) => {
    child.once("error", reject).once("close", (code) => {
      resolve(code === 0)
    })
  })
  clearTimeout(silence)
  rmSync(temporary, { recursive: true, force: true })
  const seconds = (performance.now() - began) / 1000
  if (shows === "when it fails") return { name, succeeded, seconds, output: "", end: output }
  return { name, succeeded, seconds, output: isLive ? "" : output, end: output.slice(-lengthOfEnd) }
}
