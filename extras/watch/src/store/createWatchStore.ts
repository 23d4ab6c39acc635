import type { SQLInputValue, StatementSync } from "node:sqlite"

import type { Hex } from "viem"

import type { RaisedAlert } from "../alerts/Alert.js"
import type { SentMessage } from "../ChainFacts.js"
import { type PlacedMark, progressOf, type WatchedMessage } from "../progress.js"
import { executionsIn, parse, type Row, toMessage, unwatched } from "./executions.js"
import { type ExportedMessage, selectExported } from "./exportedMessages.js"
import { migrations } from "./migrations.js"
import { explainedBy, openDatabase } from "./openDatabase.js"
import type { EventFields, StoredEvent, WatchStore } from "./WatchStore.js"
import { compareStates } from "#src/messaging/states.js"
import { readUserKey, type RecordsKey } from "#src/primitives/files/recordsKey.js"
import { exactJson } from "#src/primitives/text.js"
import { vanished } from "#src/tracking/tracker.js"

/**
 * Opens what a watch knows, in a database.
 *
 * @param file without a name it is a temporary one, which is gone with the process
 * @param options.key reads the key under which it is written and believed. Default: the user's own
 * @throws {WatchStoreUnusableError} it is no database, of a later version, or cannot be written. Each of its functions throws this, too
 */
