import { spawn } from "node:child_process"
import { join } from "node:path"

/** How a run of tests ended. */
export type TestRun = {
  readonly ending: "passed" | "failed" | "timed out" | "not compiled"
  readonly milliseconds: number
  readonly output: string
}

/**
 * Runs test files of one kind in a folder, and stops at the first test that fails.
 *
 * @param files Solidity tests or TypeScript tests, not both
 * @param timeout milliseconds after which the run is ended, with every process that it started
 */
export async function runTests(folder: string, files: readonly string[], timeout: number): Promise<TestRun> {
  const isSolidity = files.every((file) => file.endsWith(".sol"))
  // As npm test does: a contract is compiled with the optimizer in half a minute, and without it in seconds.
  const solidity = ["--build-profile", "unoptimized", "test", "solidity"]
  const runner = isSolidity ? solidity : ["test", "mocha", "--no-compile", "--bail"]
  const began = performance.now()
  const cli = join(folder, "node_modules/hardhat/dist/src/cli.js")
  const isPosix = process.platform !== "win32"
  const child = spawn(process.execPath, [cli, ...runner, ...files], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NO_COLOR: "1" },
    // A group of its own, so that what the tests start ends with them.
    detached: isPosix,
  })
  const end = (): void => {
    if (isPosix && child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL")
    else child.kill("SIGKILL")
  }
  let output = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text
    })
  }
  const late = new AbortController()
  const timer = setTimeout(() => {
    late.abort()
    end()
  }, timeout)
  process.once("exit", end)
  try {
    const code = await new Promise<number | null>((done, fail) => {
      child.once("error", fail).once("close", done)
    })
    const milliseconds = performance.now() - began
    if (late.signal.aborted) return { ending: "timed out", milliseconds, output }
    if (code === 0) return { ending: "passed", milliseconds, output }
    // Hardhat's own words for a contract that the compiler refuses.
    const isRefused = isSolidity && /Compilation failed/i.test(output)
    return { ending: isRefused ? "not compiled" : "failed", milliseconds, output }
  } finally {
    clearTimeout(timer)
    process.off("exit", end)
  }
}
