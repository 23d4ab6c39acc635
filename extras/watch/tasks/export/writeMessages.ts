import { open } from "node:fs/promises"

import type { ExportSettings } from "./readExportSettings.js"
import { exportedColumns, type ExportedMessage, exportedTable } from "#extras/watch/src/store/exportedMessages.js"
import { loadSqlite, sqliteFull } from "#extras/watch/src/store/openDatabase.js"
import { schemaVersion, toJson } from "#src/terminal/printJson.js"

type Messages = AsyncIterable<ExportedMessage>
type Format = ExportSettings["format"]

/** Writes messages to a file that does not exist. */
export async function writeMessages(file: string, format: Format, messages: Messages): Promise<number> {
  await using handle = await open(file, "wx", 0o600)
  const count = await (format === "sqlite"
    ? writeDatabase(file, messages)
    : writeLines(format, messages, (text) => handle.writeFile(text)))
  await handle.sync()
  return count
}

/** Writes a line for each message, and in CSV one of names before. No value has anything that CSV quotes or a spreadsheet computes. */
export async function writeLines(
  format: Format,
  messages: Messages,
  write: (text: string) => Promise<void>,
): Promise<number> {
  let count = 0
  if (format === "csv") await write(`${exportedColumns.map(([name]) => name).join(",")}\n`)
  for await (const message of messages) {
    await write(`${format === "csv" ? Object.values(message).join(",") : toJson({ schemaVersion, ...message })}\n`)
    count += 1
  }
  return count
}

async function writeDatabase(file: string, messages: Messages): Promise<number> {
  const { DatabaseSync } = await loadSqlite()
  const database = new DatabaseSync(file)
  try {
    const pragmas = `journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA user_version = ${schemaVersion}`
    database.exec(`PRAGMA ${pragmas}; BEGIN; ${exportedTable}`)
    const insert = database.prepare(`INSERT INTO messages VALUES (${exportedColumns.map(() => "?").join(", ")})`)
    let count = 0
    for await (const message of messages) count += Number(insert.run(...Object.values(message)).changes)
    database.exec("COMMIT")
    return count
  } catch (error) {
    const isFull = (error as { readonly errcode?: unknown }).errcode === sqliteFull
    throw isFull ? Object.assign(new Error("SQLite has no space"), { code: "ENOSPC" }) : error
  } finally {
    database.close()
  }
}
