import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises"
import path from "node:path"
import { DatabaseSync } from "node:sqlite"

import { expect } from "chai"
import * as fc from "fast-check"
import { afterEach, beforeEach, describe, it } from "mocha"

import { describeStore, hash, mark, message, position } from "./fixtures/storeContents.js"
import { createWatchStore } from "#extras/watch/src/store/createWatchStore.js"
import { migrations } from "#extras/watch/src/store/migrations.js"
import { inTransaction, openSqlite } from "#extras/watch/src/store/sqlite/openSqlite.js"
import type { WatchStore } from "#extras/watch/src/store/WatchStore.js"
import { readUserKey, type RecordsKey } from "#src/primitives/files/recordsKey.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { deepIt, runs } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { otherKey } from "#test/fixtures/wire/recordFiles.js"

describe("the database of a watch", () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let file: string
  beforeEach(async () => {
    folder = await temporaryFolder()
    file = path.join(folder.path, ".plugs", "watch", "wiring.sqlite")
  })
  afterEach(() => folder[Symbol.asyncDispose]())

  describeStore("whatever is in it", () => Promise.resolve(() => createWatchStore(file)))

  it("is closed with the watch", async () => {
    await recordOne()
    // An open one has files beside it.
    expect(await readdir(path.dirname(file))).to.deep.equal([path.basename(file)])
  })

  it("comes to a new version with all that it has, or stays as it is", async () => {
    const next = "ALTER TABLE events ADD COLUMN told INTEGER; UPDATE events SET told = sequence"
    {
      await using store = await createWatchStore(file)
      await store.openChain(1, "here")
      await store.record(1, { messages: [message(1, 3)], marks: [], position: position(4) }, 1_000)
    }
    const wrong = "INSERT INTO nowhere VALUES (1)"
    const open = (name: string, steps: readonly string[]) => openSqlite(name, { migrations: steps, key: readUserKey })
    const failed = await failure(open(file, [...migrations, next, wrong]))
    expect([failed.code, failed.facts["file"]]).to.deep.equal(["WATCH_STORE_UNUSABLE", file])
    expect((await failure(open("", [wrong]))).facts["file"]).to.equal("a temporary one")
    const database = await open(file, [...migrations, next])
    expect(database.putAside).to.equal(undefined)
    const told = await database.all("SELECT sequence, told FROM events")
    expect(told.map((row) => ({ ...row }))).to.deep.equal([{ sequence: 1, told: 1 }])
    await database[Symbol.asyncDispose]()
    // A package that knows less leaves it alone.
    const older: unknown = await createWatchStore(file).catch((error: unknown) => error)
    expect(
      isPlugsError(older) && [older.code, older.facts["reason"]?.includes(`version ${migrations.length + 1}`)],
    ).to.deep.equal(["WATCH_STORE_UNUSABLE", true])
  })

  const cut = async (change: (whole: Buffer) => Uint8Array) => writeFile(file, change(await readFile(file)))
  function change(sql: string): Promise<void> {
    const database = new DatabaseSync(file)
    database.exec(sql)
    database.close()
    return Promise.resolve()
  }
  async function recordOne(key?: RecordsKey): Promise<void> {
    await using store = await createWatchStore(file, key && { key })
    await store.openChain(1, "here")
    await store.record(
      1,
      { messages: [message(1, 3)], marks: [mark("sealed", hash(5), 4)], position: position(4) },
      1_000,
    )
  }

  const unusable: Readonly<Record<string, () => Promise<unknown>>> = {
    "is no database": () => writeFile(file, "not a database, but long enough to be taken for one ".repeat(100)),
    "has a later version": () => change("PRAGMA user_version = 99"),
    "is a folder": async () => {
      await rm(file)
      await mkdir(file)
    },
  }
  for (const [problem, damage] of Object.entries(unusable)) {
    it(`says so where the file ${problem}, and leaves it as it is`, async () => {
      await recordOne()
      await damage()
      const before = problem === "is a folder" ? undefined : await readFile(file)
      expect((await failure(createWatchStore(file))).code).to.equal("WATCH_STORE_UNUSABLE")
      if (before !== undefined) expect(await readFile(file)).to.deep.equal(before)
      // It is closed, too: an open one has files beside it.
      expect(await readdir(path.dirname(file))).to.deep.equal([path.basename(file)])
    })
  }

  const strange: Readonly<Record<string, () => Promise<unknown>>> = {
    "is cut in the middle": () => cut((whole) => whole.subarray(0, Math.floor(whole.length / 2))),
    "has a page of garbage": () => cut((whole) => whole.fill(0xff, 4_096, 8_192)),
    "has a trigger": () => change("CREATE TRIGGER bad AFTER INSERT ON messages BEGIN DELETE FROM marks; END"),
    "has another table in place of its own": () => change("DROP TABLE alerts; CREATE VIEW alerts AS SELECT 1 AS id"),
    "has another row": () => change(`INSERT INTO alerts VALUES ('late:1', '{"kind":"late","says":"it is late"}')`),
    "lacks a row": () => change("DELETE FROM marks"),
    "has a number beyond all numbers": () => change("UPDATE chains SET block = 9223372036854775807"),
    "has a reader that is ahead of all events": () => change("INSERT INTO readers VALUES ('webhook', 99)"),
    "has no code": () => change("DELETE FROM seal"),
    "has a code of nothing": () => change("UPDATE seal SET code = ''"),
    "has an index that says something else than the rows": () => {
      const database = new DatabaseSync(file, { readOnly: true })
      const found = database.prepare("SELECT rootpage AS page FROM sqlite_schema WHERE name = 'messagesByStatus'").get()
      database.close()
      const start = (Number(found?.["page"]) - 1) * 4_096
      return cut((whole) => whole.fill("D", whole.indexOf("SEALED", start), whole.indexOf("SEALED", start) + 1))
    },
    "is of another user": async () => {
      await rm(file)
      await recordOne(otherKey)
    },
    "is of another watch of this user": () => rename(file, other()),
  }
  const other = () => path.join(path.dirname(file), "other.sqlite")
  for (const [problem, damage] of Object.entries(strange)) {
    it(`puts the file aside and begins anew where it ${problem}`, async () => {
      await recordOne()
      await damage()
      const at = problem === "is of another watch of this user" ? other() : file
      const before = await readFile(at)
      {
        await using store = await createWatchStore(at)
        expect(store.putAside).to.match(/\.sqlite\.[0-9a-f-]{36}\.aside$/)
        expect(await readFile(store.putAside!)).to.deep.equal(before)
        expect([await store.inFlight(), (await store.alerts()).size, await store.openChain(1, "here")]).to.deep.equal([
          [],
          0,
          undefined,
        ])
        expect(await store.unread("webhook", { limit: 5, fromStart: true })).to.deep.equal([])
        await store.record(1, { messages: [message(1, 3)], marks: [], position: position(4) }, 1_000)
      }
      await using again = await createWatchStore(at)
      expect([again.putAside, (await again.inFlight()).length]).to.deep.equal([undefined, 1])
    })
  }

  it("S-24 is put aside where only its first byte is left, which SQLite takes for a new one", async () => {
    await (await createWatchStore(file))[Symbol.asyncDispose]()
    await cut((whole) => whole.subarray(0, 1))
    await using store = await createWatchStore(file)
    expect(store.putAside).to.be.a("string")
  })

  deepIt("S-24 is as it was left, however it was used, and is nobody's once any row or byte is another", async () => {
    const used = fc.array(
      fc.oneof(
        fc.record({ block: fc.integer({ min: 1, max: 9 }), reorg: fc.boolean(), id: fc.integer({ min: 1, max: 5 }) }),
        fc.constantFrom("judge", "alert", "over", "read", "prune", "again", "restart"),
      ),
      { minLength: 1, maxLength: 12 },
    )
    const edit = fc.oneof(
      fc.constantFrom(
        "UPDATE messages SET status = 'EXECUTION_SUCCESS'",
        "UPDATE messages SET at = at + 1",
        "UPDATE chains SET block = block + 1, hash = hash || '0'",
        "UPDATE events SET fields = fields || ' '",
        "DELETE FROM messages",
        "INSERT INTO readers VALUES ('x', 0)",
        "UPDATE marks SET verdict = 'fine' WHERE verdict IS NULL",
      ),
      fc.record({ at: fc.nat(), by: fc.integer({ min: 1, max: 255 }) }),
      fc.nat().map((length) => ({ length })),
    )
    await fc.assert(
      fc.asyncProperty(used, edit, async (uses, changed) => {
        await rm(path.dirname(file), { recursive: true, force: true })
        let store = await createWatchStore(file)
        let isOpen = true
        try {
          await store.openChain(1, "here")
          for (const use of uses) {
            const paths = await store.pathsToJudge(1_000)
            const [execution] = (await Promise.all(paths.map((path) => store.toJudge(path, 1_000)))).flat()
            const alert = { kind: "late", says: "it is late", at: 1 } as never
            if (typeof use !== "string") {
              const { block, id, reorg } = use
              const marks = [mark("executed", hash(id), block), mark("sealed", hash(id), block + 10)]
              const reorgedFrom = reorg ? BigInt(block) : undefined
              await store.record(
                1,
                { messages: [message(id, block)], marks, position: position(block), reorgedFrom },
                1_000,
              )
            } else if (use === "judge" && execution !== undefined) await store.judge(execution, "fine")
            else if (use === "alert") await store.setAlert("late:1", alert, { event: "alert" })
            else if (use === "over") await store.setAlert("late:1", undefined, { event: "over" })
            else if (use === "read")
              await store.markRead(
                "log",
                (await store.unread("log", { limit: 9, fromStart: true })).at(-1)?.sequence ?? 0,
              )
            else if (use === "prune") await store.prune(9)
            else if (use === "again") await store.openChain(1, "elsewhere")
            else if (use === "restart") {
              await store[Symbol.asyncDispose]()
              store = await createWatchStore(file)
              expect(store.putAside).to.equal(undefined)
            }
          }
          await store[Symbol.asyncDispose]()
          isOpen = false
          const before = contentOf(file)
          if (typeof changed === "string") await change(changed)
          else if ("length" in changed)
            await cut((whole) => whole.subarray(0, 1 + (changed.length % (whole.length - 1))))
          else
            await cut((whole) =>
              whole.with(changed.at % whole.length, whole.at(changed.at % whole.length)! ^ changed.by),
            )
          const reading = await createWatchStore(file).catch((error: unknown) => error)
          if (isPlugsError(reading)) {
            expect(reading.code).to.equal("WATCH_STORE_UNUSABLE")
            return
          }
          isOpen = true
          store = reading as WatchStore
          // A byte that says nothing, such as one of a page that is free, leaves all as it was.
          if (store.putAside === undefined) expect(contentOf(file)).to.deep.equal(before)
          else expect(await store.inFlight()).to.deep.equal([])
        } finally {
          if (isOpen) await store[Symbol.asyncDispose]()
        }
      }),
      runs({ fast: 15, deep: 500 }),
    )
  })

  /** All rows of all tables but the code. */
  function contentOf(name: string): unknown {
    const database = new DatabaseSync(name, { readOnly: true })
    try {
      return ["chains", "messages", "marks", "alerts", "events", "readers"].map((table) =>
        database.prepare(`SELECT * FROM ${table}`).all(),
      )
    } finally {
      database.close()
    }
  }

  it("trusts no schema of the file, waits for other processes, and survives a crash", async () => {
    await recordOne()
    await using database = await openSqlite(file, { migrations, key: readUserKey })
    const valueOf = async (pragma: string) => Object.values((await database.all(`PRAGMA ${pragma}`))[0]!)[0]
    const values = await Promise.all(["trusted_schema", "busy_timeout", "journal_mode", "synchronous"].map(valueOf))
    expect(values).to.deep.equal([0, 5_000, "wal", 1])
  })

  it("says where a disk is full, and loses nothing that it knew", async () => {
    await recordOne()
    const database = new DatabaseSync(file)
    const { page_count: pages } = database.prepare("PRAGMA page_count").get() as { page_count: number }
    const many = Array.from({ length: 400 }, (_, index) => ({ ...mark("sealed", hash(5), 5), log: index + 1 }))
    const full = inTransaction({ file, database }, () => {
      database.exec(`PRAGMA max_page_count = ${pages}`)
      const insert = database.prepare(
        "INSERT INTO marks (chain, block, log, tx, at, kind, key, seen) VALUES (1, ?, ?, ?, 1, 'sealed', ?, 0)",
      )
      for (const { block, log, tx, key } of many) insert.run(block, log, tx, key)
    })
    expect((await failure(full)).next).to.match(/^Free some space/)
    database.close()
    await using store = await createWatchStore(file)
    expect(store.putAside).to.equal(undefined)
    expect(await store.marksOf(message(1, 3))).to.have.length(1)
  })

  it("S-25 follows no link", async () => {
    const target = path.join(folder.path, "elsewhere.sqlite")
    await mkdir(path.dirname(file), { recursive: true })
    await symlink(target, file)
    const linked: unknown = await createWatchStore(file).catch((thrown: unknown) => thrown)
    expect(isPlugsError(linked) && linked.code).to.equal("JOURNAL_DAMAGED")
  })

  it("believes nothing that another process writes while it is open", async () => {
    await using store = await createWatchStore(file)
    await store.openChain(1, "here")
    await store.record(1, { messages: [message(1, 3)], marks: [], position: position(4) }, 1_000)
    expect(await store.inFlight()).to.have.length(1)
    await change("UPDATE messages SET status = 'EXECUTION_SUCCESS'")
    for (const use of [
      () => store.inFlight(),
      () => store.record(1, { messages: [], marks: [], position: position(5) }, 2_000),
    ]) {
      expect((await failure(use())).code).to.equal("WATCH_STORE_UNUSABLE")
    }
  })
})
