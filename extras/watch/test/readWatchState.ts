import { readdir, readFile, writeFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { afterEach, before, beforeEach, describe, it } from "mocha"

import { openPostgres, type PostgresServer, query } from "./fixtures/openPostgres.js"
import { hash, mark, message, position } from "./fixtures/storeContents.js"
import { readWatchState } from "#extras/watch/src/readWatchState.js"
import {
  createSharedStore,
  createWatchStore,
  openSharedReader,
  openWatchFile,
  type WatchReader,
} from "#extras/watch/src/store/createWatchStore.js"
import type { WatchStore } from "#extras/watch/src/store/WatchStore.js"
import { takeFileLock } from "#src/primitives/files/takeFileLock.js"
import { Disposables } from "#src/primitives/lifetime/Disposables.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { failure } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

const key = () => Promise.resolve(Buffer.alloc(32, 7))

/** Three messages, of which one is delivered and one taken back, and alerts of each kind. */
async function fill(store: WatchStore): Promise<void> {
  for (const slug of [1, 2, 3]) await store.openChain(slug, "here")
  const messages = [1, 2, 3].map((counter) => message(counter, counter + 1))
  await store.record(1, { messages, marks: [], position: position(9) }, 1_000)
  await store.record(2, { messages: [], marks: [mark("executed", hash(1), 6)], position: position(7) }, 2_000)
  await store.record(1, { messages: [], marks: [], position: position(3), reorgedFrom: 4n }, 3_000)
  await store.looked([{ slug: 1, name: "alpha" }], 5_000)
  await store.looked([{ slug: 2, name: "beta" }], 4_000)
  const ends = { srcChainSlug: 1, dstChainSlug: 2 }
  for (const [id, about] of [
    ["late:1", { kind: "stuck", ...ends }],
    ["fee:1", { kind: "underpaid", ...ends }],
    ["unread:2 1", { kind: "unverified", srcChainSlug: 2, dstChainSlug: 1 }],
    ["unread:3", { kind: "unverified", dstChainSlug: 3 }],
  ] as const) {
    await store.setAlert(id, { ...about, says: id, raisedAt: id === "fee:1" ? 1 : 2 }, { event: "alert", alert: id })
  }
}

const none = { inFlight: 0, delivered: 0, late: 0, stuck: 0, failed: 0, unverified: 0, otherAlerts: 0 }
const known = {
  chains: [
    { slug: 1, name: "alpha", block: 3, lookedAt: 5_000 },
    { slug: 2, name: "beta", block: 7, lookedAt: 4_000 },
    { slug: 3, name: null, block: null, lookedAt: null },
  ],
  paths: [
    {
      ...{ srcChainSlug: 1, dstChainSlug: 2, lookedAt: 4_000, srcBlock: 3, dstBlock: 7, ...none },
      ...{ inFlight: 1, delivered: 1, stuck: 1, otherAlerts: 1 },
    },
    { ...{ srcChainSlug: 2, dstChainSlug: 1, lookedAt: 4_000, srcBlock: 7, dstBlock: 3, ...none }, unverified: 1 },
  ],
}
const idsOf = ({ alerts }: { readonly alerts: readonly { readonly id: string }[] }) => alerts.map(({ id }) => id)
const ids = ["fee:1", "late:1", "unread:2 1", "unread:3"]

describe("readWatchState", () => {
  let opened: Disposables
  beforeEach(() => {
    opened = new Disposables()
  })
  afterEach(() => opened[Symbol.asyncDispose]())

  describe("of a file", () => {
    let file: string
    beforeEach(async () => {
      file = path.join(opened.use(await temporaryFolder()).path, ".plugs", "watch", "wiring.sqlite")
    })
    const read = async (withKey?: typeof key) => {
      await using reader = await openWatchFile(file, withKey)
      return await readWatchState(reader)
    }

    it("says what is known beside a watch that goes on, and by whom it is held", async () => {
      const store = opened.use(await createWatchStore(file, { key }))
      await fill(store)
      const lock = await takeFileLock(path.dirname(file), "wiring")
      const { holder, ...state } = await read(key)
      expect(holder?.name).to.match(/^process \d+ on /)
      expect(state).to.deep.include(known)
      expect(idsOf(state)).to.deep.equal(ids)
      const reader = opened.use(await openWatchFile(file))
      await store.setAlert("late:2", undefined, { event: "over" })
      await store.record(1, { messages: [message(4, 10)], marks: [], position: position(11) }, 6_000)
      // What was read stays one moment's.
      expect((await readWatchState(reader)).paths).to.deep.equal(known.paths)
      expect((await read()).paths[0]).to.include({ inFlight: 2, srcBlock: 11 })
      if ("release" in lock) await lock.release()
      expect((await read()).holder).to.equal(undefined)
      expect(await failure((reader as WatchStore).markRead("x", 1))).to.include({ code: "WATCH_STORE_UNUSABLE" })
    })

    it("leaves what it cannot read as it is, and says why", async () => {
      expect((await failure(read())).facts["reason"]).to.equal("there is no watch in it yet")
      const store = await createWatchStore(file, { key })
      await fill(store)
      await store[Symbol.asyncDispose]()
      const other = () => Promise.resolve(Buffer.alloc(32, 8))
      expect((await failure(read(other))).code).to.equal("WATCH_STORE_UNUSABLE")
      const before = await readFile(file)
      await read(key)
      expect(await readFile(file)).to.deep.equal(before)
      for (const wrong of ["", "no database", "SQLite format 3\0 and more"]) {
        await writeFile(file, wrong)
        const error = await failure(read())
        expect(error).to.include({ code: "WATCH_STORE_UNUSABLE" })
        expect(await readFile(file, "utf8")).to.equal(wrong)
      }
      expect((await readdir(path.dirname(file))).filter((name) => name.includes("aside"))).to.deep.equal([])
    })
  })

  describe("of a real Postgres, where npm has one for this machine", () => {
    let server: PostgresServer
    let url: string
    before(async function () {
      server = (await openPostgres()) ?? this.skip()
    })
    beforeEach(async () => {
      url = await server.createDatabase()
    })
    const clock = createManualClock()
    const open = async (at = url): Promise<WatchReader> => opened.use(await openSharedReader(at, { clock }))

    it("says what is known beside a watch that goes on, to a role that may only read", async () => {
      expect((await failure(open())).facts["reason"]).to.equal("there is no watch in it yet")
      expect(await query(url, "SELECT 1 FROM pg_namespace WHERE nspname = 'plugs_watch'")).to.have.length(0)
      const store = await createSharedStore(url, { clock, patience: 15_000, name: "one" })
      expect((await store.hold()).isOurs).to.equal(true)
      await fill(store)
      await query(
        url,
        `CREATE ROLE asker LOGIN PASSWORD 'secret'; GRANT USAGE ON SCHEMA plugs_watch TO asker;
         GRANT SELECT ON ALL TABLES IN SCHEMA plugs_watch TO asker`,
      )
      const reader = await open(url.replace(/\/\/.*@/, "//asker:secret@"))
      const { holder, ...state } = await readWatchState(reader)
      expect(holder?.name).to.match(/^one [0-9a-f]{8}$/)
      expect(holder?.since).to.equal(clock.now())
      expect(state).to.deep.include(known)
      expect(idsOf(state)).to.deep.equal(ids)
      const admin = await open()
      expect((await failure((admin as WatchStore).hold())).facts["reason"]).to.contain("read-only")
      await store.record(1, { messages: [message(4, 10)], marks: [], position: position(11) }, 6_000)
      expect((await readWatchState(reader)).paths[0]).to.include({ inFlight: 2, srcBlock: 11 })
      await store[Symbol.asyncDispose]()
      let state2 = await readWatchState(reader)
      // The server notices that a session has ended.
      while (state2.holder !== undefined) state2 = await readWatchState(reader)
      expect(state2.paths[0]).to.include({ inFlight: 2 })
    })

    it("says that a later version cannot be read", async () => {
      await using store = await createSharedStore(url, { clock, patience: 15_000, name: "one" })
      await store.hold()
      await query(url, "UPDATE plugs_watch.watch SET oldest = 99")
      expect((await failure(open())).next).to.equal("Update hardhat-plugs here. Nothing was changed in it.")
    })
  })
})
