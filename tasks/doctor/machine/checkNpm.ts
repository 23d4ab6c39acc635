import { execFile } from "node:child_process"
import { promisify } from "node:util"

import { type Finding, ok, skipped, warning } from "../checks.js"
import { isInRange, parseVersion } from "./versions.js"

/** The npm of Node 22, the oldest that Hardhat runs on. */
const range = ">=10.0.0"

/** Checks the npm that a terminal finds. A package manager of another name is nobody's concern here. */
export async function checkNpm(
  signal: AbortSignal,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<Finding> {
  // On Windows npm is a script, which only a shell runs.
  const options = { signal, env: { ...env }, shell: process.platform === "win32", timeout: 10_000 }
  const printed = await promisify(execFile)("npm", ["--version"], options).catch(() => undefined)
  const version = printed?.stdout.trim() ?? ""
  if (parseVersion(version) === undefined) return skipped("No npm answers here; another package manager does as well.")
  if (isInRange(version, range) === true) return ok(`npm ${version}`)
  const says = `npm ${version} is older than Node 22: on an older Node it leaves out Hardhat's native part without a word.`
  return warning(says, "Use the npm that comes with Node 22 or newer: npm install --global npm@10")
}
