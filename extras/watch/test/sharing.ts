import { expect } from "chai"
import { afterEach, before, beforeEach, describe, it } from "mocha"

import { holdInChild } from "./fixtures/holdingChild.js"
import { openPostgres, type PostgresServer, query as queryAt } from "./fixtures/openPostgres.js"
import { createSharedStore } from "#extras/watch/src/store/createWatchStore.js"
import { migrations, oldest } from "#extras/watch/src/store/migrations.js"
import { openPostgres as openDatabase } from "#extras/watch/src/store/postgres/openPostgres.js"
import { toPostgres } from "#extras/watch/src/store/postgres/toPostgres.js"
import type { WatchStore } from "#extras/watch/src/store/WatchStore.js"
import { Disposables } from "#src/primitives/lifetime/Disposables.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { deepIt } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"

const patience = 15_000

describe("a Postgres database that watchers share (not run where npm has no Postgres for this machine)", function () {
  this.timeout(60_000)
  let server: PostgresServer
  let url: string
  let opened: Disposables
  before(async function () {
    const found = await openPostgres()
    if (found === undefined) return this.skip()
    server = found
  })
  beforeEach(async () => {
    url = await server.createDatabase()
    opened = new Disposables()
  })
  afterEach(() => opened[Symbol.asyncDispose]())

  const open = async (name: string, clock = createManualClock(), at = url): Promise<WatchStore> =>
    opened.use(await createSharedStore(at, { clock, patience, name }))
  const isOurs = async (store: WatchStore) => (await store.hold()).isOurs
  const tell = (store: WatchStore, id: string) =>
    store.setAlert(id, { kind: "late", says: "late", raisedAt: 1 } as never, { event: "alert", alert: id, at: 5 })
  const query = (text: string) => queryAt(url, text)

  it("is held by one of them, and the others say by whom, until its process ends", async () => {
    const [one, two] = [await open("one 1"), await open("two 2")]
    expect(await one.hold()).to.deep.equal({ isOurs: true, term: 1 })
    const waits = await two.hold()
    expect(waits.isOurs ? "" : waits.holder).to.match(/^one 1 [0-9a-f]{8}$/)
    await tell(one, "late:1")
    const taken = await failure(tell(two, "late:2"))
    expect(taken).to.include({ code: "WATCH_STORE_TAKEN" })
    expect([...(await two.alerts()).keys()]).to.deep.equal(["late:1"])
    await one[Symbol.asyncDispose]()
    expect(await two.hold()).to.deep.equal({ isOurs: true, term: 2 })
    await tell(two, "late:2")
    expect([...(await two.alerts()).keys()]).to.deep.equal(["late:1", "late:2"])
  })

  it("goes to another one when its holder hangs, and what that one does later changes nothing", async () => {
    const [stopped, clock] = [createManualClock(), createManualClock()]
    const [hung, other] = [await open("hung", stopped), await open("other", clock)]
    expect(await isOurs(hung)).to.equal(true)
    expect(await isOurs(other)).to.equal(false)
    await clock.advance(patience - 1)
    expect(await isOurs(other)).to.equal(false)
    await clock.advance(1)
    expect(await isOurs(other)).to.equal(true)
    for (let turn = 0; turn < 2; turn++) {
      expect((await failure(tell(hung, "late:1"))).code).to.match(/^WATCH_STORE_(TAKEN|UNREACHABLE)$/)
    }
    expect(await isOurs(hung)).to.equal(false)
    expect((await other.alerts()).size).to.equal(0)
  })

  deepIt("goes to another one when its process is stopped, and refuses it when that one goes on", async () => {
    const holding = holdInChild(url)
    try {
      expect(await holding.says()).to.equal("held")
      holding.child.kill("SIGSTOP")
      const clock = createManualClock()
      const other = await open("other", clock)
      expect(await isOurs(other)).to.equal(false)
      await clock.advance(patience)
      // What it has sent before may have moved the number once more.
      // Within a change it counts as busy until the server has heard nothing of it for two seconds.
      while (!(await isOurs(other))) await clock.advance(patience)
      holding.child.kill("SIGCONT")
      expect(await holding.says()).to.match(/^WATCH_STORE_(TAKEN|UNREACHABLE)$/)
    } finally {
      holding.child.kill("SIGKILL")
    }
  })

  it("stays with a holder that is slow, as long as it beats", async () => {
    const clock = createManualClock()
    const [slow, other] = [await open("slow", clock), await open("other", clock)]
    expect(await isOurs(slow)).to.equal(true)
    for (let turn = 0; turn < 9; turn++) {
      expect(await isOurs(other)).to.equal(false)
      const before = await query("SELECT beat FROM plugs_watch.watch")
      await clock.advance(patience / 3)
      // The beat is on its way to the server.
      while ((await query("SELECT beat FROM plugs_watch.watch"))[0]?.["beat"] === before[0]?.["beat"]);
    }
    await tell(slow, "late:1")
  })

  it("stays with a holder that is within one change for longer than it may be silent, such as an import", async () => {
    const clock = createManualClock()
    const options = { migrations, oldest, clock: createManualClock(), patience, name: "busy" }
    const [busy, other] = [opened.use(await openDatabase(url, options)), await open("other", clock)]
    const blocker = opened.use(await openDatabase(url, options))
    await busy.hold()
    expect(await isOurs(other)).to.equal(false)
    await blocker.all("SELECT pg_advisory_lock(1)")
    await busy.whole(async ({ all, run }) => {
      await run("INSERT INTO readers VALUES (?, ?)", "x", 1)
      await clock.advance(patience)
      expect(await isOurs(other)).to.equal(false)
      const statement = all("SELECT pg_advisory_lock(1)")
      while ((await query("SELECT 1 FROM pg_locks WHERE NOT granted")).length === 0);
      await clock.advance(patience)
      expect(await isOurs(other)).to.equal(false)
      await blocker.all("SELECT pg_advisory_unlock(1)")
      await statement
    })
    expect(await busy.all("SELECT name FROM readers")).to.deep.equal([{ name: "x" }])
    await clock.advance(patience)
    expect(await isOurs(other)).to.equal(false)
    await clock.advance(patience)
    expect(await isOurs(other)).to.equal(true)
  })

  it("is unreachable while its server is away, and then all goes on", async () => {
    const store = await open("one")
    await store.hold()
    await tell(store, "late:1")
    await server.stop()
    for (const work of [() => store.hold(), () => store.alerts(), () => tell(store, "late:2")]) {
      const error = await failure(work())
      expect(error.code).to.equal("WATCH_STORE_UNREACHABLE")
      expect(error.message).not.to.contain("pass")
    }
    await server.start()
    let hold = await store.hold().catch(() => undefined)
    while (hold === undefined) hold = await store.hold().catch(() => undefined)
    expect(hold).to.deep.equal({ isOurs: true, term: 2 })
    await tell(store, "late:2")
    expect([...(await store.alerts()).keys()]).to.deep.equal(["late:1", "late:2"])
  })

  it("is changed to a later version by its holder; an earlier version goes on if it can, and else says that it cannot", async () => {
    const clock = createManualClock()
    const version = async (name: string, steps: readonly string[], least: number) =>
      opened.use(await openDatabase(url, { migrations: steps, oldest: least, clock, patience, name }))
    const old = await version("old", migrations, oldest)
    expect((await old.hold()).isOurs).to.equal(true)
    const more = [...migrations, "CREATE TABLE more (n INTEGER)"]
    const newer = await version("newer", more, oldest)
    expect((await newer.hold()).isOurs).to.equal(false)
    await old[Symbol.asyncDispose]()
    expect((await newer.hold()).isOurs).to.equal(true)
    const oldAgain = await version("old", migrations, oldest)
    expect((await oldAgain.hold()).isOurs).to.equal(false)
    await newer[Symbol.asyncDispose]()
    expect((await oldAgain.hold()).isOurs).to.equal(true)
    await oldAgain.whole(({ run }) => run("INSERT INTO readers VALUES (?, ?)", "x", 1))
    await oldAgain[Symbol.asyncDispose]()
    const breaking = await version("breaking", [...more, "ALTER TABLE more ADD COLUMN m INTEGER"], more.length + 1)
    const third = await version("third", more, oldest)
    expect((await breaking.hold()).isOurs).to.equal(true)
    for (let turn = 0; turn < 2; turn++) {
      const error = await failure(third.hold())
      expect(error).to.include({
        code: "WATCH_STORE_UNUSABLE",
        next: "Update hardhat-plugs here. Nothing was changed in it.",
      })
      await breaking[Symbol.asyncDispose]()
    }
  })

  it("is refused in a sentence, without its password, where it cannot be used, and nothing is changed in it", async () => {
    await query("CREATE SCHEMA plugs_watch; CREATE TABLE plugs_watch.messages (id INTEGER)")
    await query("CREATE ROLE reader LOGIN PASSWORD 'secret'; GRANT USAGE ON SCHEMA plugs_watch TO reader")
    const missing = url.replace(/[^/]+$/, "missing")
    const reader = url.replace(/\/\/.*@/, "//reader:secret@")
    const stranger = url.replace(/\/\/.*@/, "//admin:secret@")
    for (const [at, reason] of [
      [url, "its schema plugs_watch has tables of something else"],
      [missing, 'database "missing" does not exist'],
      [stranger, 'password authentication failed for user "admin"'],
      [`${reader}?schema=other`, "permission denied for database"],
      [`${reader}?schema=Other"`, "the schema in its URL has other characters"],
      ["mysql://admin:secret@127.0.0.1/x", "is no URL such as"],
      ["secret", "is no URL such as"],
    ] as const) {
      const error = await failure(open("one", undefined, at).then((store) => store.hold()))
      expect(error.code, at).to.equal("WATCH_STORE_UNUSABLE")
      expect(String(error.facts["reason"])).to.contain(reason)
      expect(JSON.stringify([error.message, error.facts, error.stack])).not.to.contain("secret")
    }
    expect(await query("SELECT COUNT(*)::int AS n FROM pg_tables WHERE schemaname LIKE 'plugs%'")).to.deep.equal([
      { n: 1 },
    ])
  })

  it("leaves nothing on its server of rows that were read, also where they were not read to the end", async () => {
    const options = { migrations, oldest, clock: createManualClock(), patience, name: "one" }
    const database = opened.use(await openDatabase(url, options))
    const left = async () => {
      const [row] = await database.all(
        `SELECT (SELECT COUNT(*) FROM pg_cursors WHERE name LIKE 'rows%') AS cursors,
         (SELECT COUNT(*) FROM pg_prepared_statements WHERE statement LIKE 'DECLARE%') AS prepared WHERE 1 = ?`,
        1,
      )
      return row
    }
    for (const most of [0, 1, 2_000]) {
      let read = 0
      for await (const { n } of database.iterate("SELECT n FROM generate_series(1, ?) AS n", 1_001)) {
        expect(n).to.equal((read += 1))
        if (read > most) break
      }
      expect(read).to.equal(Math.min(most + 1, 1_001))
      expect(await left()).to.deep.equal({ cursors: 0, prepared: 0 })
    }
  })

  it("keeps nothing of a change that its server refuses, such as on a full disk", async () => {
    const store = await open("one")
    await store.hold()
    await query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON plugs_watch.events EXECUTE FUNCTION refuse()`)
    const error = await failure(tell(store, "late:1"))
    expect(error).to.include({ code: "WATCH_STORE_UNUSABLE" })
    expect(error.next).to.match(/^Free some space/)
    expect((await store.alerts()).size).to.equal(0)
    await query("DROP FUNCTION refuse CASCADE")
    await tell(store, "late:1")
    expect((await store.alerts()).size).to.equal(1)
  })

  it("is not believed where a row is not as a watch writes it", async () => {
    const store = await open("one")
    await store.hold()
    await query("INSERT INTO plugs_watch.alerts VALUES ('late:1', 'no JSON')")
    const error = await failure(store.alerts())
    expect(error.code).to.equal("WATCH_STORE_UNUSABLE")
  })
})

describe("SQL for Postgres", () => {
  it("numbers values, keeps capitals, and has 64 bits", () => {
    const sql = "CREATE TABLE a (srcPlug TEXT, n INTEGER) STRICT, WITHOUT ROWID; SELECT 'SEALED', ? FROM a WHERE n = ?"
    expect(toPostgres(sql)).to.equal(
      `CREATE TABLE a ("srcPlug" TEXT, n BIGINT); SELECT 'SEALED', $1 FROM a WHERE n = $2`,
    )
  })
})
