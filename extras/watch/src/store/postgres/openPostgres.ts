import { hash, randomUUID } from "node:crypto"

import pLimit from "p-limit"
import type { Client, DatabaseError } from "pg"

import {
  type Hold,
  noWatchYet,
  type Row,
  type Statements,
  type Value,
  type WatchDatabase,
  WatchStoreTakenError,
  WatchStoreUnreachableError,
  WatchStoreUnusableError,
} from "../WatchDatabase.js"
import { toPostgres } from "./toPostgres.js"
import { delay } from "#src/http/polling/unlessAborted.js"
import type { Clock } from "#src/primitives/clock.js"
import { memoize } from "#src/primitives/lifetime/lazily.js"

export type PostgresOptions = {
  readonly migrations: readonly string[]
  /** How many of the migrations a version has to know to use a database that all have changed. */
  readonly oldest: number
  readonly clock: Clock
  /** Milliseconds after which a holder that shows no sign of life has lost the watch. */
  readonly patience: number
  /** What the name of the schema ends with, of a watch beside another one. */
  readonly suffix?: string
  /** Has the server refuse all changes. */
  readonly isReadOnly?: boolean
  /** What others see of this process where it holds the watch. */
  readonly name: string
}

/** The schema of a watch, unless the URL names one by `?schema=`. */
const usualSchema = "plugs_watch"

/**
 * Opens the database of a watch on a Postgres server. It connects when it is first needed, and again when the connection is lost.
 *
 * Who may change anything is decided by the server. An advisory lock of the session ends with its process. A process that hangs keeps it, so
 * that whoever waits ends the session once the number in the table `watch` stands still. Each change writes that number first, where the
 * table still names this session, so that one that comes back from the dead changes nothing.
 *
 * @throws {WatchStoreUnusableError} the URL is none, or the package `pg` is not installed
 */
