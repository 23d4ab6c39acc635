import { createHash, createHmac, timingSafeEqual } from "node:crypto"
import path from "node:path"

import type { z } from "zod"

import { isRecord } from "../isRecord.js"
import { isPlugsError, type PlugsError } from "../PlugsError.js"
import { exactJson } from "../text.js"
import { JournalDamagedError, JournalForeignError, JournalLostError, JournalUnusableError } from "./fileErrors.js"
import { openStateFolder } from "./openUserFolder.js"
import { namesIn, readIfPresent, removeFile, replaceFile } from "./privateFiles.js"
import type { RecordsKey } from "./recordsKey.js"
import { recordsFolder } from "./refuseLinks.js"

/** Of the format on disk. */
const version = 1

export type RecordFolderOptions<T> = {
  /** What its records are for. A record for something else is not one of them. */
  readonly purpose: string
  /** What a record has, once it is known that this user wrote it. Loaded only where there is one. */
  readonly schema: () => z.ZodType<T> | Promise<z.ZodType<T>>
  /** The largest size of a file that this package writes. */
  readonly maxBytes: number
  /** Which files of the folder are its records. */
  readonly names: RegExp
  readonly key: RecordsKey
  /**
   * Whether something would be sent twice if this record were lost. One that is deleted, or replaced by an earlier one, is missed then, also by
   * the next process. Default: none would.
   */
  readonly isOpen?: ((record: T) => boolean) | undefined
}

/** What is in a folder of records. */
export type Inspected<T> = {
  readonly records: readonly T[]
  /** An error for each file that is no record of this user, or cannot be read. */
  readonly damaged: readonly PlugsError[]
}

/**
 * A folder with a record in each file. Files bear a code of authenticity under the key: of their bytes, their name, and the folder as it
 * is called below `.plugs`. So what this user did not write just there is never read as a record.
 */
export type RecordFolder<T> = {
  /** Lists the names of the records. */
  readonly names: () => Promise<string[]>
  /**
   * Reads a record.
   *
   * @returns `undefined` if there is no such file: an unreadable one is never the same as a missing one
   * @throws {JournalForeignError} it is not what this user wrote there
   * @throws {JournalLostError} it was open, and is gone, or an earlier one is in its place
   * @throws {JournalDamagedError} it is of another version, or no file
   * @throws {JournalUnusableError} the system cannot read it, or the key
   */
  readonly read: (name: string) => Promise<T | undefined>
  readonly write: (name: string, record: object) => Promise<void>
  readonly remove: (name: string) => Promise<void>
  /** Reads every record, whatever is wrong with others. Throws a JournalUnusableError if the folder cannot be read. */
  readonly inspect: () => Promise<Inspected<T>>
}

export function openRecordFolder<T>(folder: string, options: RecordFolderOptions<T>): RecordFolder<T> {
  const { purpose, schema, maxBytes, names: isRecordName, key, isOpen } = options
  const codeOf = async (name: string, text: string): Promise<string> =>
    createHmac("sha256", await key())
      .update(`${JSON.stringify([purpose, placeOf(folder, name)])}\n${text}`)
      .digest("hex")

  const names = async (): Promise<string[]> => (await namesIn(folder)).filter((name) => isRecordName.test(name)).sort()
  const read = async (name: string): Promise<T | undefined> => {
    const file = path.join(folder, name)
    const [record, guard] = await Promise.all([readWritten(name), isOpen && readGuard(file)])
    if (guard !== undefined && (record?.writes ?? 0) < guard.writes)
      throw new JournalLostError({ file, guard: guard.file })
    return record?.data
  }
  const readWritten = async (name: string): Promise<{ readonly data: T; readonly writes: number } | undefined> => {
    const file = path.join(folder, name)
    const whole = await readIfPresent(file, maxBytes)
    if (whole === undefined) return undefined
    const end = whole.lastIndexOf("\n", whole.length - 2) + 1
    const text = whole.slice(0, end)
    if (!isEqual(whole.slice(end), codeLine(await codeOf(name, text))))
      throw new JournalForeignError({ file, text: whole })
    const stored: unknown = JSON.parse(text)
    if (!isRecord(stored) || stored["version"] !== version) {
      throw new JournalDamagedError({ file, reason: "not a record of this version" })
    }
    const { success, data, error } = (await schema()).safeParse(stored)
    if (success) return { data, writes: Number(stored["writes"] ?? 0) }
    const [issue] = error.issues
    throw new JournalDamagedError({ file, reason: `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "unreadable"}` })
  }

  return {
    names,
    read,
    async write(name, record) {
      const file = path.join(folder, name)
      const writes = ((isOpen && (await readWritten(name))?.writes) ?? 0) + 1
      const text = `${exactJson({ version, ...(isOpen === undefined ? {} : { writes }), ...record }, 2)}\n`
      const whole = `${text}${codeLine(await codeOf(name, text))}`
      if (Buffer.byteLength(whole) > maxBytes) {
        const reason = `the record would be larger than ${maxBytes} bytes`
        throw new JournalUnusableError({
          folder,
          file,
          reason,
          advice: "Choose another route.",
        })
      }
      await replaceFile(folder, name, whole)
      if (isOpen === undefined) return
      if (isOpen(record as T)) await setGuard(file, writes)
      else await removeGuard(file)
    },
    async remove(name) {
      const file = path.join(folder, name)
      if (isOpen !== undefined) await removeGuard(file)
      await removeFile(file)
    },
    async inspect() {
      const records: T[] = []
      const damaged: PlugsError[] = []
      for (const name of await names()) {
        try {
          const record = await read(name)
          if (record !== undefined) records.push(record)
        } catch (error) {
          if (!isPlugsError(error)) throw error
          damaged.push(error)
        }
      }
      return { records, damaged }
    },
  }
}

/** The last line of a file, in quotes, so that each of its values is JSON. */
function codeLine(code: string): string {
  return `"${code}"\n`
}

/** A project may be moved, so the place begins with the folder `.plugs`, or elsewhere with the folder alone. */
export function placeOf(folder: string, name: string): string {
  const parts = path.resolve(folder).split(path.sep)
  return [...parts.slice(parts.lastIndexOf(recordsFolder) + 1 || -1), name].join("/")
}

function isEqual(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)]
  return first.length === second.length && timingSafeEqual(first, second)
}

/** Of a record whose loss would let a command begin again: how often it was written, where no project can reach it. */
type RecordGuard = {
  readonly file: string
  /** 0 if nothing is known of the record. */
  readonly writes: number
}

/**
 * Reads the guard of a record. It is in the user's own folder, beside the key.
 *
 * @param record the path of the record's file
 * @returns `undefined` where the user has no such folder, as in a container that gets its key from the configuration
 */
async function readGuard(record: string): Promise<RecordGuard | undefined> {
  const file = await guardFile(record)
  if (file === undefined) return undefined
  const text = await readIfPresent(file, 100)
  return { file, writes: /^\d{1,9}\n$/.test(text ?? "") ? Number(text) : 0 }
}

async function setGuard(record: string, writes: number): Promise<void> {
  const file = await guardFile(record)
  if (file !== undefined) await replaceFile(path.dirname(file), path.basename(file), `${writes}\n`)
}

async function removeGuard(record: string): Promise<void> {
  const file = await guardFile(record)
  if (file !== undefined) await removeFile(file)
}

async function guardFile(record: string): Promise<string | undefined> {
  const folder = await openStateFolder().catch((error: unknown) => {
    if (!(error instanceof JournalUnusableError)) throw error
    return undefined
  })
  return folder && path.join(folder, "open", createHash("sha256").update(path.resolve(record)).digest("hex"))
}
