import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

import { isPlugsError } from "../primitives/PlugsError.js"
import { escapeHidden } from "../primitives/text.js"
import { askAtTerminal, InterruptedError } from "./askAtTerminal.js"
import type { OwnPackage } from "./packageSource.js"
import { runCommand } from "./runCommand.js"
import type { Templates } from "./templates.js"

/** Runs the command line of this process, and sets its exit code: 0 done, 1 an error, 130 ended by Ctrl-C, 141 nobody reads on. */
export async function main(): Promise<void> {
  // Whatever reads the output may stop before its end, as `head` does.
  process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => process.exit(code === "EPIPE" ? 141 : 1))
  const questions = askAtTerminal(process.stdin, process.stdout)
  try {
    await runCommand(process.argv.slice(2), {
      own: readOwnPackage(),
      readTemplates,
      questions,
      cwd: process.cwd(),
      env: process.env,
      nodeVersion: process.versions.node,
      platform: process.platform,
      npmVersion,
      print: (text) => process.stdout.write(`${text}\n`),
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

/** The package that this file belongs to. */
function readOwnPackage(): OwnPackage {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const manifest = readManifest(join(folder, "package.json"))
    if (manifest === undefined) continue
    return { folder, version: manifest.version, node: manifest.engines.node, peers: manifest.peerDependencies }
  }
}

type OwnManifest = { version: string; engines: { node: string }; peerDependencies: Record<string, string> }

function readManifest(file: string): OwnManifest | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as OwnManifest
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined
    throw error
  }
}

/** The build writes this file: scripts/readExamples.ts. */
function readTemplates(): Templates {
  return JSON.parse(readFileSync(new URL("./templates.json", import.meta.url), "utf8")) as Templates
}

/** Asks the npm on the path for its version. */
async function npmVersion(): Promise<string | undefined> {
  return await new Promise((resolve) => {
    const options = { shell: process.platform === "win32", timeout: 10_000 }
    execFile("npm", ["--version"], options, (error, stdout) => {
      resolve(error === null ? escapeHidden(stdout.trim()) : undefined)
    })
  })
}