export async function openPostgres(url: string, options: PostgresOptions): Promise<WatchDatabase> {
  const { clock, migrations, oldest, patience, name } = options
  const { place, href, schema } = readUrl(url, options.suffix)
  const driver = await loadDriver(place)
  // A plan that was made for an empty table would read all of it once it has grown.
  const settings = {
    search_path: schema,
    plan_cache_mode: "force_custom_plan",
    ...(options.isReadOnly === true && { default_transaction_read_only: "on" }),
  }
  const holder = `${name} ${randomUUID().slice(0, 8)}`
  const beats = new AbortController()
  const lock = `hashtextextended('${schema}', 0)`
  /** A change is not interrupted by any other statement, and a client takes one statement at a time. */
  const [inTurn, oneByOne] = [pLimit(1), pLimit(1)]
  let session: Promise<Client> | undefined
  let seen: { readonly beat: Value; readonly at: number } | undefined
  let isBeating = false

  /** Connects anew where there is no connection. The lock of the one before is gone with it. */
  function connect(): Promise<Client> {
    if (session !== undefined) return session
    const client = new driver.Client({
      ...{ connectionString: href, connectionTimeoutMillis: 10_000, application_name: "hardhat-plugs watch" },
      options: Object.entries(settings)
        .flatMap(([setting, value]) => ["-c", `${setting}=${value}`])
        .join(" "),
      types: { getTypeParser: ((type: number) => (wholes.includes(type) ? Number : String)) as never },
    })
    const opened = client.connect().then(() => client)
    const lose = (): void => {
      if (session === opened) session = undefined
    }
    client.on("error", lose).on("end", lose)
    opened.catch(lose)
    return (session = opened)
  }

  /** The server understands each of these once for all. There are a few dozens. */
  const preparedOf = memoize((text: string) => {
    const sql = toPostgres(text)
    return { text: sql, name: hash("sha1", sql) }
  })

  const ask = async (text: string, values: readonly Value[] = [], isPrepared = values.length > 0): Promise<Row[]> =>
    await oneByOne(async () => {
      try {
        const client = await connect()
        // A statement without values can be several.
        const asked = isPrepared
          ? { ...preparedOf(text), values: [...values] }
          : { text: toPostgres(text), ...(values.length > 0 && { values: [...values] }) }
        return (await client.query<Row>(asked)).rows
      } catch (error) {
        throw explain(place, error as Error)
      }
    })

  /** Makes all changes of a function in this session, or none. */
  async function change<T>(work: () => Promise<T>): Promise<T> {
    await ask("BEGIN")
    try {
      const result = await work()
      await ask("COMMIT")
      return result
    } catch (error) {
      // A session that is lost has rolled it back.
      if (!(error instanceof WatchStoreUnreachableError)) await ask("ROLLBACK").catch(() => undefined)
      throw error
    }
  }

  /** Says that this process lives, if it holds the watch. Returns which of those that have held it this one is. */
  async function beat(): Promise<number | undefined> {
    const mine = "holder = ? AND session = pg_backend_pid()"
    const [row] = await ask(`UPDATE watch SET beat = beat + 1 WHERE ${mine} RETURNING term`, [holder])
    return row && Number(row["term"])
  }

  async function keepBeating(): Promise<void> {
    if (isBeating) return
    isBeating = true
    try {
      do await delay(patience / 3, { clock, signal: beats.signal })
      while ((await inTurn(beat)) !== undefined)
    } catch {
      // Whatever it is, the next change says it.
    } finally {
      isBeating = false
    }
  }

  async function take(): Promise<Hold> {
    const [row] = await ask(`SELECT CASE WHEN pg_try_advisory_lock(${lock}) THEN 1 ELSE 0 END AS ours`)
    if (Number(row?.["ours"]) === 1) {
      seen = undefined
      const term = await change(begin)
      void keepBeating()
      return { isOurs: true, term }
    }
    const [current] = await ask("SELECT holder, beat, session, oldest FROM watch").catch(() => [])
    if (current === undefined) return { isOurs: false, holder: undefined }
    refuseLater(current)
    const now = clock.now()
    const { beat = null, session: other = null } = current
    if (seen === undefined || seen.beat !== beat) seen = { beat, at: now }
    // Its session has the lock, and perhaps a change that is not whole.
    else if (now - seen.at >= patience && (await ask(selectBusy, [other])).length === 0) {
      seen = undefined
      await ask("SELECT pg_terminate_backend(?, 5000)", [other])
      return await take()
    }
    return { isOurs: false, holder: String(current["holder"]) }
  }

  /** Brings the database to the newest version, and writes down who holds it now. */
  async function begin(): Promise<number> {
    await ask(`CREATE SCHEMA IF NOT EXISTS ${schema}`)
    const tables = await ask("SELECT tablename FROM pg_tables WHERE schemaname = ?", [schema])
    const isNew = tables.length === 0
    if (!isNew && !tables.some(({ tablename }) => tablename === "watch")) {
      throw new WatchStoreUnusableError({ ...place, reason: `its schema ${schema} has tables of something else` })
    }
    if (isNew) await ask(tableOfHolder)
    const [row] = await ask("SELECT version, oldest FROM watch")
    if (row === undefined) throw new WatchStoreUnusableError({ ...place, reason: "its table watch is empty" })
    refuseLater(row)
    const version = Number(row["version"])
    for (const step of migrations.slice(version)) await ask(step)
    const written = [Math.max(version, migrations.length), Math.max(Number(row["oldest"]), oldest), holder, clock.now()]
    const [taken] = await ask(
      `UPDATE watch SET version = ?, oldest = ?, holder = ?, since = ?, session = pg_backend_pid(), term = term + 1,
       beat = beat + 1 RETURNING term`,
      written,
    )
    return Number(taken?.["term"])
  }

  function refuseLater({ oldest: needed = null }: Row): void {
    if (Number(needed) <= migrations.length) return
    const reason = "a later version of this package has changed it so that this version cannot use it"
    throw new WatchStoreUnusableError({
      ...place,
      reason,
      next: "Update hardhat-plugs here. Nothing was changed in it.",
    })
  }

  async function isThere(): Promise<boolean> {
    const tables = "SELECT 1 FROM pg_tables WHERE schemaname = ? AND tablename = 'watch'"
    return (await ask(tables, [schema])).length > 0
  }

  const statements: Statements = {
    all: (text, ...values) => ask(text, values),
    run: async (text, ...values) => {
      await ask(text, values)
    },
  }

  return {
    putAside: undefined,
    all: (text, ...values) => inTurn(() => ask(text, values)),
    async *iterate(text, ...values) {
      const name = `rows${randomUUID().replaceAll("-", "")}`
      // Not prepared, since its name comes once.
      await inTurn(() => ask(`DECLARE ${name} NO SCROLL CURSOR WITH HOLD FOR ${text}`, values, false))
      try {
        for (;;) {
          const rows = await inTurn(() => ask(`FETCH 500 FROM ${name}`))
          if (rows.length === 0) return
          yield* rows
        }
      } finally {
        // A session that is lost has no cursors.
        await inTurn(() => ask(`CLOSE ${name}`)).catch(() => undefined)
      }
    },
    whole: (work) =>
      inTurn(() =>
        change(async () => {
          if ((await beat()) === undefined) throw new WatchStoreTakenError(place.database)
          return await work(statements)
        }),
      ),
    hold: () =>
      inTurn(async () => {
        const term = (await isThere()) ? await beat() : undefined
        return term === undefined ? await take() : { isOurs: true, term }
      }),
    holder: () =>
      inTurn(async () => {
        if (!(await isThere())) throw new WatchStoreUnusableError({ ...place, ...noWatchYet })
        const [row] = await ask(
          `SELECT holder, since, oldest, CASE WHEN ${isHeld} THEN 1 ELSE 0 END AS held FROM watch`,
        )
        if (row === undefined) throw new WatchStoreUnusableError({ ...place, ...noWatchYet })
        refuseLater(row)
        return Number(row["held"]) === 1 ? { name: String(row["holder"]), since: Number(row["since"]) } : undefined
      }),
    async [Symbol.asyncDispose]() {
      beats.abort()
      await session?.then((client) => client.end()).catch(() => undefined)
    },
  }
}

