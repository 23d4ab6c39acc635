import { randomUUID } from "node:crypto"
import { statSync } from "node:fs"
import { rename } from "node:fs/promises"
import path from "node:path"
import type { DatabaseSync } from "node:sqlite"

import { createSeal } from "./sealRows.js"
import { ignoreMissing } from "#src/primitives/files/fileErrors.js"
import { makeFolder } from "#src/primitives/files/privateFiles.js"
import { placeOf } from "#src/primitives/files/recordFolder.js"
import type { RecordsKey } from "#src/primitives/files/recordsKey.js"
import { refuseLinkedFile } from "#src/primitives/files/refuseLinks.js"
import { PlugsError } from "#src/primitives/PlugsError.js"
import { excerpt } from "#src/primitives/text.js"

/** The database of a watch cannot be used: it is none, of a later version, written by another process, or the disk is full. It is left as it is. */
export class WatchStoreUnusableError extends PlugsError {
  readonly code = "WATCH_STORE_UNUSABLE"

  constructor({ file, reason, isFull = false }: { file: string; reason: string; isFull?: boolean }) {
    super("The database of the watch cannot be used.", {
      facts: { file: file === "" ? "a temporary one" : file, reason: excerpt(reason, 160) },
      next: isFull
        ? "Free some space on its disk, and run this again. Temporary files are in the folder that SQLITE_TMPDIR names, if it is set."
        : "Nothing was changed in it. To begin anew, move the file out of the folder, together with those beside it that begin with its name: chains keep their logs, and only what was told before is told again.",
    })
  }
}

/** A database that a watch has open. */
export type WatchDatabase = {
  readonly database: DatabaseSync
  /** Where a file was put that was in its place, and that this user's watch has not written so. */
  readonly putAside: string | undefined
  /** Makes all changes of a function, or none if it throws or the process dies. */
  readonly transact: <T>(work: () => T) => T
  /** Throws a WatchStoreUnusableError if another process has written to it since it was opened. */
  readonly assertUnchanged: () => void
}

export type DatabaseOptions = { readonly migrations: readonly string[]; readonly key: RecordsKey }

/**
 * Opens a database, creates it if there is none, and brings it to the newest version. What was not written under the key is put aside, and a
 * new one is begun.
 *
 * @param file without a name it is a temporary one, which is gone with the process
 * @throws {WatchStoreUnusableError} it is no database, of a later version, or cannot be written
 * @throws {JournalUnusableError} the folder or the key cannot be used, or the folder is a symbolic link
 * @throws {JournalDamagedError} the file is a symbolic link
 */
export async function openDatabase(file: string, { migrations, key }: DatabaseOptions): Promise<WatchDatabase> {
  const sqlite = await loadSqlite()
  if (file === "") return open(sqlite, file, { migrations })
  await makeFolder(path.dirname(file))
  for (const suffix of suffixes) await refuseLinkedFile(`${file}${suffix}`)
  const options = { migrations, key: await key() }
  try {
    return open(sqlite, file, options)
  } catch (error) {
    if (!(error instanceof StrangeDatabase)) throw error
    const putAside = `${file}.${randomUUID()}.aside`
    for (const suffix of suffixes) await ignoreMissing(rename(`${file}${suffix}`, `${putAside}${suffix}`))
    return { ...open(sqlite, file, options), putAside }
  }
}

/** What SQLite has beside a database. */
const suffixes = ["", "-wal", "-shm", "-journal"]

class StrangeDatabase extends Error {}

function open(
  sqlite: typeof import("node:sqlite"),
  file: string,
  { migrations, key }: { readonly migrations: readonly string[]; readonly key?: Buffer },
): WatchDatabase {
  return explainedBy(file, () => {
    const database = new sqlite.DatabaseSync(file)
    const expected = new sqlite.DatabaseSync(":memory:")
    try {
      database.exec("PRAGMA trusted_schema = OFF; PRAGMA busy_timeout = 5000")
      // SQLite takes a file that is shorter than its header for a new one.
      const isCutOff = file !== "" && readPragma(database, "page_count") === 0 && statSync(file).size > 0
      if (isCutOff) throw new StrangeDatabase()
      const version = Number(readPragma(database, "user_version"))
      if (version > migrations.length) {
        throw unusable(file, `it is of version ${version}, and this package knows versions up to ${migrations.length}`)
      }
      for (const step of migrations.slice(0, version)) expected.exec(step)
      if (describe(database) !== describe(expected)) throw new StrangeDatabase()
      const place = placeOf(path.dirname(file), path.basename(file))
      const seal = key && createSeal(database, { key, place })
      // Indexes can say something else than the rows, which alone are in the code.
      const isRight = version === 0 || (readPragma(database, "integrity_check(1)") === "ok" && seal?.isRight())
      if (isRight !== true) throw new StrangeDatabase()
      database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
      inTransaction(database, () => {
        for (const step of migrations.slice(version)) database.exec(step)
        database.exec(`PRAGMA user_version = ${migrations.length}`)
        seal?.begin()
      })
      const changes = database.prepare("PRAGMA data_version")
      const readChanges = (): unknown => changes.get()?.["data_version"]
      const first = readChanges()
      const assertUnchanged = (): void => {
        if (readChanges() !== first) throw unusable(file, "another process has written to it")
      }
      return {
        ...{ database, putAside: undefined, assertUnchanged },
        transact: (work) =>
          inTransaction(database, () => {
            assertUnchanged()
            return seal === undefined ? work() : seal.during(work)
          }),
      }
    } catch (error) {
      database.close()
      const isCorrupt = ((error as { readonly errcode?: number }).errcode ?? 0) % 256 === sqliteCorrupt
      throw isCorrupt ? new StrangeDatabase() : error
    } finally {
      expected.close()
    }
  })
}

/** SQLite's number of the error that a database is malformed. */
const sqliteCorrupt = 11

function readPragma(database: DatabaseSync, pragma: string): unknown {
  return Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0]
}

/** Runs work on a database, and explains why it cannot be used. Any other error is a bug, and is thrown as it is. */
export function explainedBy<T>(file: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if ((error as { readonly code?: unknown }).code !== "ERR_SQLITE_ERROR") throw error
    const { message: reason, errcode } = error as Error & { readonly errcode?: unknown }
    throw new WatchStoreUnusableError({ file, reason, isFull: errcode === sqliteFull })
  }
}

/** SQLite's number of the error that a disk is full. */
export const sqliteFull = 13

export function unusable(file: string, reason: string): WatchStoreUnusableError {
  return new WatchStoreUnusableError({ file, reason })
}

/** Makes all changes of a function, or none if it throws or the process dies. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec("BEGIN IMMEDIATE")
  try {
    const result = work()
    database.exec("COMMIT")
    return result
  } catch (error) {
    rollBack(database)
    throw error
  }
}

function rollBack(database: DatabaseSync): void {
  try {
    database.exec("ROLLBACK")
  } catch {
    // A full disk has rolled it back by itself, and the first error is the one that counts.
  }
}

function describe(database: DatabaseSync): string {
  return JSON.stringify(database.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name").all())
}

/** Node 22 and 23 call the module experimental, which is no news for a user of this package. */
export async function loadSqlite(): Promise<typeof import("node:sqlite")> {
  const emitWarning = Reflect.get(process, "emitWarning") as (...warning: unknown[]) => void
  process.emitWarning = (...warning: unknown[]) => {
    if (!String(warning[0]).startsWith("SQLite")) Reflect.apply(emitWarning, process, warning)
  }
  try {
    return await import("node:sqlite")
  } finally {
    process.emitWarning = emitWarning
  }
}
