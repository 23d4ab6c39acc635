import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Runs a command to its end, and returns what it printed. */
export type RunCommand = (
  file: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
) => Promise<string>

/**
 * Runs commands that end with this process, with everything that they started and every temporary file that they made.
 *
 * @example
 * using commands = openCommands()
 * await commands.run("npm", ["ci"], { cwd })
 */
export function openCommands(): Disposable & { readonly run: RunCommand } {
  const temporary = mkdtempSync(join(tmpdir(), "hardhat-plugs-bench-"))
  const isPosix = process.platform !== "win32"
  let end: (() => void) | undefined

  const close = (): void => {
    end?.()
    rmSync(temporary, { recursive: true, force: true, maxRetries: 3 })
  }
  process.once("exit", close)

  const run: RunCommand = async (file, args, { cwd, env = {} }) => {
    const child = spawn(file, args, {
      cwd,
      env: { ...process.env, TMPDIR: temporary, TEMP: temporary, TMP: temporary, NO_COLOR: "1", ...env },
      stdio: ["ignore", "pipe", "pipe"],
      // A group of its own, so that what it starts ends with it.
      detached: isPosix,
    })
    end = () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      if (isPosix && child.pid !== undefined) process.kill(-child.pid, "SIGKILL")
      else child.kill("SIGKILL")
    }
    let [stdout, stderr] = ["", ""]
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text
    })
    child.stderr.setEncoding("utf8").on("data", (text: string) => {
      stderr += text
    })
    const code = await new Promise<number | null>((done, fail) => {
      child.once("error", fail).once("close", done)
    })
    end = undefined
    if (code === 0) return stdout
    throw new Error(stderr.trim() === "" ? stdout.trim() : stderr.trim())
  }

  return {
    run,
    [Symbol.dispose]() {
      process.off("exit", close)
      close()
    },
  }
}
