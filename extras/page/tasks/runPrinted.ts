import { fork } from "node:child_process"
import { readFile } from "node:fs/promises"
import path from "node:path"
import { fileURLToPath } from "node:url"

import type { HardhatRuntimeEnvironment } from "hardhat/types/hre"

import { wordsOf } from "#src/primitives/commands/commandLine.js"
import { shorten } from "#src/primitives/text.js"

/** How a command has ended, and what it printed. */
export type Printed = { readonly code: number | null; readonly output: string }

/** Milliseconds that a command may take, the compiler included, and characters of what it prints that are shown. */
const limits = { time: 300_000, output: 20_000 }

/**
 * Runs a printed command in a process of its own, in the project of the devnet and without a shell.
 *
 * @param command such as `npx hardhat messaging connect 0x… 0x… --from beta --to alpha`
 */
export async function runPrinted(
  command: string,
  { config, globalOptions }: Pick<HardhatRuntimeEnvironment, "config" | "globalOptions">,
  signal: AbortSignal,
): Promise<Printed> {
  const manifest = fileURLToPath(import.meta.resolve("hardhat/package.json"))
  const { bin } = JSON.parse(await readFile(manifest, "utf8")) as { readonly bin: { readonly hardhat: string } }
  const [, , ...words] = wordsOf(command)
  const configured = globalOptions.config ? ["--config", globalOptions.config] : []
  const cli = path.join(path.dirname(manifest), bin.hardhat)
  const options = { cwd: config.paths.root, silent: true, signal, timeout: limits.time }
  const child = fork(cli, [...configured, ...words], options)
  let output = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => (output = shorten(output + text, limits.output)))
  }
  // There is nobody who answers a question.
  child.stdin?.end()
  return await new Promise((resolve) => {
    child.on("error", ({ message }) => (output += message))
    child.on("close", (code) => {
      resolve({ code, output })
    })
  })
}
