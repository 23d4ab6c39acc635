import { createHash } from "node:crypto"

import { z } from "zod"

import { RouteEndedError, RouteExpiredError } from "../../following/trackingErrors.js"
import { checkQuoteId } from "../../wire/parameters/statusChecks.js"
import { RouteBusyError, SubmissionReplacedError } from "../executionErrors.js"
import { isOver } from "../executionStates.js"
import type { JournalEntry, JournalLock, RouteJournal } from "../types.js"
import { checked } from "#src/http/schemas.js"
import { TransactionRevertedError } from "#src/onchain/transactionErrors.js"
import { type Clock, latestTime } from "#src/primitives/clock.js"
import { type Inspected, openRecordFolder } from "#src/primitives/files/recordFolder.js"
import type { RecordsKey } from "#src/primitives/files/recordsKey.js"
import { isPlugsError, PlugsError } from "#src/primitives/PlugsError.js"
import { excerpt } from "#src/primitives/text.js"

export type CommandRecord = {
  /** The quote that the command began with. */
  readonly quoteId: string
  /** When the end of its execution was shown, in milliseconds since 1970; `undefined` while it is not over. */
  readonly endedAt?: number | undefined
}

/**
 * Records which quote each command is executing. The same command, run again after a crash, then resumes that execution instead of
 * beginning a second one.
 *
 * A record is written before anything is sent, and marked as ended once the end of the execution was shown.
 */
export type CommandRecords = {
  /**
   * Returns the record of a command.
   *
   * @throws {JournalForeignError} `JournalDamagedError` this user did not write the record, so it is unknown whether the command has begun
   */
  read(key: string): Promise<CommandRecord | undefined>
  write(key: string, quoteId: string): Promise<void>
  /** Marks the records of every command that is executing a quote as ended. After that, the same command begins anew. */
  end(quoteId: string, endedAt: number): Promise<void>
  inspect(): Promise<Inspected<CommandRecord>>
}

/** Computes the key of a command. Two commands have the same key if they request the same swap from the same account. */
export function commandKey(command: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(command).filter(([, value]) => value !== undefined)
  const text = JSON.stringify(given.sort())
  return createHash("sha256").update(text).digest("hex").slice(0, 40)
}

/** Keeps records in a folder, with one file for each command. */
export function createCommandRecords(folder: string, key: RecordsKey): CommandRecords {
  const records = openRecordFolder(folder, {
    ...{ purpose: "command", schema: () => recordSchema, maxBytes: maxRecordBytes, names: /^[0-9a-f]{40}$/, key },
    isOpen: ({ endedAt }) => endedAt === undefined,
  })
  return {
    read: records.read,
    write: (command, quoteId) => records.write(command, { quoteId }),
    async end(quoteId, endedAt) {
      for (const command of await records.names()) {
        // The end of one swap does not depend on the record of another one.
        const record = await records.read(command).catch((error: unknown) => {
          if (!isPlugsError(error) || error.code === "JOURNAL_UNUSABLE") throw error
        })
        if (record?.quoteId === quoteId && record.endedAt === undefined) {
          await records.write(command, { quoteId, endedAt })
        }
      }
    },
    inspect: records.inspect,
  }
}

const maxRecordBytes = 4_096

const recordSchema: z.ZodType<CommandRecord> = z.object({
  quoteId: checked(checkQuoteId),
  endedAt: z.number().nonnegative().optional(),
})

/** Another process is executing the same command, or has executed it while this one was starting. This one has sent nothing. */
class SwapBusyError extends PlugsError {
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
 * Reserves a command, so that two processes cannot begin the same swap twice. The lock of a process that has died does not count.
 *
 * @throws {SwapBusyError} another process is running the command
 */
export async function lockCommand(journal: RouteJournal, key: string): Promise<JournalLock> {
  try {
    return await journal.lock(key)
  } catch (error) {
    if (!(error instanceof RouteBusyError)) throw error
    throw new SwapBusyError({ kind: "running", holder: error.facts["held by"], file: error.facts["file"] })
  }
}

/**
 * Finds the execution that an earlier run of the same command began and that may have sent something.
 *
 * @param startedAt when this run was started, in milliseconds since 1970. If another run has executed the same command since then, both
 * were started for one swap
 * @returns `undefined` if the command must begin anew: nothing was signed, so nothing was sent, and prices have changed since
 * @throws {SwapBusyError} another run executed the same command after this one was started
 * @throws {JournalForeignError} `JournalDamagedError` it is unknown whether an earlier run has sent something
 */
export async function findCommandExecution(
  { journal, commands }: { readonly journal: RouteJournal; readonly commands: CommandRecords },
  key: string,
  startedAt: number,
): Promise<JournalEntry | undefined> {
  const record = await commands.read(key)
  if (record === undefined) return undefined
  const { quoteId, endedAt } = record
  const entry = await journal.read(quoteId)
  if (endedAt !== undefined) {
    if (endedAt >= startedAt) throw new SwapBusyError({ kind: "over", quoteId })
    // Its end was shown, so the journal has it too. Otherwise the record was changed, and what the journal has counts.
    if (entry?.submission === undefined || isOver(entry.state)) return undefined
    return entry
  }
  return entry?.submission === undefined ? undefined : entry
}

/**
 * Passes the steps of a command's execution on, and marks the command's record as ended once the execution is over. After that, the same
 * command swaps again.
 *
 * An execution is over if its route completed, failed or was refunded, or if its transaction reverted or was replaced. If a run ends for
 * another reason, such as a deadline, an interruption, a node that does not answer or output that cannot be written, the record stays, so
 * that the execution can be resumed. It stays even if the API calls the route expired: what an execution follows was sent.
 *
 * @param steps end when the last one was shown. If the loop over them leaves before, the record stays
 */
export async function* forgetWhenOver<Step>(
  { commands, clock }: { readonly commands: CommandRecords; readonly clock: Clock },
  quoteId: string,
  steps: AsyncIterable<Step>,
): AsyncGenerator<Step, void> {
  try {
    yield* steps
  } catch (error) {
    if (endsExecution(error)) await commands.end(quoteId, latestTime(clock))
    throw error
  }
  await commands.end(quoteId, latestTime(clock))
}

function endsExecution(error: unknown): boolean {
  if (error instanceof RouteExpiredError) return false
  const ends = [RouteEndedError, TransactionRevertedError, SubmissionReplacedError]
  return ends.some((type) => error instanceof type)
}
