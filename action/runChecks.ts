/** The action: runs the checks in the project and writes what they found. It has no token, and starts none of them where one is within their reach. */
import { spawn } from "node:child_process"
import { randomUUID } from "node:crypto"
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, relative, resolve } from "node:path"
import { stripVTControlCharacters } from "node:util"

import { commands } from "./commands.ts"
import { findTokens } from "./findTokens.ts"
import { placeSarif } from "./placeSarif.ts"
import { type Ending, formatReport, maxOutput } from "./report.ts"

const { env } = process
const folder = resolve(env["PLUGS_ACTION_FOLDER"] ?? ".")
if (/^(?:pull_request_target|workflow_run)$/.test(env["GITHUB_EVENT_NAME"] ?? ""))
  refuse("The checks run what a pull request brings, and this event's token can write. Run them on `pull_request`.")
const names = (env["PLUGS_ACTION_CHECKS"] ?? "tests lint").split(/[\s,]+/).filter((name) => name !== "")
const unknown = names.filter((name) => !Object.hasOwn(commands, name))
if (unknown.length > 0 || names.length === 0) {
  const what = unknown.length === 0 ? "none is named" : `there is no ${unknown.join(", ")}`
  refuse(`checks: ${what}. Known: ${Object.keys(commands).join(", ")}`)
}
const sarif = (env["PLUGS_ACTION_SARIF"] ?? "") === "" ? undefined : resolve(env["PLUGS_ACTION_SARIF"] ?? "")
if (sarif !== undefined && !names.includes("lint"))
  refuse("sarif: it has the findings of lint, which is not among the checks.")
const hardhat = findHardhat()
const tokens = findTokens(env, [folder, resolve(env["GITHUB_WORKSPACE"] ?? ".")])
if (tokens.length > 0)
  refuse(
    `The project's commands could use ${tokens.join(", ")}. Check out with \`persist-credentials: false\`, and give a token only to the step that needs it.`,
  )

const endings: Ending[] = []
for (const name of new Set(names)) endings.push(await run(name, argsOf(name)))

const report = resolve(env["PLUGS_ACTION_REPORT"] ?? "hardhat-plugs-report.json")
const checks = endings.map(({ name, code, seconds, output }) => ({ name, code, seconds, output }))
writeFileSync(report, JSON.stringify({ checks }))
const passed = endings.every(({ code }) => code === 0)
if (env["GITHUB_STEP_SUMMARY"] !== undefined)
  appendFileSync(env["GITHUB_STEP_SUMMARY"], formatReport(env["PLUGS_ACTION_TITLE"] ?? "Cross-chain checks", endings))
if (env["GITHUB_OUTPUT"] !== undefined)
  appendFileSync(env["GITHUB_OUTPUT"], `passed=${String(passed)}\nreport=${report}\n`)
process.exitCode = passed ? 0 : 1
if (sarif !== undefined && existsSync(sarif)) {
  writeFileSync(
    sarif,
    placeSarif(readFileSync(sarif, "utf8"), relative(resolve(env["GITHUB_WORKSPACE"] ?? "."), folder)),
  )
}

function refuse(why: string): never {
  console.log(`::error::${why}`)
  return process.exit(1)
}

/** Hardhat's command, also where a workspace has it in a folder above. */
function findHardhat(): string {
  try {
    const manifest = createRequire(resolve(folder, "package.json")).resolve("hardhat/package.json")
    const { bin } = JSON.parse(readFileSync(manifest, "utf8")) as { bin: string | Readonly<Record<string, string>> }
    return resolve(dirname(manifest), typeof bin === "string" ? bin : (bin["hardhat"] ?? ""))
  } catch {
    return refuse("Hardhat is not installed in this folder. Run `npm ci` in a step before this action.")
  }
}

/** The environment without the files by which a step changes the path, the variables and the results of the job, and without what GitHub's own actions sign in to its services with. */
function envOfChecks(): NodeJS.ProcessEnv {
  const ofThisStep = /^(?:GITHUB_(?:ENV|OUTPUT|PATH|STATE|STEP_SUMMARY)|(?:PLUGS_ACTION|ACTIONS)_\w+)$/i
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
