/** The first step of the action: runs the checks in the project and writes the report. It has no token. */
import { spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, relative, resolve } from "node:path"
import { stripVTControlCharacters } from "node:util"

import { placeSarif } from "./placeSarif.ts"
import { type Ending, formatReport } from "./report.ts"

/** The words after `hardhat` of each check. */
const commands: Readonly<Record<string, readonly string[]>> = {
  tests: ["test"],
  lint: ["plugs", "lint"],
  wiring: ["messaging", "wire", "--check"],
  trust: ["plugs", "trust", "--check"],
}

/** Characters of output that are kept of a check, from its end. */
const maxOutput = 200_000

const { env } = process
const folder = resolve(env["PLUGS_ACTION_FOLDER"] ?? ".")
const names = (env["PLUGS_ACTION_CHECKS"] ?? "tests lint").split(/[\s,]+/).filter((name) => name !== "")
const unknown = names.filter((name) => !Object.hasOwn(commands, name))
if (unknown.length > 0 || names.length === 0) {
  console.log(
    `::error::checks: ${unknown.length === 0 ? "none is named" : `there is no ${unknown.join(", ")}`}. Known: ${Object.keys(commands).join(", ")}`,
  )
  process.exit(1)
}
const sarif = (env["PLUGS_ACTION_SARIF"] ?? "") === "" ? undefined : resolve(env["PLUGS_ACTION_SARIF"] ?? "")
if (sarif !== undefined && !names.includes("lint")) {
  console.log("::error::sarif: it has the findings of lint, which is not among the checks.")
  process.exit(1)
}
const hardhat = findHardhat()

const endings: Ending[] = []
for (const name of new Set(names)) endings.push(await run(name, argsOf(name)))

const report = formatReport(env["PLUGS_ACTION_TITLE"] ?? "Cross-chain checks", endings)
writeFileSync(env["PLUGS_ACTION_REPORT"] ?? "hardhat-plugs-report.md", report)
const passed = endings.every(({ code }) => code === 0)
if (env["GITHUB_STEP_SUMMARY"] !== undefined) appendFileSync(env["GITHUB_STEP_SUMMARY"], report)
if (env["GITHUB_OUTPUT"] !== undefined) appendFileSync(env["GITHUB_OUTPUT"], `passed=${String(passed)}\n`)
process.exitCode = passed ? 0 : 1
if (sarif !== undefined && existsSync(sarif)) {
  writeFileSync(
    sarif,
    placeSarif(readFileSync(sarif, "utf8"), relative(resolve(env["GITHUB_WORKSPACE"] ?? "."), folder)),
  )
}

/** Hardhat's command, also where a workspace has it in a folder above. */
function findHardhat(): string {
  try {
    const manifest = createRequire(resolve(folder, "package.json")).resolve("hardhat/package.json")
    const { bin } = JSON.parse(readFileSync(manifest, "utf8")) as { bin: string | Readonly<Record<string, string>> }
    return resolve(dirname(manifest), typeof bin === "string" ? bin : (bin["hardhat"] ?? ""))
  } catch {
    console.log("::error::Hardhat is not installed in this folder. Run `npm ci` in a step before this action.")
    return process.exit(1)
  }
}

/** The environment without the files by which a step changes the path, the variables and the results of the job: the next step has the token. */
function envOfChecks(): NodeJS.ProcessEnv {
  const ofThisStep = /^(?:GITHUB_(?:ENV|OUTPUT|PATH|STATE|STEP_SUMMARY)|PLUGS_ACTION_\w+)$/
  return Object.fromEntries(Object.entries(env).filter(([name]) => !ofThisStep.test(name)))
}

function argsOf(name: string): readonly string[] {
  const costs = env["PLUGS_ACTION_COSTS"] ?? ""
  const own = commands[name] ?? []
  if (name === "lint" && sarif !== undefined) return [...own, "--sarif", sarif]
  return name === "tests" && costs !== "" ? [...own, "--plugs-report-compare", costs] : own
}

/** Runs a task, and shows what it prints as it comes. GitHub obeys no command in it: a test, or a chain, can print anything. */
async function run(name: string, args: readonly string[]): Promise<Ending> {
  const began = performance.now()
  const resume = randomUUID()
  console.log(`::group::${name}\n::stop-commands::${resume}`)
  // Without npx, because that needs a shell on Windows, which would read the path among the words.
  const child = spawn(process.execPath, [hardhat, ...args], {
    cwd: folder,
    env: envOfChecks(),
    stdio: ["ignore", "pipe", "pipe"],
  })
  let output = ""
  for (const pipe of [child.stdout, child.stderr]) {
    pipe.setEncoding("utf8").on("data", (part: string) => {
      process.stdout.write(part)
      output = (output + part).slice(-maxOutput)
    })
  }
  const code = await new Promise<number>((done) => {
    child.once("error", () => {
      done(1)
    })
    child.once("close", (exit) => {
      done(exit ?? 1)
    })
  })
  console.log(`\n::${resume}::\n::endgroup::`)
  const command = `npx hardhat ${args.join(" ").replaceAll(/[`|\r\n]/g, "")}`
  return { name, command, code, seconds: (performance.now() - began) / 1000, output: stripVTControlCharacters(output) }
}
