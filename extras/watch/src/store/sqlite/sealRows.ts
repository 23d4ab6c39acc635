import { createHmac, hash, timingSafeEqual } from "node:crypto"
import type { DatabaseSync } from "node:sqlite"

/** What tells the rows of a database that a watch has written from any others. */
export type Seal = {
  /** Whether the code in the database is that of its rows. Reads them all. */
  isRight(): boolean
  /** Reads all rows, and writes their code. From then on each change of a row counts. */
  begin(): void
  /** Makes the changes of a function within a transaction, and then writes the code of all rows. */
  during<T>(work: () => Promise<T>): Promise<T>
}

/**
 * Keeps a code of all rows under a key, in the table `seal`. It is the code of a sum: each row has a number that only the key gives, and each
 * change of a row adds and takes its own, so that a change costs the same whatever the database has. The sum is in no
 * file: who sees it change would learn the numbers of rows.
 */
export function createSeal(database: DatabaseSync, { key, place }: { key: Buffer; place: string }): Seal {
  const prefix = key.toString("hex")
  let sum = 0n
  const add = (row: unknown, sign: bigint): void => {
    // A hash that cannot be extended from its beginning. `createHmac` takes five times as long.
    sum = BigInt.asUintN(256, sum + sign * BigInt(`0x${hash("sha512-256", prefix + String(row))}`))
  }
  const code = (): Buffer =>
    createHmac("sha256", key)
      .update(`${place}\n${sum.toString(16)}`)
      .digest()
  const write = (): void => {
    database.exec("DELETE FROM seal")
    database.prepare("INSERT INTO seal (code) VALUES (?)").run(code().toString("hex"))
  }
  const readSum = (): void => {
    sum = 0n
    for (const table of tablesOf(database)) {
      const rows = database.prepare(`SELECT ${rowOf(database, table, table)} AS row FROM ${table}`)
      for (const { row } of rows.iterate()) add(row, 1n)
    }
  }

  return {
    isRight() {
      readSum()
      const written = Buffer.from(String(database.prepare("SELECT code FROM seal").get()?.["code"]), "hex")
      const expected = code()
      return written.length === expected.length && timingSafeEqual(written, expected)
    },
    begin() {
      readSum()
      write()
      for (const [name, sign] of [
        ["added", 1n],
        ["gone", -1n],
      ] as const) {
        // A trigger of the file itself could not call them.
        database.function(name, { directOnly: true }, (row) => (add(row, sign), null))
      }
      // Without this, a row that another one replaces would go unseen.
      database.exec("PRAGMA recursive_triggers = ON")
      for (const table of tablesOf(database)) {
        const [before, after] = ["OLD", "NEW"].map((row) => rowOf(database, table, row))
        database.exec(`
          CREATE TEMP TRIGGER ${table}Added AFTER INSERT ON main.${table} BEGIN SELECT added(${after}); END;
          CREATE TEMP TRIGGER ${table}Gone AFTER DELETE ON main.${table} BEGIN SELECT gone(${before}); END;
          CREATE TEMP TRIGGER ${table}Changed AFTER UPDATE ON main.${table}
          BEGIN SELECT gone(${before}), added(${after}); END`)
      }
    },
    async during(work) {
      const before = sum
      try {
        const result = await work()
        if (sum !== before) write()
        return result
      } catch (error) {
        sum = before
        throw error
      }
    },
  }
}

function tablesOf(database: DatabaseSync): string[] {
  const tables = "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name <> 'seal' ORDER BY name"
  return database
    .prepare(tables)
    .all()
    .map(({ name }) => String(name))
}

/** What a row of a table says, as an expression in SQL: the table and all columns, in JSON. */
function rowOf(database: DatabaseSync, table: string, row: string): string {
  const columns = database.prepare("SELECT name FROM pragma_table_info(?)").all(table)
  return `json_array('${table}', ${columns.map(({ name }) => `${row}.${String(name)}`).join(", ")})`
}
