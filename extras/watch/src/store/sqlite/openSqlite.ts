import { randomUUID } from "node:crypto"
import { existsSync, statSync } from "node:fs"
import { rename } from "node:fs/promises"
import path from "node:path"
import type { DatabaseSync, StatementSync } from "node:sqlite"

import pLimit from "p-limit"

import {
  noWatchYet,
  type Row,
  type Statements,
  type Value,
  type WatchDatabase,
  WatchStoreUnusableError,
} from "../WatchDatabase.js"
import { createSeal, type Seal } from "./sealRows.js"
import { ignoreMissing } from "#src/primitives/files/fileErrors.js"
import { makeFolder } from "#src/primitives/files/privateFiles.js"
import { placeOf } from "#src/primitives/files/recordFolder.js"
import type { RecordsKey } from "#src/primitives/files/recordsKey.js"
import { refuseLinkedFile } from "#src/primitives/files/refuseLinks.js"
import { findLockHolder } from "#src/primitives/files/takeFileLock.js"
import { getOrAdd } from "#src/primitives/lifetime/lazily.js"

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
export async function openSqlite(file: string, { migrations, key }: DatabaseOptions): Promise<WatchDatabase> {
  const sqlite = await loadSqlite()
  if (file === "") return open(sqlite, file, { migrations })
  await makeFolder(path.dirname(file))
  for (const suffix of suffixes) await refuseLinkedFile(`${file}${suffix}`)
  const options = { migrations, key: await key() }
  try {
    return await open(sqlite, file, options)
  } catch (error) {
    if (!(error instanceof StrangeDatabase)) throw error
    const putAside = `${file}.${randomUUID()}.aside`
    for (const suffix of suffixes) await ignoreMissing(rename(`${file}${suffix}`, `${putAside}${suffix}`))
    return { ...(await open(sqlite, file, options)), putAside }
  }
}

/**
 * Opens a database to read what it says now, also while another process changes it. Nothing of it is changed.
 *
 * @param options.key with it, all rows are read, and believed only if they were written under it
 * @throws {WatchStoreUnusableError} there is none, or it is not as this version writes it
 */
export async function openSqliteReader(
  file: string,
  { migrations, key }: { readonly migrations: readonly string[]; readonly key: RecordsKey | undefined },
): Promise<WatchDatabase> {
  for (const suffix of suffixes) await refuseLinkedFile(`${file}${suffix}`)
  if (!existsSync(file)) throw new WatchStoreUnusableError({ file, ...noWatchYet })
  try {
    return await open(await loadSqlite(), file, { migrations, key: await key?.(), isReadOnly: true })
  } catch (error) {
    if (!(error instanceof StrangeDatabase)) throw error
    const next =
      "Run npx hardhat messaging watch, which brings it to its version, or puts it aside. Nothing was changed in it."
    throw new WatchStoreUnusableError({ file, reason: "it is not as this version of a watch writes it", next })
  }
}

/** What SQLite has beside a database. */
const suffixes = ["", "-wal", "-shm", "-journal"]

class StrangeDatabase extends Error {}

type OpenOptions = Omit<DatabaseOptions, "key"> & { readonly key?: Buffer | undefined; readonly isReadOnly?: boolean }

async function open(
  sqlite: typeof import("node:sqlite"),
  file: string,
  { migrations, key, isReadOnly = false }: OpenOptions,
): Promise<WatchDatabase> {
  const database = explainedBy(file, () => new sqlite.DatabaseSync(file, { readOnly: isReadOnly }))
  using expected = new sqlite.DatabaseSync(":memory:")
  try {
    database.exec("PRAGMA trusted_schema = OFF; PRAGMA busy_timeout = 5000")
    // What others write from now on is not seen.
    if (isReadOnly) database.exec("BEGIN")
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
    if (isReadOnly) {
      if (version < migrations.length || seal?.isRight() === false) throw new StrangeDatabase()
      return databaseOf(file, database, undefined)
    }
    // Indexes can say something else than the rows, which alone are in the code.
    const isRight = version === 0 || (readPragma(database, "integrity_check(1)") === "ok" && seal?.isRight())
    if (isRight !== true) throw new StrangeDatabase()
    database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
    await inTransaction({ file, database }, () => {
      for (const step of migrations.slice(version)) database.exec(step)
      database.exec(`PRAGMA user_version = ${migrations.length}`)
      seal?.begin()
    })
    return databaseOf(file, database, seal)
  } catch (error) {
    database.close()
    const isCorrupt = ((error as { readonly errcode?: number }).errcode ?? 0) % 256 === sqliteCorrupt
    throw isCorrupt ? new StrangeDatabase() : explain(file, error)
  }
}

