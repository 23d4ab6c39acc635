import type { Hex } from "viem"

import { copyRows } from "./copyRows.js"
import { eventsIn, isEnd } from "./events.js"
import { executionsIn, toMessage } from "./executions.js"
import { selectExported, toExported } from "./exportedMessages.js"
import { migrations, oldest } from "./migrations.js"
import { openPostgres, type PostgresOptions } from "./postgres/openPostgres.js"
import { addMarks, addMessages, marksOf, refresh, takeBack } from "./recording.js"
import { openSqlite, openSqliteReader } from "./sqlite/openSqlite.js"
import type { WatchDatabase } from "./WatchDatabase.js"
import type { Arrival, MessageCount, WatchedChain, WatchStore } from "./WatchStore.js"
import { readUserKey, type RecordsKey } from "#src/primitives/files/recordsKey.js"
import { InvalidInputError } from "#src/primitives/InvalidInputError.js"
import { Disposables } from "#src/primitives/lifetime/Disposables.js"
import { exactJson } from "#src/primitives/text.js"
import { vanished } from "#src/tracking/tracker.js"

/**
 * Opens what a watch knows, in a file.
 *
 * @param file without a name it is a temporary one, which is gone with the process
 * @param options.key reads the key under which it is written and believed. Default: the user's own
 * @throws {WatchStoreUnusableError} it is no database, of a later version, or cannot be written. Each of its functions throws this, too
 */
export async function createWatchStore(
  file: string,
  { key = readUserKey }: { readonly key?: RecordsKey } = {},
): Promise<WatchStore> {
  return storeIn(await openSqlite(file, { migrations, key }))
}

/**
 * Opens what watchers share, in a database of a Postgres server.
 *
 * @throws {WatchStoreUnusableError} the URL is none, or the package `pg` is not installed. Each of its functions throws this, too
 */
export async function createSharedStore(
  url: string,
  options: Omit<PostgresOptions, "migrations" | "oldest">,
): Promise<WatchStore> {
  return storeIn(await openPostgres(url, { ...options, migrations, oldest }))
}

/** What can be read of a store beside whoever holds it. */
export type WatchReader = AsyncDisposable &
  Pick<WatchStore, "holder" | "chains" | "countMessages" | "alerts" | "exported" | "latest">

/**
 * Opens a file of a watch to read what it says now. It takes no lock, and changes nothing. Only with the key it is made sure that a watch has
 * written all rows so, which takes seconds where there are many.
 *
 * @throws {WatchStoreUnusableError} there is no watch in it yet, or none that this version can read
 */
export async function openWatchFile(file: string, key?: RecordsKey): Promise<WatchReader> {
  return storeIn(await openSqliteReader(file, { migrations, key }))
}

/**
 * Opens what watchers share to read it: a role that may read suffices.
 *
 * @throws {WatchStoreUnusableError} there is no watch in it yet, or none that this version can read
 */
export async function openSharedReader(
  url: string,
  options: Pick<PostgresOptions, "clock" | "suffix">,
): Promise<WatchReader> {
  const reading = {
    ...options,
    migrations,
    oldest,
    isReadOnly: true,
    name: "reader",
    patience: Number.POSITIVE_INFINITY,
  }
  await using opening = new Disposables()
  const store = opening.use(storeIn(await openPostgres(url, reading)))
  await store.holder()
  opening.move()
  return store
}

