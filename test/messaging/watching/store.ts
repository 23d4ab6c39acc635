import { mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises"
import path from "node:path"
import { DatabaseSync } from "node:sqlite"

import { expect } from "chai"
import { afterEach, beforeEach, describe, it } from "mocha"

import type { SentMessage } from "../../../src/messaging/watching/ChainFacts.js"
import { createWatchStore } from "../../../src/messaging/watching/store/createWatchStore.js"
import { migrations } from "../../../src/messaging/watching/store/migrations.js"
import { explainedBy, inTransaction, openDatabase } from "../../../src/messaging/watching/store/openDatabase.js"
import type { WatchStore } from "../../../src/messaging/watching/store/WatchStore.js"
import { isPlugsError } from "../../../src/primitives/PlugsError.js"
import { failure } from "../../fixtures/failure.js"
import { temporaryFolder } from "../../fixtures/projects/temporaryFolder.js"

const hash = (digit: number) => `0x${String(digit).repeat(64)}` as const
const plug = `0x${"ab".repeat(20)}` as const
const position = (block: number) => ({ blockNumber: BigInt(block), blockHash: hash(block) })

function message(counter: number, block: number): SentMessage {
  const details = { executionFee: 5n, minMsgGasLimit: 2n ** 200n, executionParams: hash(0), payload: "0x12" } as const
  const place = { block, log: counter, tx: hash(counter), at: 100 + block }
  return {
    ...place,
    id: hash(counter),
    packed: hash(counter + 4),
    src: 1,
    srcPlug: plug,
    dst: 2,
    dstPlug: plug,
    details,
    fee: 7n,
  }
}
const mark = (kind: "sealed" | "proposed" | "executed", key: `0x${string}`, block: number) => {
  return { kind, key, block, log: 0, tx: hash(9), at: 100 + block } as const
}

describe("the database of a watch", () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let file: string
  beforeEach(async () => {
    folder = await temporaryFolder()
    file = path.join(folder.path, ".plugs", "watch", "wiring.sqlite")
  })
  afterEach(() => folder[Symbol.asyncDispose]())

  const told = (store: WatchStore) => store.unread("test", { limit: 100, fromStart: true }).map(({ fields }) => fields)

  it("tells each change once, and steps back where a chain does", async () => {
    using store = await createWatchStore(file)
    for (const slug of [1, 2]) store.openChain(slug, "here")
    store.record(1, { messages: [message(1, 3)], marks: [mark("sealed", hash(5), 4)], position: position(4) }, 1_000)
    store.record(2, { messages: [], marks: [mark("executed", hash(1), 6)], position: position(6) }, 2_000)
    store.record(2, { messages: [], marks: [], position: position(7), reorgedFrom: 6n }, 3_000)
    store.record(1, { messages: [], marks: [], position: position(2), reorgedFrom: 3n }, 4_000)
    const events = told(store).map(({ event, status, previousStatus, reachedAt, at }) => {
      return [event, status, previousStatus, reachedAt, at]
    })
    expect(events).to.deep.equal([
      ["status", "SEALED", undefined, 104_000, 1_000],
      ["status", "EXECUTION_SUCCESS", "SEALED", 106_000, 2_000],
      ["reorg", "SEALED", "EXECUTION_SUCCESS", 104_000, 3_000],
      ["reorg", "VANISHED", "SEALED", 103_000, 4_000],
    ])
    expect(store.inFlight()).to.deep.equal([])
    // The same message is mined again.
    store.record(1, { messages: [message(1, 3)], marks: [], position: position(3) }, 5_000)
    expect(store.inFlight()).to.deep.equal([{ ...message(1, 3), isThere: true, status: "RECEIVED", since: 103 }])
  })

  it("counts a delivery on the chain alone that the message goes to", async () => {
    using store = await createWatchStore(file)
    for (const slug of [1, 2, 3]) store.openChain(slug, "here")
    store.record(1, { messages: [message(1, 3)], marks: [], position: position(4) }, 1_000)
    store.record(3, { messages: [], marks: [mark("executed", hash(1), 6)], position: position(6) }, 2_000)
    expect(store.inFlight()).to.have.length(1)
    expect(store.unchecked()).to.have.length(1)
    expect(store.unchecked()[0]?.message).to.equal(undefined)
  })

  it("goes on where it was, and begins with a chain anew that is another one", async () => {
    {
      using store = await createWatchStore(file)
      expect(store.openChain(1, "here")).to.equal(undefined)
      store.openChain(2, "here")
      store.record(1, { messages: [message(1, 3)], marks: [mark("sealed", hash(5), 4)], position: position(4) }, 1_000)
    }
    using store = await createWatchStore(file)
    expect(store.openChain(1, "here")).to.deep.equal(position(4))
    expect(store.marksOf(message(1, 3)).map(({ kind }) => kind)).to.deep.equal(["sealed"])
    expect(store.openChain(1, "elsewhere")).to.equal(undefined)
    expect([store.inFlight(), store.marksOf(message(1, 3))]).to.deep.equal([[], []])
    expect(store.openChain(1, "elsewhere")).to.equal(undefined)
  })

  it("is closed with the watch, and knows the first block of a chain", async () => {
    for (const block of [0, 1]) {
      using store = await createWatchStore(file)
      expect(store.openChain(1, "here")).to.deep.equal(block === 0 ? undefined : position(0))
      store.record(1, { messages: [], marks: [], position: position(block) }, 1_000)
    }
    // An open one has files beside it.
    expect(await readdir(path.dirname(file))).to.deep.equal([path.basename(file)])
  })

  it("gives each reader what it has not read, and forgets what all have", async () => {
    using store = await createWatchStore(file)
    store.openChain(1, "here")
    expect(store.unread("late", { limit: 5 })).to.deep.equal([])
    store.record(1, { messages: [message(1, 3), message(2, 3)], marks: [], position: position(4) }, 1_000)
    const [first, second] = store.unread("late", { limit: 5 })
    store.markRead("late", first!.sequence)
    expect(store.unread("late", { limit: 5 })).to.deep.equal([second])
    // Who comes later is told what comes later, or all that is left.
    expect(store.unread("later", { limit: 5 })).to.deep.equal([])
    expect(store.unread("first", { limit: 5, fromStart: true })).to.have.length(2)
    store.markRead("first", second!.sequence)
    store.prune(0)
    expect(store.unread("another", { limit: 5, fromStart: true })).to.deep.equal([second])
  })

  it("forgets marks of packets of others, and no other", async () => {
    using store = await createWatchStore(file)
    for (const slug of [1, 2]) store.openChain(slug, "here")
    const marks = [mark("proposed", hash(5), 6), { ...mark("proposed", hash(8), 7), at: 50 }]
    store.record(2, { messages: [], marks, position: position(7) }, 1_000)
    store.prune(107)
    // What is logged of a message before its source chain is read counts once that is.
    store.record(1, { messages: [message(1, 3)], marks: [], position: position(4) }, 2_000)
    expect(store.inFlight()[0]?.status).to.equal("RECEIVED")
    store.record(2, { messages: [], marks, position: position(7) }, 3_000)
    store.prune(107)
    expect(store.inFlight()[0]?.status).to.equal("PROPOSED")
    expect(store.marksOf({ id: hash(8), packed: hash(8) })).to.deep.equal([])
  })

  it("keeps alerts until they are over, and tells both", async () => {
    using store = await createWatchStore(file)
    const alert = { kind: "late", says: "It is late.", raisedAt: 5 } as const
    store.setAlert("late:2", alert, { event: "alert", amount: 2n ** 80n })
    store.setAlert("late:1", alert, { event: "alert" })
    store.setAlert("fee:1", { ...alert, kind: "underpaid" }, { event: "alert" })
    store.setAlert("late:1", { ...alert, kind: "stuck" }, { event: "alert" })
    expect([...store.alerts("late:")].map(([id, { kind }]) => `${id} ${kind}`)).to.deep.equal([
      "late:1 stuck",
      "late:2 late",
    ])
    store.setAlert("late:1", undefined, { event: "over" })
    expect([...store.alerts().keys()]).to.deep.equal(["fee:1", "late:2"])
    const events = told(store)
    expect(events.map(({ event }) => event)).to.deep.equal([...["alert", "alert", "alert", "alert", "over"]])
    expect(events[0]).to.include({ amount: String(2n ** 80n) })
  })

  it("keeps what came of an execution, until the message that it is of is taken back", async () => {
    using store = await createWatchStore(file)
    for (const slug of [1, 2]) store.openChain(slug, "here")
    const [first, again] = [mark("executed", hash(1), 6), { ...mark("executed", hash(1), 7), log: 1 }]
    store.record(2, { messages: [], marks: [first, again], position: position(7) }, 1_000)
    store.add(message(1, 3), 2_000)
    expect(store.message(hash(1))?.status).to.equal("EXECUTION_SUCCESS")
    expect([store.countDelivered(), store.inFlight()]).to.deep.equal([1, []])
    expect(store.unchecked().map(({ block, isRepeated, message: of }) => [block, isRepeated, of?.id])).to.deep.equal([
      [7, true, hash(1)],
      [6, false, hash(1)],
    ])
    expect(store.unchecked()[0]?.message).to.deep.equal(store.message(hash(1)))
    store.judge({ chain: 2, block: 6, log: 0 }, "fine")
    store.judge({ chain: 2, block: 7, log: 1 }, { kind: "doubled", says: "twice" })
    expect(store.unchecked()).to.deep.equal([])
    expect(store.wrong().map(({ block, verdict }) => [block, verdict])).to.deep.equal([
      [7, { kind: "doubled", says: "twice" }],
    ])
    expect(store.wrong()[0]).to.include({ chain: 2, key: hash(1), log: 1 })
    expect(store.findCopy(message(1, 3))).to.equal(hash(1))
    for (const other of [
      { dst: 3 },
      { dstPlug: hash(2) as never },
      { details: { ...message(1, 3).details, executionFee: 6n } },
    ]) {
      expect(store.findCopy({ ...message(1, 3), ...other })).to.equal(undefined)
    }
    store.record(1, { messages: [], marks: [], position: undefined, reorgedFrom: 3n }, 3_000)
    expect([store.wrong(), store.unchecked().length, store.openChain(1, "here")]).to.deep.equal([[], 2, undefined])
  })

  it("comes to a new version with all that it has, or stays as it is", async () => {
    const next = "ALTER TABLE events ADD COLUMN told INTEGER; UPDATE events SET told = sequence"
    {
      using store = await createWatchStore(file)
      store.openChain(1, "here")
      store.record(1, { messages: [message(1, 3)], marks: [], position: position(4) }, 1_000)
    }
    const failed: unknown = await openDatabase(file, [...migrations, next, "INSERT INTO nowhere VALUES (1)"]).catch(
      (error: unknown) => error,
    )
    expect(isPlugsError(failed) && [failed.code, failed.facts["file"]]).to.deep.equal(["WATCH_STORE_UNUSABLE", file])
    const nameless: unknown = await openDatabase("", ["INSERT INTO nowhere VALUES (1)"]).catch(
      (error: unknown) => error,
    )
    expect(isPlugsError(nameless) && nameless.facts["file"]).to.equal("a temporary one")
    const database = await openDatabase(file, [...migrations, next])
    expect(
      database
        .prepare("SELECT sequence, told FROM events")
        .all()
        .map((row) => ({ ...row })),
    ).to.deep.equal([{ sequence: 1, told: 1 }])
    database.close()
    // A package that knows less leaves it alone.
    const older: unknown = await createWatchStore(file).catch((error: unknown) => error)
    expect(isPlugsError(older) && [older.code, older.facts["reason"]?.includes("version 2")]).to.deep.equal([
      "WATCH_STORE_UNUSABLE",
      true,
    ])
  })

  const damages: Readonly<Record<string, () => Promise<void>>> = {
    "is no database": () => writeFile(file, "not a database, but long enough to be taken for one ".repeat(100)),
    "is cut in the middle": async () => {
      const whole = await readFile(file)
      await writeFile(file, whole.subarray(0, Math.floor(whole.length / 2)))
    },
    "has a page of garbage": async () => {
      const whole = await readFile(file)
      await writeFile(file, whole.fill(0xff, 4_096, 8_192))
    },
    "has a trigger": () => change("CREATE TRIGGER bad AFTER INSERT ON messages BEGIN DELETE FROM marks; END"),
    "has another table in place of its own": () => change("DROP TABLE alerts; CREATE VIEW alerts AS SELECT 1 AS id"),
    ...Object.fromEntries(
      Object.entries({
        "a block beyond all numbers": "UPDATE chains SET block = 9223372036854775807",
        "a message whose id is none": "UPDATE messages SET id = '0x12'",
        "a plug that is a text": "UPDATE messages SET srcPlug = 'a plug'",
        "a time before all times": "UPDATE messages SET at = -1",
        "a mark of no transaction": "UPDATE marks SET tx = '0x'",
        "an alert of no kind": `INSERT INTO alerts VALUES ('late:1', '{"says":"it is late"}')`,
        "an alert that says nothing": `INSERT INTO alerts VALUES ('late:1', '{"kind":"late"}')`,
        "an alert that is no JSON": "INSERT INTO alerts VALUES ('late:1', 'late')",
        "an event that no watch tells": `INSERT INTO events (fields) VALUES ('{"event":"alarm"}')`,
        "an event of an alert that is none": `INSERT INTO events (fields) VALUES ('{"event":"alert"}')`,
      }).map(([what, sql]) => [`has ${what}`, () => change(sql)]),
    ),
    "has a later version": () => change("PRAGMA user_version = 99"),
    "is a folder": async () => {
      await mkdir(file, { recursive: true })
    },
  }
  function change(sql: string): Promise<void> {
    const database = new DatabaseSync(file)
    database.exec(sql)
    database.close()
    return Promise.resolve()
  }
  async function recordOne(): Promise<void> {
    using store = await createWatchStore(file)
    store.openChain(1, "here")
    store.record(1, { messages: [message(1, 3)], marks: [mark("sealed", hash(5), 4)], position: position(4) }, 1_000)
  }
  for (const [problem, damage] of Object.entries(damages)) {
    it(`says so where the file ${problem}, and leaves it as it is`, async () => {
      if (problem === "is a folder") await mkdir(path.dirname(file), { recursive: true })
      else await recordOne()
      await damage()
      const before = problem === "is a folder" ? undefined : await readFile(file)
      const error: unknown = await createWatchStore(file).catch((thrown: unknown) => thrown)
      expect(isPlugsError(error) && error.code, String(error)).to.equal("WATCH_STORE_UNUSABLE")
      if (before !== undefined) expect(await readFile(file)).to.deep.equal(before)
      // It is closed, too: an open one has files beside it.
      expect(await readdir(path.dirname(file))).to.deep.equal([path.basename(file)])
    })
  }

  it("trusts no schema of the file, waits for other processes, and survives a crash", async () => {
    await recordOne()
    const database = await openDatabase(file, migrations)
    const valueOf = (pragma: string) => Object.values(database.prepare(`PRAGMA ${pragma}`).get()!)[0]
    const values = ["trusted_schema", "busy_timeout", "journal_mode", "synchronous"].map(valueOf)
    database.close()
    expect(values).to.deep.equal([0, 5_000, "wal", 1])
  })

  it("names the table of a row that no watch writes, and asks for no space where there is enough", async () => {
    await recordOne()
    await change("UPDATE marks SET tx = '0x'")
    const { facts, next } = await failure(createWatchStore(file))
    expect(facts["reason"]).to.match(/ in marks$/)
    expect(next).to.match(/^Nothing was changed in it/)
  })

  it("says where a disk is full, and loses nothing that it knew", async () => {
    await recordOne()
    const database = new DatabaseSync(file)
    const { page_count: pages } = database.prepare("PRAGMA page_count").get() as { page_count: number }
    const many = Array.from({ length: 400 }, (_, index) => ({ ...mark("sealed", hash(5), 5), log: index + 1 }))
    const full = () => {
      inTransaction(database, () => {
        database.exec(`PRAGMA max_page_count = ${pages}`)
        const insert = database.prepare("INSERT INTO marks VALUES (1, ?, ?, ?, 1, 'sealed', ?, NULL)")
        for (const { block, log, tx, key } of many) insert.run(block, log, tx, key)
      })
    }
    expect(() => {
      explainedBy(file, full)
    })
      .to.throw()
      .with.property("next")
      .that.matches(/^Free some space/)
    database.close()
    using store = await createWatchStore(file)
    expect(store.marksOf(message(1, 3))).to.have.length(1)
  })

  it("follows no link, and no value of the file unchecked", async () => {
    const target = path.join(folder.path, "elsewhere.sqlite")
    await mkdir(path.dirname(file), { recursive: true })
    await symlink(target, file)
    const linked: unknown = await createWatchStore(file).catch((thrown: unknown) => thrown)
    expect(isPlugsError(linked) && linked.code).to.equal("JOURNAL_DAMAGED")
    const other = path.join(folder.path, ".plugs", "watch", "other.sqlite")
    using store = await createWatchStore(other)
    store.openChain(1, "here")
    store.record(1, { messages: [message(1, 3)], marks: [], position: position(4) }, 1_000)
    const wrong = [
      ["UPDATE messages SET fee = '-1'", () => store.inFlight()],
      [`UPDATE messages SET fee = '${"1".repeat(79)}'`, () => store.inFlight()],
      ["UPDATE messages SET fee = '7', details = json_set(details, '$.executionFee', 5)", () => store.inFlight()],
      ["UPDATE messages SET details = 'x'", () => store.inFlight()],
      ["UPDATE messages SET details = '{}'", () => store.inFlight()],
      ["UPDATE messages SET details = 'null'", () => store.inFlight()],
      ["UPDATE events SET fields = '{'", () => store.unread("test", { limit: 5, fromStart: true })],
      ["UPDATE chains SET hash = 'x'", () => store.openChain(1, "here")],
      [`UPDATE chains SET hash = '${hash(4)}', block = NULL`, () => store.openChain(1, "here")],
      [`UPDATE chains SET hash = '${hash(4)}', block = -1`, () => store.openChain(1, "here")],
    ] as const
    for (const [sql, use] of wrong) {
      const database = new DatabaseSync(other)
      database.exec(sql)
      database.close()
      expect(use, sql).to.throw().with.property("code", "WATCH_STORE_UNUSABLE")
    }
  })
})
