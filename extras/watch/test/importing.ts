import { readFile } from "node:fs/promises"
import path from "node:path"

import { expect } from "chai"
import { describe, it } from "mocha"

import { openPostgres } from "./fixtures/openPostgres.js"
import { mark, message, position } from "./fixtures/storeContents.js"
import { createSharedStore, createWatchStore } from "#extras/watch/src/store/createWatchStore.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"
import { failure } from "#test/fixtures/failure.js"
import { temporaryFolder } from "#test/fixtures/projects/temporaryFolder.js"

const key = () => Promise.resolve(Buffer.alloc(32, 7))

describe("importing what a file of a watch knows", () => {
  for (const kind of ["a file", "a real Postgres"] as const) {
    it(`brings all of it into ${kind} once, so that it goes on there, and leaves the file as it is`, async function () {
      const server = kind === "a file" ? undefined : ((await openPostgres()) ?? this.skip())
      await using folder = await temporaryFolder()
      const file = path.join(folder.path, "from.sqlite")
      {
        await using from = await createWatchStore(file, { key })
        for (const slug of [1, 2]) await from.openChain(slug, "here")
        const messages = Array.from({ length: 60 }, (_, index) => {
          const digits = String(index).padStart(64, "0")
          return { ...message(1, index), id: `0x${digits}`, packed: `0x${digits}` } as const
        })
        await from.record(1, { messages, marks: [], position: position(60) }, 1_000)
        const marks = [mark("executed", messages[7]!.id, 6)]
        await from.record(2, { messages: [], marks, position: position(7) }, 2_000)
        await from.setAlert("late:1", { kind: "late", says: "It's late?", raisedAt: 1 }, { event: "alert", at: 5 })
        await from.unreadSince(["x"], 3)
        const [first] = await from.unread("test", { limit: 1, fromStart: true })
        await from.markRead("test", first!.sequence)
      }
      const before = await readFile(file)
      const clock = createManualClock()
      await using to =
        server === undefined
          ? await createWatchStore(path.join(folder.path, "to.sqlite"), { key })
          : await createSharedStore(await server.createDatabase(), { clock, patience: 15_000, name: "one" })
      await to.hold()
      // Left behind by a watch that has read no chain.
      await to.unread("test", { limit: 0 })
      const other = () => Promise.resolve(Buffer.alloc(32, 8))
      expect((await failure(to.importFile(file, other))).code).to.equal("WATCH_STORE_UNUSABLE")
      expect(await to.importFile(file, key)).to.deep.equal({
        ...{ chains: 2, messages: 60, marks: 1, unread: 1, alerts: 1, events: 62, readers: 1 },
      })
      expect(await readFile(file)).to.deep.equal(before)
      await using from = await createWatchStore(file, { key })
      for (const read of [
        (store: typeof to) => store.inFlight(),
        (store: typeof to) => store.countDelivered(),
        (store: typeof to) => store.alerts(),
        (store: typeof to) => store.chains(),
        (store: typeof to) => store.toJudge({ chain: 2, src: 0 }, 9_000),
        (store: typeof to) => store.unread("test", { limit: 100 }),
        (store: typeof to) => store.unreadSince(["x"], 9),
        (store: typeof to) => store.openChain(1, "here"),
      ]) {
        expect(await read(to)).to.deep.equal(await read(from))
      }
      expect((await failure(to.importFile(file, key))).facts["argument"]).to.equal("--import")
      expect(await to.countDelivered()).to.equal(1)
    })
  }
})
