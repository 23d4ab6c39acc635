import { createHash, randomUUID } from "node:crypto"
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import path from "node:path"

import { ignoreMissing } from "../../../swap/execution/ignoreMissing.js"

/**
 * Which quote a command is at, so that the same command, given again after a crash, goes on with that one and begins no other.
 *
 * A record stands from before anything is sent until the end has been told.
 */
export type CommandRecords = {
  /** The quote that a command began with, if it has not ended yet. */
  read(key: string): Promise<string | undefined>
  write(key: string, quoteId: string): Promise<void>
  /** Takes away the records of every command that is at a quote. */
  forget(quoteId: string): Promise<void>
}

/** Two commands are the same when they ask for the same, by the same account. */
export function commandKey(question: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(question).filter(([, value]) => value !== undefined)
  const text = JSON.stringify(given.sort(([a], [b]) => (a < b ? -1 : 1)))
  return createHash("sha256").update(text).digest("hex").slice(0, 40)
}

/** Keeps records in a folder, one file a command. */
export function createCommandRecords(folder: string): CommandRecords {
  const fileOf = (key: string): string => path.join(folder, key)
  const read = async (key: string): Promise<string | undefined> => {
    const text = await ignoreMissing(readFile(fileOf(key), "utf8"))
    return text?.trim() === "" ? undefined : text?.trim()
  }
  return {
    read,
    async write(key, quoteId) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const draft = fileOf(`${key}.${randomUUID()}`)
      await writeFile(draft, `${quoteId}\n`, { flag: "wx", flush: true, mode: 0o600 })
      await rename(draft, fileOf(key))
    },
    async forget(quoteId) {
      for (const key of (await ignoreMissing(readdir(folder))) ?? []) {
        if ((await read(key)) === quoteId) await rm(fileOf(key), { force: true })
      }
    },
  }
}