/** A session that lives within a change, which may take minutes. By the server's clock it may be silent for two seconds, and takes its answers. */
const selectBusy = `SELECT 1 FROM pg_stat_activity WHERE pid = ? AND CASE state
  WHEN 'active' THEN wait_event_type IS DISTINCT FROM 'Client'
  WHEN 'idle' THEN FALSE ELSE state_change > clock_timestamp() - INTERVAL '2 seconds' END`

/** Whether the session that the table names has the lock. */
const isHeld = `EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND pid = session
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
  AND (classid::BIGINT << 32) | objid::BIGINT = hashtextextended(current_schema(), 0))`

/** The numbers that Postgres gives to its types of whole numbers. */
const wholes = [20, 21, 23]

/** Who holds the watch. `session` is the server's number of it, and `beat` grows while it lives; `term` counts who has held it. */
const tableOfHolder = `
CREATE TABLE watch (version INTEGER NOT NULL, oldest INTEGER NOT NULL, holder TEXT, session INTEGER, term BIGINT NOT NULL,
  beat BIGINT NOT NULL, since BIGINT);
INSERT INTO watch VALUES (0, 0, NULL, NULL, 0, 0, NULL)`

type Place = { readonly database: string }

/** @throws {WatchStoreUnusableError} it is no URL of a database. The error does not have it, since it has a password */
function readUrl(text: string, suffix = ""): { readonly place: Place; readonly href: string; readonly schema: string } {
  const url = URL.parse(text)
  const isOne = url !== null && /^postgres(ql)?:$/.test(url.protocol) && url.hostname !== "" && url.pathname.length > 1
  if (!isOne) {
    const reason = "plugs.watch.store is no URL such as postgres://user:password@host:5432/name"
    throw new WatchStoreUnusableError({ database: "Postgres", reason })
  }
  const database = `${url.host}${url.pathname}`
  const schema = `${url.searchParams.get("schema") ?? usualSchema}${suffix}`
  url.searchParams.delete("schema")
  if (!/^[a-z][a-z0-9_]{0,62}$/.test(schema)) {
    const reason = "the schema in its URL has other characters than small letters, digits and _, or more than 63"
    throw new WatchStoreUnusableError({ database, reason })
  }
  return { place: { database: `${database}, schema ${schema}` }, href: url.href, schema }
}

async function loadDriver(place: Place): Promise<Pick<typeof import("pg"), "Client">> {
  try {
    return await import("pg")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error
    const reason = "the package pg is not installed"
    throw new WatchStoreUnusableError({ ...place, reason, next: "Install it: npm install --save-dev pg" })
  }
}

/** Codes of a server that ends, begins, or is full. */
const unreachable = /^(57P0\d|08...|53300)$/

/** An error of the driver as one of the store. What the server has not said, the connection has. */
function explain({ database }: Place, error: Error): Error {
  const { code = "", severity, message } = error as Partial<DatabaseError> & Error
  if (severity === undefined || unreachable.test(code)) return new WatchStoreUnreachableError(database, message || code)
  const full = "Free some space where the server keeps it, and run this again. Nothing was changed in it."
  return new WatchStoreUnusableError({ database, reason: message, ...(code === "53100" && { next: full }) })
}
