import { createHash } from "node:crypto"
import path from "node:path"

import { z } from "zod"

import { checked } from "../../../http/schemas.js"
import { JournalDamagedError } from "../../../primitives/files/fileErrors.js"
import { namesIn, readIfPresent, replaceFile } from "../../../primitives/files/privateFiles.js"
import { checkQuoteId } from "../../wire/parameters/statusChecks.js"

/** What is recorded of a command. */
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
   * @throws {JournalDamagedError} the record cannot be read, so it is unknown whether the command has begun
   */
  read(key: string): Promise<CommandRecord | undefined>
  write(key: string, quoteId: string): Promise<void>
  /** Marks the records of every command that is executing a quote as ended. After that, the same command begins anew. */
  end(quoteId: string, endedAt: number): Promise<void>
}

/** Computes the key of a command. Two commands have the same key if they request the same swap from the same account. */
export function commandKey(command: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(command).filter(([, value]) => value !== undefined)
  const text = JSON.stringify(given.sort(([a], [b]) => (a < b ? -1 : 1)))
  return createHash("sha256").update(text).digest("hex").slice(0, 40)
}

/** Keeps records in a folder, with one file for each command. */
export function createCommandRecords(folder: string): CommandRecords {
  const write = async (command: string, record: CommandRecord): Promise<void> => {
    await replaceFile(folder, command, `${JSON.stringify({ version, command, ...record })}\n`)
  }
  const read = (key: string): Promise<CommandRecord | undefined> => readRecord(folder, key)
  return {
    read,
    write: (key, quoteId) => write(key, { quoteId }),
    async end(quoteId, endedAt) {
      for (const key of (await namesIn(folder)).filter(isKey)) {
        // The end of one swap does not depend on the record of another one.
        const record = await read(key).catch(ignoreDamaged)
        if (record?.quoteId === quoteId && record.endedAt === undefined) await write(key, { quoteId, endedAt })
      }
    },
  }
}

/** Of the format on disk. */
const version = 1

const maxRecordBytes = 4_096

const recordSchema = z.object({
  version: z.literal(version),
  command: z.string(),
  quoteId: checked(checkQuoteId),
  endedAt: z.number().nonnegative().optional(),
})

async function readRecord(folder: string, key: string): Promise<CommandRecord | undefined> {
  const file = path.join(folder, key)
  const text = await readIfPresent(file, maxRecordBytes)
  if (text === undefined) return undefined
  const record = parse(text, key)
  if (record !== undefined) return record
  throw new JournalDamagedError({ file, reason: "not the record of a command" })
}

function parse(text: string, key: string): CommandRecord | undefined {
  try {
    const { command, quoteId, endedAt } = recordSchema.parse(JSON.parse(text))
    return command === key ? { quoteId, endedAt } : undefined
  } catch {
    return undefined
  }
}

/** Drafts and other files are not records. */
function isKey(name: string): boolean {
  return /^[0-9a-f]{40}$/.test(name)
}

function ignoreDamaged(error: unknown): undefined {
  if (!(error instanceof JournalDamagedError)) throw error
}
