import { PlugsError } from "../../../primitives/PlugsError.js"
import { excerpt } from "../../../primitives/text.js"
import { RouteBusyError } from "../executionErrors.js"
import type { JournalLock, RouteJournal } from "../types.js"

/** Another process is executing the same command, or has executed it while this one was starting. This one has sent nothing. */
export class SwapBusyError extends PlugsError {
  readonly code = "SWAP_BUSY"

  constructor(
    other:
      | { readonly kind: "running"; readonly holder: string | undefined; readonly file: string | undefined }
      | { readonly kind: "over"; readonly quoteId: string },
  ) {
    if (other.kind === "running") {
      super("The same swap is already being executed.", {
        facts: { "held by": other.holder, file: other.file },
        next: "Wait until it ends. To swap twice at once, change the amount of one of the two commands. Delete the file only if you are sure that no process uses it.",
      })
      return
    }
    super("The same swap was executed by another command while this one was starting.", {
      facts: { quote: excerpt(other.quoteId) },
      next: "This command has sent nothing. To swap a second time, run it again.",
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
    if (!(error instanceof RouteBusyError)) throw error
    throw new SwapBusyError({ kind: "running", holder: error.facts["held by"], file: error.facts["file"] })
  }
}