function storeIn(database: WatchDatabase): WatchStore {
  const { all, whole } = database
  /** The chains that were begun anew since this process holds the watch. */
  const begun = new Set<number>()
  let term = 0

  return {
    putAside: database.putAside,
    async hold() {
      const hold = await database.hold()
      if (hold.isOurs && hold.term !== term) {
        term = hold.term
        begun.clear()
      }
      return hold
    },
    holder: database.holder.bind(database),
    chains: async () =>
      (await all("SELECT slug, name, block, lookedAt FROM chains ORDER BY slug")) as unknown as WatchedChain[],
    countMessages: async () => {
      const counted = "SELECT status, src, dst, COUNT(*) AS count FROM messages WHERE status <> ?"
      return (await all(`${counted} GROUP BY 1, 2, 3`, vanished)) as unknown as MessageCount[]
    },
    openChain: (slug, identity) =>
      whole(async ({ all, run }) => {
        const [known] = await all("SELECT identity, block, hash FROM chains WHERE slug = ?", slug)
        if (known === undefined || known["identity"] !== identity) {
          await run("DELETE FROM marks WHERE chain = ?", slug)
          // A chain that is opened after others is where their new messages go, and the old ones went to another chain.
          const others = [0, ...begun]
          const old = `src = ? OR (dst = ? AND src NOT IN (${others.map(() => "?").join(", ")}))`
          if (known !== undefined) await run(`DELETE FROM messages WHERE ${old}`, slug, slug, ...others)
          begun.add(slug)
          await run("DELETE FROM chains WHERE slug = ?", slug)
          await run("INSERT INTO chains (slug, identity) VALUES (?, ?)", slug, identity)
          return undefined
        }
        const { block = null, hash = null } = known
        if (hash === null) return undefined
        return { blockNumber: BigInt(Number(block)), blockHash: String(hash) as Hex }
      }),
    record: (slug, { reorgedFrom, position, messages, marks }, now) =>
      whole(async (statements) => {
        const { run } = statements
        const keys = new Set(
          reorgedFrom === undefined ? [] : await takeBack(statements, slug, Number(reorgedFrom), now),
        )
        await addMessages(statements, messages, now)
        await addMarks(statements, slug, marks, now)
        for (const { id } of messages) keys.add(id)
        for (const { key } of marks) keys.add(key)
        await refresh(statements, keys, now)
        const { blockNumber, blockHash } = position ?? {}
        const block = blockNumber === undefined ? null : Number(blockNumber)
        await run("UPDATE chains SET block = ?, hash = ? WHERE slug = ?", block, blockHash ?? null, slug)
      }),
    looked: (chains, now) =>
      whole(async ({ run }) => {
        const write = "UPDATE chains SET name = ?, lookedAt = ? WHERE slug = ?"
        await Promise.all(chains.map(({ slug, name }) => run(write, name, now, slug)))
      }),
    add: (message, now) =>
      whole(async (statements) => {
        await addMessages(statements, [message], now)
        await refresh(statements, new Set([message.id]), now)
      }),
    setShown: (id, { status, at }, now) =>
      whole(async (statements) => {
        await statements.run("UPDATE messages SET shown = ?, shownAt = ? WHERE id = ?", status, at, id)
        await refresh(statements, new Set([id]), now)
      }),
    async *exported({ slug, block, seconds }) {
      for await (const row of database.iterate(selectExported, slug, block, seconds)) yield toExported(row)
    },
    latest: async ({ src, srcPlug, status, limit }) => {
      const wanted = { "src = ?": src, "LOWER(srcPlug) = ?": srcPlug?.toLowerCase(), "status = ?": status }
      const named = Object.entries(wanted).flatMap(([is, value]) => (value === undefined ? [] : [[is, value] as const]))
      const where = ["status <> ?", ...named.map(([is]) => is)].join(" AND ")
      const newest = `SELECT * FROM messages WHERE ${where} ORDER BY at DESC, id LIMIT ?`
      return (await all(newest, vanished, ...named.map(([, value]) => value), limit)).map(toMessage)
    },
    inFlight: async () => {
      // In the words of the index, by which alone the others are not read.
      const open = "status NOT IN ('EXECUTION_SUCCESS', 'VANISHED') ORDER BY at, id"
      return (await all(`SELECT * FROM messages WHERE ${open}`)).map(toMessage)
    },
    countDelivered: async () => {
      const [row] = await all("SELECT COUNT(*) AS n FROM messages WHERE status = 'EXECUTION_SUCCESS'")
      return Number(row?.["n"])
    },
    async *arrivals(since) {
      const rows =
        "SELECT src, dst, at, since FROM messages WHERE status = 'EXECUTION_SUCCESS' AND since >= ? ORDER BY src, dst"
      for await (const row of database.iterate(rows, since)) yield row as unknown as Arrival
    },
    message: async (id) => (await all("SELECT * FROM messages WHERE id = ?", id)).map(toMessage)[0],
    findCopy: async ({ details, dst, dstPlug }) => {
      const same = "SELECT id FROM messages WHERE details = ? AND dst = ? AND dstPlug = ?"
      return (await all(same, exactJson(details), dst, dstPlug))[0]?.["id"] as Hex | undefined
    },
    marksOf: async (message) => (await marksOf(all, [message])).get(message.id) ?? [],
    ...executionsIn(database),
    unreadSince: (ids, now) =>
      whole(async ({ all, run }) => {
        const known = new Map((await all("SELECT * FROM unread")).map(({ id, since }) => [String(id), Number(since)]))
        await run("DELETE FROM unread")
        const unread = Array.from(ids, (id) => [id, known.get(id) ?? now] as const)
        for (const [id, since] of unread) await run("INSERT INTO unread VALUES (?, ?)", id, since)
        return new Map(unread)
      }),
    ...eventsIn(database),
    importFile: async (file, key) => {
      await using source = await openSqliteReader(file, { migrations, key })
      const holder = await source.holder()
      if (holder !== undefined) {
        const problem = `${holder.name} still watches with this file`
        throw new InvalidInputError({ argument: "--import", problem, fix: "End that watch, and import then." })
      }
      return await whole((statements) => copyRows(source, statements))
    },
    prune: (now, keptFor = usuallyKept) =>
      whole(async ({ run }) => {
        const [day, kept] = [24 * 60 * 60_000, now - keptFor]
        const seconds = (ms: number): number => Math.floor(ms / 1_000)
        const isRead = `sequence <= (SELECT MIN(sequence) FROM readers) AND NOT (at IS NOT NULL AND ${isEnd})`
        await run(`DELETE FROM events WHERE (${isRead}) OR at < ?`, kept)
        // What can be released stays until it is. The others are never read, or nobody knows what releases them.
        const isLost = "(look IS NULL) <> (held IS NULL)"
        await run(`UPDATE marks SET look = NULL, held = NULL WHERE ${isLost} AND seen < ?`, kept)
        const isOver = "status IN ('EXECUTION_SUCCESS', ?) AND since < ?"
        const isOpen = "id IN (SELECT key FROM marks WHERE held IS NOT NULL OR (again IS NOT NULL AND seen >= ?))"
        await run(`DELETE FROM messages WHERE ${isOver} AND NOT ${isOpen}`, vanished, seconds(kept), kept)
        await run("DELETE FROM marks WHERE kind = 'executed' AND verdict <> 'fine' AND held IS NULL AND seen < ?", kept)
        await run(
          "DELETE FROM marks WHERE kind <> 'executed' AND at < ? AND key NOT IN (SELECT packed FROM messages)",
          seconds(now - day),
        )
      }),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

/** Milliseconds that is kept what is over. */
const usuallyKept = 30 * 24 * 60 * 60_000
