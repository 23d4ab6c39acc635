import { createHash, randomUUID } from "node:crypto"
import { mkdir, open, readdir, readFile, rename } from "node:fs/promises"
import path from "node:path"

import { isRecord } from "../../http/wire.js"
import { JournalDamagedError, RouteBusyError } from "./executionErrors.js"
import { takeFileLock } from "./fileLock.js"
import { ignoreMissing } from "./ignoreMissing.js"
import { type JournalEntry, journalEntrySchema, type RouteJournal } from "./journal.js"

/**
 * Keeps a journal in a folder, one file a quote. The folder is made when it is needed, for its owner alone, because signed
 * transactions lie in it. Processes on one machine can share it.
 *
 * An entry is written beside the old one, forced to the disk, and takes its place at once. A process that has died holds no lock.
 *
 * @example
 * const journal = createFileJournal(".plugs/swaps")
 * const { route } = await executeRoute({ client, route, request, walletClient, publicClient, journal })
 */
export function createFileJournal(folder: string): RouteJournal {
  const fileOf = (quoteId: string): string => path.join(folder, `${nameOf(quoteId)}.json`)
  const make = async (): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
  }

  return {
    async lock(quoteId) {
      await make()
      const taken = await takeFileLock(folder, nameOf(quoteId))
      if ("holder" in taken) throw new RouteBusyError({ quoteId, ...taken })
      return { [Symbol.asyncDispose]: taken.release }
    },
    async read(quoteId) {
      const entry = await readEntry(fileOf(quoteId))
      if (entry === undefined || entry.quoteId === quoteId) return entry
      throw new JournalDamagedError({ file: fileOf(quoteId), reason: "it is of another quote" })
    },
    async write(entry) {
      await make()
      const file = fileOf(entry.quoteId)
      const draft = `${file}.${randomUUID()}.draft`
      await writeThrough(draft, `${JSON.stringify({ version, ...entry }, inText, 2)}\n`)
      await rename(draft, file)
      await syncFolder(folder)
    },
    async list() {
      const files = (await namesIn(folder)).filter((name) => name.endsWith(".json"))
      const entries = await Promise.all(files.map((name) => readEntry(path.join(folder, name))))
      return entries.filter((entry) => entry !== undefined)
    },
  }
}

const version = 1

/** Ids are shown as they are where that is a file's name on every system; the hash of the others is. */
function nameOf(quoteId: string): string {
  return /^[0-9a-z]{1,100}$/.test(quoteId) ? quoteId : createHash("sha256").update(quoteId).digest("hex")
}

function inText(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value
}

/** A file that is there and can't be read is never the same as one that isn't. */
async function readEntry(file: string): Promise<JournalEntry | undefined> {
  const text = await ignoreMissing(readFile(file, "utf8"))
  if (text === undefined) return undefined
  const stored = parse(text)
  if (!isRecord(stored) || stored["version"] !== version) {
    throw new JournalDamagedError({ file, reason: "it is no entry of a journal of this version" })
  }
  const { data, error } = journalEntrySchema.safeParse(stored)
  if (data !== undefined) return data
  const [issue] = error.issues
  throw new JournalDamagedError({ file, reason: `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "unreadable"}` })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return (await ignoreMissing(readdir(folder))) ?? []
}

async function writeThrough(file: string, text: string): Promise<void> {
  await using handle = await open(file, "wx", 0o600)
  await handle.writeFile(text)
  await handle.sync()
}

/** So that the new name is on the disk too. Some systems open no folder, and need none of this. */
async function syncFolder(folder: string): Promise<void> {
  try {
    await using handle = await open(folder, "r")
    await handle.sync()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== "EISDIR" && code !== "EPERM" && code !== "EINVAL") throw error
  }
}
