import { isPlugsError, PlugsError } from "../../../primitives/PlugsError.js"
import type { JournalLock, RouteJournal } from "../../../swap/index.js"

/** The same swap is being carried out by another process. */
export class SwapBusyError extends PlugsError {
  readonly code = "SWAP_BUSY"

  constructor(facts: Readonly<Record<string, string>>) {
    super("The same swap is being carried out already.", {
      facts: { "held by": facts["held by"], file: facts["file"] },
      next: "Wait for that one to end. A second one would be a second swap: change the amount if you want both at once.",
    })
  }
}

/**
 * Works on a command alone, so that two at once can't begin the same swap twice. A process that has died holds nothing.
 *
 * @throws {SwapBusyError} another process has it
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
    if (!isPlugsError(error) || error.code !== "ROUTE_BUSY") throw error
    throw new SwapBusyError(error.facts)
  }
}
