import { exportedMessage } from "../schemas/tasks/watch.js"
import { code, table } from "./table.js"
import { exportedColumns } from "#extras/watch/src/store/exportedMessages.js"

/** Renders the columns of an export, with their types in SQLite. */
export function exportedTable(): Promise<string> {
  const rows = exportedColumns.map(([name, type]) => [code(name), type, exportedMessage[name]?.description ?? ""])
  return Promise.resolve(table(["column", "type in SQLite", "meaning"], rows))
}
