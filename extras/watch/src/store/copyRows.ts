import { runForAll, values } from "./statements.js"
import type { Row, Statements, WatchDatabase } from "./WatchDatabase.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"

/** All that a watch knows: the tables of `migrations.ts`, but for the seal of a file. */
const tables = ["chains", "messages", "marks", "unread", "alerts", "events", "readers"]

/**
 * Copies what a watch knows into a database that knows no chain. Returns how many rows, by their tables.
 *
 * @throws {InvalidInputError} the database knows chains
 */
export async function copyRows(from: WatchDatabase, to: Statements): Promise<Readonly<Record<string, number>>> {
  if ((await to.all("SELECT slug FROM chains LIMIT 1")).length > 0) {
    const fix = "Import into a new one, such as by another ?schema= in its URL."
    throw new InvalidInputError({ argument: "--import", problem: "the database has a watch already", fix })
  }
  const counts: Record<string, number> = {}
  for (const table of tables) {
    await to.run(`DELETE FROM ${table}`)
    const rows: Row[] = []
    const write = async (): Promise<void> => {
      const columns = Object.keys(rows[0] ?? {})
      const insert = `INSERT INTO ${table} (${columns.join(", ")}) VALUES`
      const all = rows.splice(0).map((row) => Object.values(row))
      await runForAll(to, all, (count) => `${insert} ${values(count, columns.length)}`)
      counts[table] = (counts[table] ?? 0) + all.length
    }
    for await (const row of from.iterate(`SELECT * FROM ${table}`)) if (rows.push(row) === 500) await write()
    await write()
  }
  return counts
}