export async function createWatchStore(
  file: string,
  { key = readUserKey }: { readonly key?: RecordsKey } = {},
): Promise<WatchStore> {
  const { database, putAside, transact, assertUnchanged } = await openDatabase(file, { migrations, key })
  const statements = new Map<string, StatementSync>()
  const prepared = (sql: string): StatementSync => {
    const statement = statements.get(sql) ?? database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  const explained = <T>(work: () => T): T => explainedBy(file, work)
  /** The chains that were begun anew since the database was opened. */
  const begun = new Set<number>()
  const all = (sql: string, ...values: SQLInputValue[]): Row[] =>
    explained(() => {
      const rows = prepared(sql).all(...values)
      assertUnchanged()
      return rows
    })
  const run = (sql: string, ...values: SQLInputValue[]): void => void prepared(sql).run(...values)
  const whole = <T>(work: () => T): T => explained(() => transact(work))

  const marksOf = ({ id, packed }: Pick<WatchedMessage, "id" | "packed">): PlacedMark[] =>
    all("SELECT chain, kind, tx, at FROM marks WHERE key IN (?, ?)", id, packed) as unknown as PlacedMark[]

  const tell = (fields: EventFields): void => {
    run(
      `INSERT INTO events (sequence, fields) VALUES (1 + MAX(${newest("events")}, ${newest("readers")}), ?)`,
      exactJson(fields),
    )
  }

  /** Tells how far messages have come, of those for which that is news. */
  function refresh(keys: ReadonlySet<string>, now: number): void {
    for (const key of keys) {
      for (const row of all("SELECT * FROM messages WHERE id = ? OR packed = ?", key, key)) {
        const message = toMessage(row)
        const { id } = message
        const previousStatus = row["status"] === null ? undefined : message.status
        const { status, since, tx } = progressOf(message, marksOf(message))
        if (status === previousStatus) continue
        run("UPDATE messages SET status = ?, since = ? WHERE id = ?", status, since, id)
        const { src: srcChainSlug, srcPlug, dst: dstChainSlug, dstPlug, tx: outboundTx } = message
        tell({
          event: isBack(status, previousStatus) ? "reorg" : "status",
          ...{ status, previousStatus, messageId: id, srcChainSlug, srcPlug, dstChainSlug, dstPlug },
          ...{ outboundTx, txHash: tx, reachedAt: since * 1_000, at: now },
        })
      }
    }
  }

  function add({ details, fee, ...message }: SentMessage, now: number): void {
    const { id, packed, src, srcPlug, dst, dstPlug, block, log, tx, at } = message
    const values = [id, packed, src, srcPlug, dst, dstPlug, exactJson(details), String(fee), block, log, tx, at]
    run(
      `INSERT INTO messages (id, packed, src, srcPlug, dst, dstPlug, details, fee, block, log, tx, at, isThere)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1) ON CONFLICT (id) DO UPDATE SET packed = excluded.packed,
       src = excluded.src, srcPlug = excluded.srcPlug, dst = excluded.dst, dstPlug = excluded.dstPlug,
       details = excluded.details, fee = excluded.fee, block = excluded.block, log = excluded.log, tx = excluded.tx,
       at = excluded.at, isThere = 1`,
      ...values,
    )
    judgeAnew(id, now)
  }

  /** What was sent is known anew. */
  function judgeAnew(key: SQLInputValue, now: number): void {
    // With the plus, SQLite looks among the few marks of the key, and not among all executions.
    run("UPDATE marks SET verdict = NULL, again = ? WHERE key = ? AND +kind = 'executed'", now, key)
    run("UPDATE marks SET unknown = NULL, look = ? WHERE key = ? AND unknown = ?", now, key, unwatched)
  }

  /** Takes back what a chain has logged from a block on. Returns what that concerns. */
  function takeBack(slug: number, from: number, now: number): string[] {
    const gone = all("DELETE FROM marks WHERE chain = ? AND block >= ? RETURNING key", slug, from)
    const unsent = all("UPDATE messages SET isThere = 0 WHERE src = ? AND block >= ? RETURNING id AS key", slug, from)
    for (const { key = null } of unsent) judgeAnew(key, now)
    for (const { key = null } of gone) run("UPDATE messages SET shown = NULL WHERE packed = ?", key)
    return [...gone, ...unsent].map(({ key }) => String(key))
  }

  return {
    putAside,
    openChain: (slug, identity) =>
      whole(() => {
        const [known] = all("SELECT identity, block, hash FROM chains WHERE slug = ?", slug)
        if (known === undefined || known["identity"] !== identity) {
          run("DELETE FROM marks WHERE chain = ?", slug)
          // A chain that is opened after others is where their new messages go, and the old ones went to another chain.
          const old = "src = ? OR (dst = ? AND src NOT IN (SELECT value FROM json_each(?)))"
          if (known !== undefined) run(`DELETE FROM messages WHERE ${old}`, slug, slug, JSON.stringify([...begun]))
          begun.add(slug)
          run("INSERT OR REPLACE INTO chains (slug, identity) VALUES (?, ?)", slug, identity)
          return undefined
        }
        const { block = null, hash = null } = known
        if (hash === null) return undefined
        return { blockNumber: BigInt(Number(block)), blockHash: String(hash) as Hex }
      }),
    record: (slug, { reorgedFrom, position, messages, marks }, now) => {
      whole(() => {
        const keys = new Set(reorgedFrom === undefined ? [] : takeBack(slug, Number(reorgedFrom), now))
        for (const message of messages) {
          add(message, now)
          keys.add(message.id)
        }
        for (const { block, log, tx, at, kind, key } of marks) {
          const due = kind === "executed" ? now : null
          const values = [slug, block, log, tx, at, kind, key, now, due, due]
          run(
            `INSERT OR REPLACE INTO marks (chain, block, log, tx, at, kind, key, seen, again, look)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
            ...values,
          )
          keys.add(key)
        }
        refresh(keys, now)
        const { blockNumber, blockHash } = position ?? {}
        const block = blockNumber === undefined ? null : Number(blockNumber)
        run("UPDATE chains SET block = ?, hash = ? WHERE slug = ?", block, blockHash ?? null, slug)
      })
    },
    add: (message, now) => {
      whole(() => {
        add(message, now)
        refresh(new Set([message.id]), now)
      })
    },
    setShown: (id, { status, at }, now) => {
      whole(() => {
        run("UPDATE messages SET shown = ?, shownAt = ? WHERE id = ?", status, at, id)
        refresh(new Set([id]), now)
      })
    },
    *exported(start) {
      const rows = explained(() => prepared(selectExported).iterate(start))
      const next = () => explained(() => rows.next())
      for (let row = next(); row.done !== true; row = next()) yield row.value as ExportedMessage
    },
    inFlight: () =>
      all("SELECT * FROM messages WHERE status NOT IN ('EXECUTION_SUCCESS', ?) ORDER BY at", vanished).map(toMessage),
    countDelivered: () =>
      Number(all("SELECT COUNT(*) AS n FROM messages WHERE status = 'EXECUTION_SUCCESS'")[0]?.["n"]),
    message: (id) => all("SELECT * FROM messages WHERE id = ?", id).map(toMessage)[0],
    findCopy: ({ details, dst, dstPlug }) => {
      const same = "SELECT id FROM messages WHERE details = ? AND dst = ? AND dstPlug = ?"
      return all(same, exactJson(details), dst, dstPlug)[0]?.["id"] as Hex | undefined
    },
    marksOf,
    ...executionsIn({ all, run, whole }),
    unreadSince: (ids, now) =>
      whole(() => {
        const known = new Map(all("SELECT * FROM unread").map(({ id, since }) => [String(id), Number(since)]))
        run("DELETE FROM unread")
        const unread = Array.from(ids, (id) => [id, known.get(id) ?? now] as const)
        for (const [id, since] of unread) run("INSERT INTO unread VALUES (?, ?)", id, since)
        return new Map(unread)
      }),
    alerts: (scope = "") => {
      const rows = all("SELECT id, fields FROM alerts ORDER BY id").filter(({ id }) => String(id).startsWith(scope))
      return new Map(rows.map(({ id, fields }) => [String(id), parse(fields) as RaisedAlert]))
    },
    setAlert: (id, alert, event) => {
      whole(() => {
        if (alert === undefined) run("DELETE FROM alerts WHERE id = ?", id)
        else run("INSERT OR REPLACE INTO alerts (id, fields) VALUES (?, ?)", id, exactJson(alert))
        tell(event)
      })
    },
    unread: (reader, { limit, fromStart = false }) =>
      whole(() => {
        const start = fromStart ? "0" : newest("events")
        run(`INSERT OR IGNORE INTO readers (name, sequence) VALUES (?, ${start})`, reader)
        const unread = "sequence > (SELECT sequence FROM readers WHERE name = ?)"
        const rows = all(`SELECT * FROM events WHERE ${unread} ORDER BY sequence LIMIT ?`, reader, limit)
        return rows.map((row): StoredEvent => ({
          sequence: Number(row["sequence"]),
          fields: parse(row["fields"]) as EventFields,
        }))
      }),
    markRead: (reader, sequence) => {
      whole(() => {
        run("UPDATE readers SET sequence = ? WHERE name = ?", sequence, reader)
      })
    },
    prune: (now) => {
      const [day, kept] = [24 * 60 * 60_000, now - keptFor]
      const seconds = (ms: number): number => Math.floor(ms / 1_000)
      whole(() => {
        const isRead = "sequence <= (SELECT MIN(sequence) FROM readers)"
        run(`DELETE FROM events WHERE ${isRead} OR fields ->> 'at' < ?`, kept)
        // What can be released stays until it is. The others are never read, or nobody knows what releases them.
        const isLost = "(look IS NULL) <> (held IS NULL)"
        run(`UPDATE marks SET look = NULL, held = NULL WHERE ${isLost} AND seen < ?`, kept)
        const isOver = "status IN ('EXECUTION_SUCCESS', ?) AND since < ?"
        const isOpen = "id IN (SELECT key FROM marks WHERE held IS NOT NULL OR (again IS NOT NULL AND seen >= ?))"
        run(`DELETE FROM messages WHERE ${isOver} AND NOT ${isOpen}`, vanished, seconds(kept), kept)
        run("DELETE FROM marks WHERE kind = 'executed' AND verdict <> 'fine' AND held IS NULL AND seen < ?", kept)
        run(
          "DELETE FROM marks WHERE kind <> 'executed' AND at < ? AND key NOT IN (SELECT packed FROM messages)",
          seconds(now - day),
        )
      })
    },
    [Symbol.dispose]: () => {
      statements.clear()
      database.close()
    },
  }
}

/** The highest sequence of a table. An event that is told next comes after all that any reader has read. */
const newest = (table: "events" | "readers"): string => `COALESCE((SELECT MAX(sequence) FROM ${table}), 0)`

/** Milliseconds that is kept what is over. */
const keptFor = 30 * 24 * 60 * 60_000

function isBack(status: string, before: string | undefined): boolean {
  return status === vanished || (before !== undefined && compareStates(status, before) < 0)
}
