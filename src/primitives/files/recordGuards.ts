import { createHash } from "node:crypto"
import path from "node:path"

import { JournalUnusableError } from "./fileErrors.js"
import { openStateFolder } from "./openUserFolder.js"
import { readIfPresent, removeFile, replaceFile } from "./privateFiles.js"

/** Of a record whose loss would let a command begin again: how often it was written, where no project can reach it. */
export type RecordGuard = {
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
export async function readGuard(record: string): Promise<RecordGuard | undefined> {
  const file = await guardFile(record)
  if (file === undefined) return undefined
  const text = await readIfPresent(file, 100)
  return { file, writes: /^\d{1,9}\n$/.test(text ?? "") ? Number(text) : 0 }
}

export async function setGuard(record: string, writes: number): Promise<void> {
  const file = await guardFile(record)
  if (file !== undefined) await replaceFile(path.dirname(file), path.basename(file), `${writes}\n`)
}

export async function removeGuard(record: string): Promise<void> {
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
