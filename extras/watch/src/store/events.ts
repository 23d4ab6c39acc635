import type { RaisedAlert } from "../alerts/Alert.js"
import { parse } from "./executions.js"
import { newest, tell } from "./recording.js"
import type { WatchDatabase } from "./WatchDatabase.js"
import type { EventFields, StoredEvent, WatchStore } from "./WatchStore.js"
import { exactJson } from "#src/primitives/text.js"

type Events = Pick<WatchStore, "alerts" | "ends" | "setAlert" | "unread" | "markRead">

/** What lasts, what is told of it, and who was told how much. */
export function eventsIn({ all, whole }: Pick<WatchDatabase, "all" | "whole">): Events {
  return {
    alerts: async (scope = "") => {
      const rows = (await all("SELECT id, fields FROM alerts ORDER BY id")).filter(({ id }) =>
        String(id).startsWith(scope),
      )
      return new Map(rows.map(({ id, fields }) => [String(id), parse(fields) as RaisedAlert]))
    },
    ends: async (since) => {
      const newest = `SELECT fields FROM events WHERE ${isEnd} AND at >= ? ORDER BY sequence DESC LIMIT ?`
      return (await all(newest, since, mostEnds)).map(({ fields }) => parse(fields) as EventFields)
    },
    setAlert: (id, alert, event) =>
      whole(async (statements) => {
        const raise = "INSERT INTO alerts VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET fields = excluded.fields"
        if (alert === undefined) await statements.run("DELETE FROM alerts WHERE id = ?", id)
        else await statements.run(raise, id, exactJson(alert))
        await tell(statements, [event])
      }),
    unread: (reader, { limit, fromStart = false }) =>
      whole(async ({ all, run }) => {
        const start = fromStart ? "0" : newest("events")
        await run(`INSERT INTO readers (name, sequence) VALUES (?, ${start}) ON CONFLICT (name) DO NOTHING`, reader)
        const unread = "sequence > (SELECT sequence FROM readers WHERE name = ?)"
        const rows = await all(`SELECT * FROM events WHERE ${unread} ORDER BY sequence LIMIT ?`, reader, limit)
        return rows.map((row): StoredEvent => ({
          sequence: Number(row["sequence"]),
          fields: parse(row["fields"]) as EventFields,
        }))
      }),
    markRead: (reader, sequence) =>
      whole(({ run }) => run("UPDATE readers SET sequence = ? WHERE name = ?", sequence, reader)),
  }
}

/** Whether an event ends an alert. Its kind is what it begins with. */
export const isEnd = `fields LIKE '{"event":"over",%'`

/** How many ends of alerts are read at most. */
const mostEnds = 1_000
