import { execFile, spawn } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

import { askAtTerminal, InterruptedError } from "./askAtTerminal.js"
import type { PackageManager } from "./packageManager.js"
import type { OwnPackage } from "./packageSource.js"
import { runCommand } from "./runCommand.js"
import type { Templates } from "./templates.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { escapeHidden } from "#src/primitives/text.js"

/** Runs the command line of this process, and sets its exit code: 0 done, 1 an error, 130 ended by Ctrl-C, 141 nobody reads on. */
export async function main(): Promise<void> {
  // The reader of the output may stop before its end, as `head` does.
  process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => process.exit(code === "EPIPE" ? 141 : 1))
  const questions = askAtTerminal(process.stdin, process.stdout)
  try {
    await runCommand(process.argv.slice(2), {
      ...readOwnPackage(),
      questions,
      cwd: process.cwd(),
      env: process.env,
      nodeVersion: process.versions.node,
      platform: process.platform,
      versionOf,
      print: (text) => process.stdout.write(`${text}\n`),
      install,
    })
  } catch (error) {
    process.exitCode = error instanceof InterruptedError ? 130 : 1
    if (isPlugsError(error)) process.stderr.write(`${error.message}\n`)
    else if (error instanceof InterruptedError) process.stderr.write("\nNothing was written.\n")
    else throw error
  } finally {
    questions.close()
  }
}

/** What the build has written beside this file: scripts/writeInit.ts. */
function readOwnPackage(): { own: OwnPackage; templates: Templates } {
  const url = new URL("./project.json", import.meta.url)
  const { templates, ...own } = JSON.parse(readFileSync(url, "utf8")) as Omit<OwnPackage, "folder"> & {
    templates: Templates
  }
  let folder = dirname(fileURLToPath(url))
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder)
  return { own: { ...own, folder }, templates }
}

async function versionOf(manager: PackageManager): Promise<string | undefined> {
  const options = { shell: process.platform === "win32", timeout: 10_000 }
  const answer = await promisify(execFile)(manager, ["--version"], options).catch(() => undefined)
  return answer && escapeHidden(answer.stdout.trim())
}

/** What npx was asked for, which another npx that runs inside would take for its own. */
const ofNpx = ["npm_config_call", "npm_config_package"]

async function install(command: string, cwd: string): Promise<string | undefined> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ofNpx.includes(name)))
  return await new Promise((resolve) => {
    spawn(command, { cwd, env, shell: true, stdio: "inherit" })
      .once("error", ({ message }) => {
        resolve(message)
      })
      .once("close", (code, signal) => {
        resolve(code === 0 ? undefined : signal === null ? `exit code ${code}` : signal)
      })
  })
}