/** Its statements run one after another, and those of a change without any other in between. */
function databaseOf(file: string, database: DatabaseSync, seal: Seal | undefined): WatchDatabase {
  const statements = new Map<string, StatementSync>()
  const prepared = (sql: string): StatementSync => getOrAdd(statements, sql, () => database.prepare(sql))
  const changes = database.prepare("PRAGMA data_version")
  const readChanges = (): unknown => changes.get()?.["data_version"]
  const first = readChanges()
  const assertUnchanged = (): void => {
    if (readChanges() !== first) throw unusable(file, "another process has written to it")
  }
  const inTurn = pLimit(1)
  const all = (sql: string, ...values: Value[]): Row[] =>
    explainedBy(file, () => {
      const rows = prepared(sql).all(...values) as Row[]
      assertUnchanged()
      return rows
    })
  /** What it throws is thrown by the promise. */
  const promised = <T>(work: () => T): Promise<T> =>
    new Promise((resolve) => {
      resolve(work())
    })
  const own: Statements = {
    all: (sql, ...values) => promised(() => all(sql, ...values)),
    run: (sql, ...values) =>
      promised(() => {
        explainedBy(file, () => prepared(sql).run(...values))
      }),
  }
  return {
    putAside: undefined,
    all: (sql, ...values) => inTurn(() => all(sql, ...values)),
    async *iterate(sql, ...values) {
      const rows = await promised(() => explainedBy(file, () => prepared(sql).iterate(...values)))
      const next = () => explainedBy(file, () => rows.next())
      for (let row = next(); row.done !== true; row = next()) yield row.value as Row
    },
    whole: (work) =>
      inTurn(() =>
        inTransaction({ file, database }, () => {
          assertUnchanged()
          return seal === undefined ? work(own) : seal.during(() => work(own))
        }),
      ),
    // Whoever has a file open holds its lock.
    hold: () => Promise.resolve({ isOurs: true, term: 1 }),
    holder: async () => {
      const held = await findLockHolder(path.dirname(file), path.basename(file, ".sqlite"))
      return held && { name: held.holder, since: undefined }
    },
    [Symbol.asyncDispose]: () =>
      inTurn(() => {
        statements.clear()
        database.close()
      }),
  }
}

/** SQLite's number of the error that a database is malformed. */
const sqliteCorrupt = 11

function readPragma(database: DatabaseSync, pragma: string): unknown {
  return Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0]
}

/** Runs work on a database, and explains why it cannot be used. Any other error is a bug, and is thrown as it is. */
function explainedBy<T>(file: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw explain(file, error)
  }
}

function explain(file: string, error: unknown): unknown {
  const { code, message: reason, errcode } = error as Error & { readonly code?: unknown; readonly errcode?: unknown }
  return code === "ERR_SQLITE_ERROR" ? unusable(file, reason, errcode === sqliteFull) : error
}

/** SQLite's number of the error that a disk is full. */
export const sqliteFull = 13

const freeSpace =
  "Free some space on its disk, and run this again. Temporary files are in the folder that SQLITE_TMPDIR names, if it is set."
const moveAway =
  "Nothing was changed in it. To begin anew, move the file out of the folder, together with those beside it that begin with its name: chains keep their logs, and only what was told before is told again."

function unusable(file: string, reason: string, isFull = false): WatchStoreUnusableError {
  const named = file === "" ? "a temporary one" : file
  return new WatchStoreUnusableError({ file: named, reason, next: isFull ? freeSpace : moveAway })
}

type OpenFile = { readonly file: string; readonly database: DatabaseSync }

/** Makes all changes of a function, or none if it throws or the process dies. */
export async function inTransaction<T>({ file, database }: OpenFile, work: () => Promise<T> | T): Promise<T> {
  explainedBy(file, () => {
    database.exec("BEGIN IMMEDIATE")
  })
  try {
    const result = await work()
    database.exec("COMMIT")
    return result
  } catch (error) {
    rollBack(database)
    throw explain(file, error)
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
