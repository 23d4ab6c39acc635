import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises"
import path from "node:path"
import { DatabaseSync } from "node:sqlite"

import { expect } from "chai"
import * as fc from "fast-check"
import { afterEach, beforeEach, describe, it } from "mocha"

import type { SentMessage } from "#extras/watch/src/ChainFacts.js"
import { createWatchStore } from "#extras/watch/src/store/createWatchStore.js"
import { migrations } from "#extras/watch/src/store/migrations.js"
import { explainedBy, inTransaction, openDatabase } from "#extras/watch/src/store/openDatabase.js"
import type { WatchStore } from "#extras/watch/src/store/WatchStore.js"
import { readUserKey, type RecordsKey } from "#src/primitives/files/recordsKey.js"
import { isPlugsError } from "#src/primitives/PlugsError.js"
import { deepIt, runs } from "#test/fixtures/depth.js"
import { failure } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"
import { otherKey } from "#test/fixtures/wire/recordFiles.js"

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
const day = 24 * 60 * 60_000
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

  it("keeps what is sent to a chain that is opened after its source, and forgets what was sent to one before it", async () => {
    for (const [source, destination, isSent, isKept] of [
      ["here", "here", true, true],
      ["here", "elsewhere", false, false],
      ["anew", "anew", true, true],
    ] as const) {
      using store = await createWatchStore(file)
      store.openChain(1, source)
      if (isSent) store.record(1, { messages: [message(1, 3)], marks: [], position: position(4) }, 1_000)
      store.openChain(2, destination)
      expect(store.message(hash(1)) !== undefined, `${source} ${destination}`).to.equal(isKept)
    }
  })

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
    expect(store.inFlight()).to.deep.equal([
      { ...message(1, 3), isThere: true, status: "RECEIVED", since: 103, shown: null, shownAt: null },
    ])
  })

  it("tells what the destination says of a proposed message, until a reorg has taken the proposal back", async () => {
    using store = await createWatchStore(file)
    for (const slug of [1, 2]) store.openChain(slug, "here")
    store.record(1, { messages: [message(1, 3)], marks: [mark("sealed", hash(5), 4)], position: position(4) }, 1_000)
    store.record(2, { messages: [], marks: [mark("proposed", hash(5), 6)], position: position(6) }, 2_000)
    store.setShown(hash(1), { status: "ATTESTED", at: 107 }, 3_000)
    store.setShown(hash(1), { status: "ATTESTED", at: 108 }, 4_000)
    store.setShown(hash(1), { status: "VERIFIED", at: 109 }, 5_000)
    store.record(2, { messages: [], marks: [], position: position(7), reorgedFrom: 6n }, 6_000)
    store.record(2, { messages: [], marks: [mark("proposed", hash(5), 8)], position: position(8) }, 7_000)
    const events = told(store).map(({ event, status, reachedAt, at }) => [event, status, reachedAt, at])
    expect(events.slice(1)).to.deep.equal([
      ["status", "PROPOSED", 106_000, 2_000],
      ["status", "ATTESTED", 107_000, 3_000],
      ["status", "VERIFIED", 109_000, 5_000],
      ["reorg", "SEALED", 104_000, 6_000],
      ["status", "PROPOSED", 108_000, 7_000],
    ])
  })

  it("counts a delivery on the chain alone that the message goes to", async () => {
    using store = await createWatchStore(file)
    for (const slug of [1, 2, 3]) store.openChain(slug, "here")
    store.record(1, { messages: [message(1, 3)], marks: [], position: position(4) }, 1_000)
    store.record(3, { messages: [], marks: [mark("executed", hash(1), 6)], position: position(6) }, 2_000)
    expect(store.inFlight()).to.have.length(1)
    const [path, ...others] = store.pathsToJudge(2_000)
    expect(others).to.deep.equal([])
    expect(store.toJudge(path!, 2_000).map(({ message: known }) => known)).to.deep.equal([undefined])
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
    const marks = [
      mark("proposed", hash(5), 6),
      { ...mark("proposed", hash(8), 7), at: 50 },
      mark("proposed", hash(9), 7),
    ]
    store.record(2, { messages: [], marks, position: position(7) }, 1_000)
    store.prune(day + 107_000)
    // What is logged of a message before its source chain is read counts once that is.
    store.record(1, { messages: [message(1, 3)], marks: [], position: position(4) }, 2_000)
    expect(store.inFlight()[0]?.status).to.equal("RECEIVED")
    store.record(2, { messages: [], marks, position: position(7) }, 3_000)
    store.prune(day + 107_000)
    expect(store.inFlight()[0]?.status).to.equal("PROPOSED")
    const kept = [8, 9].map((digit) => store.marksOf({ id: hash(digit), packed: hash(digit) }).length)
    expect(kept, "younger than a day").to.deep.equal([0, 1])
  })

  it("forgets what is over for 30 days, and what nobody will read, and nothing that is under way or not judged", async () => {
    using store = await createWatchStore(file)
    for (const slug of [1, 2]) store.openChain(slug, "here")
    store.unread("gone", { limit: 0, fromStart: true })
    const sent = [1, 2, 3, 4].map((counter) => message(counter, counter))
    const marks = [1, 2, 3].map((counter) => ({ ...mark("executed", hash(counter), 4 + counter), log: counter }))
    store.record(1, { messages: sent, marks: [], position: position(4) }, 1_000)
    store.record(2, { messages: [], marks, position: position(7) }, 1_000)
    store.judge({ chain: 2, block: 5, log: 1 }, "fine")
    store.judge({ chain: 2, block: 6, log: 2 }, { kind: "altered", says: "no" })
    const left = () => sent.filter(({ id }) => store.message(id) !== undefined).map(({ log }) => log)
    store.prune(30 * day + 1_000)
    expect([left(), store.wrong(0).length]).to.deep.equal([[1, 2, 3, 4], 1])
    expect(store.unread("another", { limit: 100, fromStart: true })).to.have.length(sent.length + marks.length)
    store.prune(30 * day + 200_000)
    expect([left(), store.wrong(0).length, store.inFlight().length]).to.deep.equal([[4], 0, 1])
    expect(store.unread("later", { limit: 100, fromStart: true })).to.deep.equal([])
    // That there was a delivery stays known, so that another one is a repetition.
    store.record(2, { messages: [], marks: [mark("executed", hash(1), 9)], position: position(9) }, 2_000)
    const [again] = store.toJudge({ src: Number(hash(1).slice(0, 10)), chain: 2 }, 2_000)
    expect(again?.isRepeated).to.equal(true)
  })

  it("keeps what is held until it is not, or its delivery is taken back, and for 30 days what nobody can release or read", async () => {
    using store = await createWatchStore(file)
    for (const slug of [1, 2]) store.openChain(slug, "here")
    const marks = [1, 2, 3, 4, 5].map((counter) => ({ ...mark("executed", hash(counter), 4 + counter), log: counter }))
    store.record(1, { messages: [message(1, 1), message(2, 2)], marks: [], position: position(4) }, 1_000)
    store.record(2, { messages: [], marks, position: position(9) }, 1_000)
    const at = (counter: number) => ({ chain: 2, block: 4 + counter, log: counter })
    const due = (now: number) => store.toLookAt(2, now, 9).map(({ log }) => log)
    const alert = { kind: "held", says: "It is held." } as const
    const release = { says: "retry()", to: plug, data: "0x12", revert: undefined } as const
    store.setOutcome(at(1), { held: { one: { ...alert, release }, two: alert } }, 3_000)
    store.setOutcome(at(2), { held: { three: alert } })
    store.setOutcome(at(3), { unread: "no" }, 4_000)
    store.setOutcome(at(4), "unwatched")
    store.setOutcome(at(5), { held: {} })
    // Why what is held could not be read again changes nothing of it.
    store.setOutcome(at(1), { unread: "no" }, 3_500)
    expect([due(999), due(3_500), due(4_000)]).to.deep.equal([[], [1], [1, 3]])
    const waiting = { chain: 2, src: Number(hash(3).slice(0, 10)), count: 1, why: "no" }
    expect([store.notLookedAt(999), store.notLookedAt(1_000)]).to.deep.equal([[], [waiting]])
    expect([...store.held().keys()]).to.deep.equal(["one", "two", "three"])
    // Who its message is for is known later.
    store.record(1, { messages: [message(4, 4), message(5, 4)], marks: [], position: position(5) }, 5_000)
    expect(due(5_000)).to.deep.equal([1, 3, 4])

    store.prune(31 * day)
    expect([due(5_000), [...store.held().keys()]]).to.deep.equal([[1], ["one", "two"]])
    // Whose it is stays known with it.
    expect([1, 2].map((counter) => store.message(hash(counter)) !== undefined)).to.deep.equal([true, false])
    store.record(2, { messages: [], marks: [], position: position(4), reorgedFrom: 5n }, 31 * day)
    expect(store.held().size).to.equal(0)
  })

  it("remembers since when something cannot be read, as long as it cannot", async () => {
    {
      using store = await createWatchStore(file)
      expect([...store.unreadSince(["a", "b"], 1_000)]).to.deep.equal([
        ["a", 1_000],
        ["b", 1_000],
      ])
    }
    using store = await createWatchStore(file)
    expect([...store.unreadSince(["b"], 2_000)]).to.deep.equal([["b", 1_000]])
    expect([...store.unreadSince(["a"], 3_000)]).to.deep.equal([["a", 3_000]])
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
    const path = { src: Number(hash(1).slice(0, 10)), chain: 2 }
    const due = (now: number) => store.toJudge(path, now)
    expect(store.pathsToJudge(1_999)).to.deep.equal([])
    expect([store.pathsToJudge(2_000), store.unjudged(1_000)]).to.deep.equal([[path], [{ ...path, count: 2 }]])
    // The oldest is first, and since it was first read, whatever became known of it later.
    expect([due(1_999), store.unjudged(999)]).to.deep.equal([[], []])
    expect(due(2_000).map(({ block, isRepeated, seen }) => [block, isRepeated, seen])).to.deep.equal([
      [6, false, 1_000],
      [7, true, 1_000],
    ])
    expect(due(2_000)[0]?.message).to.deep.equal(store.message(hash(1)))
    const unverified = { kind: "unverified", says: "no trace" } as const
    store.judge({ chain: 2, block: 6, log: 0 }, unverified, 2_500)
    store.judge({ chain: 2, block: 7, log: 1 }, { kind: "doubled", says: "twice" })
    expect([due(2_499).length, due(2_500).length, store.unjudged(9_000)]).to.deep.equal([0, 1, []])
    const wrong = (seenBy: number) => store.wrong(seenBy).map(({ block, verdict }) => [block, verdict])
    const doubled = [7, { kind: "doubled", says: "twice" }]
    expect([wrong(999), wrong(1_000)]).to.deep.equal([[doubled], [[6, unverified], doubled]])
    store.judge({ chain: 2, block: 6, log: 0 }, "fine")
    expect([due(9_000), wrong(9_000)]).to.deep.equal([[], [doubled]])
    expect(store.wrong(0)[0]).to.include({ chain: 2, key: hash(1), log: 1 })
    expect(store.findCopy(message(1, 3))).to.equal(hash(1))
    for (const other of [
      { dst: 3 },
      { dstPlug: hash(2) as never },
      { details: { ...message(1, 3).details, executionFee: 6n } },
    ]) {
      expect(store.findCopy({ ...message(1, 3), ...other })).to.equal(undefined)
    }
    store.record(1, { messages: [], marks: [], position: undefined, reorgedFrom: 3n }, 3_000)
    expect([store.wrong(9_000), due(3_000).length, store.openChain(1, "here")]).to.deep.equal([[], 2, undefined])
    expect(store.unmatched()).to.deep.equal([path])
  })

  it("comes to a new version with all that it has, or stays as it is", async () => {
    const next = "ALTER TABLE events ADD COLUMN told INTEGER; UPDATE events SET told = sequence"
    {
      using store = await createWatchStore(file)
      store.openChain(1, "here")
      store.record(1, { messages: [message(1, 3)], marks: [], position: position(4) }, 1_000)
    }
    const wrong = "INSERT INTO nowhere VALUES (1)"
    const open = (name: string, steps: readonly string[]) => openDatabase(name, { migrations: steps, key: readUserKey })
    const failed = await failure(open(file, [...migrations, next, wrong]))
    expect([failed.code, failed.facts["file"]]).to.deep.equal(["WATCH_STORE_UNUSABLE", file])
    expect((await failure(open("", [wrong]))).facts["file"]).to.equal("a temporary one")
    const { database, putAside } = await open(file, [...migrations, next])
    expect(putAside).to.equal(undefined)
    expect(
      database
        .prepare("SELECT sequence, told FROM events")
        .all()
        .map((row) => ({ ...row })),
    ).to.deep.equal([{ sequence: 1, told: 1 }])
    database.close()
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
    using store = await createWatchStore(file, key && { key })
    store.openChain(1, "here")
    store.record(1, { messages: [message(1, 3)], marks: [mark("sealed", hash(5), 4)], position: position(4) }, 1_000)
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
        using store = await createWatchStore(at)
        expect(store.putAside).to.match(/\.sqlite\.[0-9a-f-]{36}\.aside$/)
        expect(await readFile(store.putAside!)).to.deep.equal(before)
        expect([store.inFlight(), store.alerts().size, store.openChain(1, "here")]).to.deep.equal([[], 0, undefined])
        expect(store.unread("webhook", { limit: 5, fromStart: true })).to.deep.equal([])
        store.record(1, { messages: [message(1, 3)], marks: [], position: position(4) }, 1_000)
      }
      using again = await createWatchStore(at)
      expect([again.putAside, again.inFlight().length]).to.deep.equal([undefined, 1])
    })
  }

  it("tells what comes after all that a reader has read, also where nothing is left of it", async () => {
    using store = await createWatchStore(file)
    store.openChain(1, "here")
    const sequences = () => store.unread("log", { limit: 9, fromStart: true }).map(({ sequence }) => sequence)
    for (const block of [3, 4, 5]) {
      store.record(1, { messages: [message(block, block)], marks: [], position: position(block) }, 1_000)
      expect(sequences()).to.deep.equal([block - 2])
      store.markRead("log", block - 2)
      store.prune(0)
    }
  })

  it("S-24 is put aside where only its first byte is left, which SQLite takes for a new one", async () => {
    ;(await createWatchStore(file))[Symbol.dispose]()
    await cut((whole) => whole.subarray(0, 1))
    using store = await createWatchStore(file)
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
          store.openChain(1, "here")
          for (const use of uses) {
            const [execution] = store.pathsToJudge(1_000).flatMap((path) => store.toJudge(path, 1_000))
            const alert = { kind: "late", says: "it is late", at: 1 } as never
            if (typeof use !== "string") {
              const { block, id, reorg } = use
              const marks = [mark("executed", hash(id), block), mark("sealed", hash(id), block + 10)]
              const reorgedFrom = reorg ? BigInt(block) : undefined
              store.record(1, { messages: [message(id, block)], marks, position: position(block), reorgedFrom }, 1_000)
            } else if (use === "judge" && execution !== undefined) store.judge(execution, "fine")
            else if (use === "alert") store.setAlert("late:1", alert, { event: "alert" })
            else if (use === "over") store.setAlert("late:1", undefined, { event: "over" })
            else if (use === "read")
              store.markRead("log", store.unread("log", { limit: 9, fromStart: true }).at(-1)?.sequence ?? 0)
            else if (use === "prune") store.prune(9)
            else if (use === "again") store.openChain(1, "elsewhere")
            else if (use === "restart") {
              store[Symbol.dispose]()
              store = await createWatchStore(file)
              expect(store.putAside).to.equal(undefined)
            }
          }
          store[Symbol.dispose]()
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
          else expect(store.inFlight()).to.deep.equal([])
        } finally {
          if (isOpen) store[Symbol.dispose]()
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
    const { database } = await openDatabase(file, { migrations, key: readUserKey })
    const valueOf = (pragma: string) => Object.values(database.prepare(`PRAGMA ${pragma}`).get()!)[0]
    const values = ["trusted_schema", "busy_timeout", "journal_mode", "synchronous"].map(valueOf)
    database.close()
    expect(values).to.deep.equal([0, 5_000, "wal", 1])
  })

  it("says where a disk is full, and loses nothing that it knew", async () => {
    await recordOne()
    const database = new DatabaseSync(file)
    const { page_count: pages } = database.prepare("PRAGMA page_count").get() as { page_count: number }
    const many = Array.from({ length: 400 }, (_, index) => ({ ...mark("sealed", hash(5), 5), log: index + 1 }))
    const full = () => {
      inTransaction(database, () => {
        database.exec(`PRAGMA max_page_count = ${pages}`)
        const insert = database.prepare(
          "INSERT INTO marks (chain, block, log, tx, at, kind, key, seen) VALUES (1, ?, ?, ?, 1, 'sealed', ?, 0)",
        )
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
    expect(store.putAside).to.equal(undefined)
    expect(store.marksOf(message(1, 3))).to.have.length(1)
  })

  it("S-25 follows no link", async () => {
    const target = path.join(folder.path, "elsewhere.sqlite")
    await mkdir(path.dirname(file), { recursive: true })
    await symlink(target, file)
    const linked: unknown = await createWatchStore(file).catch((thrown: unknown) => thrown)
    expect(isPlugsError(linked) && linked.code).to.equal("JOURNAL_DAMAGED")
  })

  it("believes nothing that another process writes while it is open", async () => {
    using store = await createWatchStore(file)
    store.openChain(1, "here")
    store.record(1, { messages: [message(1, 3)], marks: [], position: position(4) }, 1_000)
    expect(store.inFlight()).to.have.length(1)
    await change("UPDATE messages SET status = 'EXECUTION_SUCCESS'")
    for (const use of [
      () => store.inFlight(),
      () => {
        store.record(1, { messages: [], marks: [], position: position(5) }, 2_000)
      },
    ]) {
      expect(use).to.throw().with.property("code", "WATCH_STORE_UNUSABLE")
    }
  })
})
