import path from "node:path"
import type { DatabaseSync } from "node:sqlite"

import { makeFolder } from "../../../primitives/files/privateFiles.js"
import { refuseLinkedFile } from "../../../primitives/files/refuseLinks.js"
import { PlugsError } from "../../../primitives/PlugsError.js"
import { excerpt } from "../../../primitives/text.js"

/** The database of a watch cannot be used: it is damaged, of a later version, or the disk is full. It is left as it is. */
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

/**
 * Opens a database, creates it if there is none, and brings it to the newest version. What is in it is not trusted: it must have exactly the
 * tables that the migrations make.
 *
 * @param file without a name it is a temporary one, which is gone with the process
 * @throws {WatchStoreUnusableError} it is damaged, of a later version, or cannot be written
 * @throws {JournalUnusableError} the folder cannot be used, or is a symbolic link
 * @throws {JournalDamagedError} the file is a symbolic link
 */
export async function openDatabase(file: string, migrations: readonly string[]): Promise<DatabaseSync> {
  if (file !== "") {
    await makeFolder(path.dirname(file))
    for (const suffix of ["", "-wal", "-shm", "-journal"]) await refuseLinkedFile(`${file}${suffix}`)
  }
  const sqlite = await loadSqlite()
  return explainedBy(file, () => {
    const database = new sqlite.DatabaseSync(file)
    const expected = new sqlite.DatabaseSync(":memory:")
    try {
      database.exec("PRAGMA trusted_schema = OFF; PRAGMA busy_timeout = 5000")
      const damage = readPragma(database, "quick_check(1)")
      const version = Number(readPragma(database, "user_version"))
      if (damage !== "ok") throw unusable(file, String(damage))
      if (version > migrations.length) {
        throw unusable(file, `it is of version ${version}, and this package knows versions up to ${migrations.length}`)
      }
      for (const step of migrations.slice(0, version)) expected.exec(step)
      if (describe(database) !== describe(expected)) throw unusable(file, "its tables are not those of a watch")
      database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
      if (version < migrations.length) migrate(database, migrations, version)
      return database
    } catch (error) {
      database.close()
      throw error
    } finally {
      expected.close()
    }
  })
}

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

/** Takes all steps that are missing, or none. */
function migrate(database: DatabaseSync, migrations: readonly string[], version: number): void {
  inTransaction(database, () => {
    for (const step of migrations.slice(version)) database.exec(step)
    database.exec(`PRAGMA user_version = ${migrations.length}`)
  })
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
