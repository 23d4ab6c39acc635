import { execFile } from "node:child_process"
import { promisify } from "node:util"

import { firstCommands } from "../../src/page/firstCommands.js"
import { PlugsError } from "../../src/primitives/PlugsError.js"

/** A command that sends a first message has failed. */
export class FirstMessageFailedError extends PlugsError {
  readonly code = "FIRST_MESSAGE_FAILED"
  constructor({ command, printed }: { command: string; printed: string }) {
    super("No first message was sent.", {
      facts: { command, printed },
      next: "Run the command in the project's folder. The project has to be one that npm create hardhat-plugs wrote, and this devnet on the port of its configuration.",
    })
  }
}

type RunHardhat = (args: readonly string[]) => Promise<unknown>

/**
 * Runs the commands of the page that send a first message, one after the other.
 *
 * @throws {FirstMessageFailedError} one has failed; those after it were not run
 */
export async function runFirstCommands(run: RunHardhat): Promise<void> {
  for (const command of firstCommands) {
    const words = [...command.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word)
    try {
      await run(words.slice(2))
    } catch (error) {
      const { stderr, stdout, message } = error as { stderr?: string; stdout?: string; message: string }
      const printed = [stderr, stdout, message].find((text) => text !== undefined && text.trim() !== "") ?? ""
      throw new FirstMessageFailedError({ command, printed: printed.replaceAll(/\s+/g, " ").trim().slice(-maxPrinted) })
    }
  }
}

/** Characters of the end of what a command has printed. */
const maxPrinted = 600

/** Milliseconds that a command has, the compiler included. */
const timeout = 300_000

/** Runs the Hardhat of this process once more, in a project. */
export function hardhatIn(cwd: string, signal: AbortSignal): RunHardhat {
  const [, cli = ""] = process.argv
  return (args) => promisify(execFile)(process.execPath, [cli, ...args], { cwd, signal, timeout })
}
