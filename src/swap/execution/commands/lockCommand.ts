import { PlugsError } from "../../../primitives/PlugsError.js"
import { RouteBusyError } from "../executionErrors.js"
import type { JournalLock, RouteJournal } from "../types.js"

/** Another process is executing the same command. */
export class SwapBusyError extends PlugsError {
  readonly code = "SWAP_BUSY"

  constructor(facts: Readonly<Record<string, string>>) {
    super("The same swap is already being executed.", {
      facts: { "held by": facts["held by"], file: facts["file"] },
      next: "Wait until it ends. To swap twice at once, change the amount of one of the two commands.",
    })
  }
}

/**
 * Runs some work while no other process can run the same command, so that two processes cannot begin the same swap twice. The lock of
 * a process that has died does not count.
 *
 * @throws {SwapBusyError} another process is running the command
 */
export async function lockCommand<T>(journal: RouteJournal, key: string, work: () => Promise<T>): Promise<T> {
  const lock = await take(journal, key)
  try {
    return await work()
  } finally {
    await lock[Symbol.asyncDispose]()
  }
}

async function take(journal: RouteJournal, key: string): Promise<JournalLock> {
  try {
    return await journal.lock(key)
  } catch (error) {
    throw error instanceof RouteBusyError ? new SwapBusyError(error.facts) : error
  }
}
