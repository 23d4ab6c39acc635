import { execFile } from "node:child_process"
import { resolve } from "node:path"
import { promisify } from "node:util"

const run = promisify(execFile)
const repository = resolve(import.meta.dirname, "..")
const starts = 7

/** Measures how long a devnet takes to start in a process that has loaded Hardhat: the median over several processes, in milliseconds. */
export async function coldStart(): Promise<number> {
  const times: number[] = []
  for (let start = 0; start < starts; start += 1) {
    const cli = resolve(repository, "node_modules/hardhat/dist/src/cli.js")
    const args = [cli, "run", "--no-compile", resolve(repository, "bench/startOnce.ts")]
    const { stdout } = await run(process.execPath, args, { cwd: repository })
    times.push(Number(stdout))
  }
  return times.sort((a, b) => a - b)[Math.floor(starts / 2)] ?? NaN
}
