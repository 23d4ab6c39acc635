import { spawn } from "node:child_process"
import { readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { pathToFileURL } from "node:url"

import type { Sample } from "./Measure.ts"

const cli = resolve(import.meta.dirname, "../../node_modules/hardhat/dist/src/cli.js")
const reportUsage = pathToFileURL(join(import.meta.dirname, "reportUsage.js")).href

type RunOptions = {
  /** The folder of the project. */
  readonly cwd: string
  /** Ends the command when it makes its first request. */
  readonly untilRequest?: boolean
  /** What it may end with. Default: 0. */
  readonly exitCodes?: readonly number[]
  /** Called with each part of what it prints. */
  readonly onOutput?: (text: string) => void
}

let runs = 0

/**
 * Runs `hardhat` in a process of its own.
 *
 * @returns how long the process took to its end or its first request, and the CPU time until then
 * @throws it ended with another exit code
 */
export async function runHardhat(
  args: readonly string[],
  { cwd, untilRequest = false, exitCodes = [0], onOutput }: RunOptions,
): Promise<Required<Sample> & { readonly stdout: string }> {
  const usage = join(tmpdir(), `usage-${String(process.pid)}-${String((runs += 1))}.json`)
  const env = { ...process.env, BENCH_USAGE: usage, BENCH_UNTIL: untilRequest ? "request" : "end", NO_COLOR: "1" }
  const child = spawn(process.execPath, ["--import", reportUsage, cli, ...args], { cwd, env })
  child.stdin.end()
  let [stdout, stderr] = ["", ""]
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text
    onOutput?.(text)
  })
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text
  })
  const code = await new Promise<number | null>((done, fail) => {
    child.once("error", fail).once("close", done)
  })
  if (code === null || !exitCodes.includes(code))
    throw new Error(`hardhat ${args.join(" ")} ended with ${String(code)}: ${stdout}${stderr}`)
  const report = await readFile(usage, "utf8").catch(() => undefined)
  if (report === undefined) throw new Error(`hardhat ${args.join(" ")} ended without a request`)
  const sample = JSON.parse(report) as Required<Sample>
  await rm(usage)
  return { ...sample, stdout }
}
