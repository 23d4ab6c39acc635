import { createHash } from "node:crypto"
import { rm } from "node:fs/promises"
import path from "node:path"

import { namesIn, readIfPresent, replaceFile } from "../journal/privateFiles.js"

/**
 * Records which quote each command is executing. The same command, run again after a crash, then resumes that execution instead of
 * beginning a second one.
 *
 * A record is written before anything is sent, and deleted once the end of the execution was shown.
 */
export type CommandRecords = {
  /** Returns the quote that a command began with, unless that execution is over. */
  read(key: string): Promise<string | undefined>
  write(key: string, quoteId: string): Promise<void>
  /** Deletes the records of every command that is executing a quote. */
  forget(quoteId: string): Promise<void>
}

/** Computes the key of a command. Two commands have the same key if they request the same swap from the same account. */
export function commandKey(command: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(command).filter(([, value]) => value !== undefined)
  const text = JSON.stringify(given.sort(([a], [b]) => (a < b ? -1 : 1)))
  return createHash("sha256").update(text).digest("hex").slice(0, 40)
}

/** Keeps records in a folder, with one file for each command. */
export function createCommandRecords(folder: string): CommandRecords {
  const fileOf = (key: string): string => path.join(folder, key)
  const read = async (key: string): Promise<string | undefined> => {
    const text = (await readIfPresent(fileOf(key)))?.trim()
    return text === "" ? undefined : text
  }
  return {
    read,
    write: async (key, quoteId) => {
      await replaceFile(folder, key, `${quoteId}\n`)
    },
    async forget(quoteId) {
      for (const key of await namesIn(folder)) {
        if ((await read(key)) === quoteId) await rm(fileOf(key), { force: true })
      }
    },
  }
}
