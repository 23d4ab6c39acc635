import type { Printed } from "./runPrinted.js"
import { firstCommands } from "#extras/page/src/firstCommands.js"
import { PlugsError } from "#src/primitives/PlugsError.js"

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

/**
 * Runs the commands of the page that send a first message, one after the other.
 *
 * @throws {FirstMessageFailedError} one has failed; those after it were not run
 */
export async function runFirstCommands(run: (command: string) => Promise<Printed>): Promise<void> {
  for (const command of firstCommands) {
    const { code, output } = await run(command)
    if (code === 0) continue
    const printed = output.replaceAll(/\s+/g, " ").trim().slice(-maxPrinted)
    throw new FirstMessageFailedError({ command, printed })
  }
}

/** Characters of the end of what a command has printed. */
const maxPrinted = 600
