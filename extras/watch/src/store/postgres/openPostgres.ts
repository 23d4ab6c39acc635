import { randomUUID } from "node:crypto"

import type postgres from "postgres"

import {
  type Hold,
  isStoreError,
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
import { AbortedError } from "#src/http/errors.js"
import { delay } from "#src/http/polling/unlessAborted.js"
import type { Clock } from "#src/primitives/clock.js"

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
 * @throws {WatchStoreUnusableError} the URL is none, or the package `postgres` is not installed
 */
export async function openPostgres(url: string, options: PostgresOptions): Promise<WatchDatabase> {
  const { clock, migrations, oldest, patience, name } = options
  const { place, href, schema } = readUrl(url, options.suffix)
  const sql = (await loadDriver(place))(href, {
    // One session alone, since the lock is the session's. Statements wait for a change of others that is under way.
    ...{ max: 1, max_lifetime: null, idle_timeout: 0, connect_timeout: 10, backoff: () => 1, fetch_types: false },
    onnotice: () => undefined,
    types: { whole: { to: int8, from: [int8], parse: Number, serialize: String } },
    connection: {
      ...{ application_name: "hardhat-plugs watch", search_path: `"${schema}"` },
      // A plan that was made for an empty table reads all of it once it has grown.
      plan_cache_mode: "force_custom_plan",
      ...(options.isReadOnly === true && { default_transaction_read_only: true }),
    },
  })
  const holder = `${name} ${randomUUID().slice(0, 8)}`
  const lock = `hashtextextended('${schema}', 0)`
  const number = "(classid::bigint << 32) | objid::bigint"
  const here = "database = (SELECT oid FROM pg_database WHERE datname = current_database())"
  const isHeld = `EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted AND pid = session AND ${here} AND ${number} = ${lock})`
  const explained = async <T>(work: () => PromiseLike<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw explain(place, error)
    }
  }
  const ask = async (within: postgres.ISql, text: string, values: readonly Value[]): Promise<Row[]> =>
    await explained(() => within.unsafe<Row[]>(toPostgres(text), [...values], { prepare: true }))

  let seen: { readonly beat: number; readonly at: number } | undefined
  const beats = new AbortController()
  let isBeating = false

  /** Says that this process lives, if it holds the watch. Returns how often any has. */
  async function beat(within: postgres.ISql): Promise<number | undefined> {
    const mine = "holder = ? AND session = pg_backend_pid()"
    const [row] = await ask(within, `UPDATE watch SET beat = beat + 1 WHERE ${mine} RETURNING term`, [holder])
    return row && Number(row["term"])
  }

  async function keepBeating(): Promise<void> {
    if (isBeating) return
    isBeating = true
    try {
      while (!beats.signal.aborted) {
        await delay(patience / 3, { clock, signal: beats.signal })
        if ((await beat(sql)) === undefined) return
      }
    } catch (error) {
      // Whatever it is, the next change says it.
      if (!(error instanceof AbortedError)) return
    } finally {
      isBeating = false
    }
  }

  async function take(): Promise<Hold> {
    const [row] = await ask(sql, `SELECT pg_try_advisory_lock(${lock}) AS ours`, [])
    if (row?.["ours"] as unknown as boolean) {
      seen = undefined
      const term = await explained(() => sql.begin((within) => begin(within)))
      void keepBeating()
      return { isOurs: true, term }
    }
    const [current] = await ask(sql, "SELECT holder, beat, session, oldest FROM watch", []).catch(() => [])
    if (current === undefined) return { isOurs: false, holder: undefined }
    refuseLater(current)
    const now = clock.now()
    if (seen === undefined || seen.beat !== current["beat"]) seen = { beat: Number(current["beat"]), at: now }
    // Its session has the lock, and perhaps a change that is not whole.
    else if (now - seen.at >= patience) {
      seen = undefined
      await explained(() => sql`SELECT pg_terminate_backend(${Number(current["session"])}::int, 5000)`)
      return await take()
    }
    return { isOurs: false, holder: String(current["holder"]) }
  }

  /** Brings the database to the newest version, and writes down who holds it now. */
  async function begin(within: postgres.TransactionSql): Promise<number> {
    await within.unsafe(`CREATE SCHEMA IF NOT EXISTS "${schema}"`)
    const tables = await within<Row[]>`SELECT tablename FROM pg_tables WHERE schemaname = ${schema}`
    const isNew = tables.length === 0
    if (!isNew && !tables.some(({ tablename }) => tablename === "watch")) {
      throw new WatchStoreUnusableError({ ...place, reason: `its schema ${schema} has tables of something else` })
    }
    if (isNew) await within.unsafe(tableOfHolder)
    const [row] = await within<Row[]>`SELECT version, oldest FROM watch`
    if (row === undefined) throw new WatchStoreUnusableError({ ...place, reason: "its table watch is empty" })
    refuseLater(row)
    const version = Number(row["version"])
    for (const step of migrations.slice(version)) await within.unsafe(toPostgres(step)).simple()
    const [taken] = await within<Row[]>`
      UPDATE watch SET version = ${Math.max(version, migrations.length)}, oldest = ${Math.max(Number(row["oldest"]), oldest)},
      holder = ${holder}, session = pg_backend_pid(), term = term + 1, beat = beat + 1, since = ${clock.now()} RETURNING term`
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

  const isThere = async (): Promise<boolean> => {
    const tables = "SELECT 1 FROM pg_tables WHERE schemaname = ? AND tablename = 'watch'"
    return (await ask(sql, tables, [schema])).length > 0
  }

  return {
    putAside: undefined,
    all: (text, ...values) => ask(sql, text, values),
    async *iterate(text, ...values) {
      const rows = sql.unsafe<Row[]>(toPostgres(text), [...values]).cursor(500)
      const iterator = rows[Symbol.asyncIterator]()
      for (;;) {
        const next = await explained(() => iterator.next())
        if (next.done === true) return
        yield* next.value
      }
    },
    whole: (work) =>
      explained(() =>
        sql.begin(async (within) => {
          if ((await beat(within)) === undefined) throw new WatchStoreTakenError(place.database)
          const statements: Statements = {
            all: (text, ...values) => ask(within, text, values),
            run: async (text, ...values) => {
              await ask(within, text, values)
            },
          }
          return { result: await work(statements) }
        }),
      ).then(({ result }) => result),
    async hold() {
      const term = (await isThere()) ? await beat(sql) : undefined
      return term === undefined ? await take() : { isOurs: true, term }
    },
    async holder() {
      if (!(await isThere())) throw new WatchStoreUnusableError({ ...place, ...noWatchYet })
      const [row] = await ask(sql, `SELECT holder, since, oldest, ${isHeld} AS held FROM watch`, [])
      if (row === undefined) throw new WatchStoreUnusableError({ ...place, ...noWatchYet })
      refuseLater(row)
      const held = row["held"] as unknown as boolean
      return held ? { name: String(row["holder"]), since: Number(row["since"]) } : undefined
    },
    async [Symbol.asyncDispose]() {
      beats.abort()
      await sql.end({ timeout: 1 }).catch(() => undefined)
    },
  }
}

/** The number that Postgres gives to the type BIGINT. */
const int8 = 20

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

async function loadDriver(place: Place): Promise<typeof postgres> {
  try {
    return (await import("postgres")).default
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_MODULE_NOT_FOUND") throw error
    const reason = "the package postgres is not installed"
    throw new WatchStoreUnusableError({ ...place, reason, next: "Install it: npm install --save-dev postgres" })
  }
}

/** Errors of a server that ends, begins, or is full: its own, those of the connection, and those of the system. */
const unreachable =
  /^(57P0\d|08...|53300|CONNECTION_\w+|CONNECT_TIMEOUT|ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/

/** An error of the driver as one of the store. Any other one is a bug, and is given back as it is. */
function explain({ database }: Place, error: unknown): unknown {
  const { code, message } = error as { readonly code?: unknown; readonly message?: string }
  if (typeof code !== "string" || isStoreError(error)) return error
  if (unreachable.test(code)) return new WatchStoreUnreachableError(database, message || code)
  if (!/^[0-9A-Z]{5}$/.test(code)) return error
  const full = "Free some space where the server keeps it, and run this again. Nothing was changed in it."
  const reason = message ?? code
  return new WatchStoreUnusableError({ database, reason, ...(code === "53100" && { next: full }) })
}
