import { expect } from "chai"
import { describe, it } from "mocha"

import { keepLooking, type WatchTerm } from "#extras/watch/src/keepLooking.js"
import { createAlertQueue } from "#extras/watch/src/notifying/createAlertQueue.js"
import { createWebhook } from "#extras/watch/src/notifying/createWebhook.js"
import { createWatchStore } from "#extras/watch/src/store/createWatchStore.js"
import {
  type Hold,
  WatchStoreTakenError,
  WatchStoreUnreachableError,
  WatchStoreUnusableError,
} from "#extras/watch/src/store/WatchDatabase.js"
import type { EventFields, WatchStore } from "#extras/watch/src/store/WatchStore.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"

const interval = 10_000
const away = () => new WatchStoreUnreachableError("db", "it is away")
const ours = (term: number): Hold => ({ isOurs: true, term })
const waits: Hold = { isOurs: false, holder: "other" }

type Turn = { readonly hold: Hold | Error; readonly look?: Error }

/** Runs a watch through turns, and says what it did in each. It is interrupted after the last one. */
async function run(turns: readonly Turn[]) {
  const clock = createManualClock()
  const interruption = new AbortController()
  const did: string[] = []
  let turn = -1
  let begun = 0
  const hold = (): Promise<Hold> => {
    turn += 1
    const { hold } = turns[turn]!
    return hold instanceof Error ? Promise.reject(hold) : Promise.resolve(hold)
  }
  const sleep: typeof clock.sleep = async (ms, signal) => {
    if (turn === turns.length - 1) interruption.abort()
    await clock.sleep(ms, signal)
  }
  const begin = () => Promise.resolve({ number: (begun += 1) } as unknown as WatchTerm)
  const error: unknown = await clock.run(
    keepLooking({
      ...{ store: { hold } as WatchStore, begin, interval, signal: interruption.signal, clock: { ...clock, sleep } },
      look: (term) => {
        did.push(`looks as ${(term as unknown as { number: number }).number}`)
        const { look } = turns[turn]!
        return look === undefined ? Promise.resolve() : Promise.reject(look)
      },
      onIdle: (says) => void did.push(/^.*?\./.exec(says)?.[0] ?? ""),
    }).catch((thrown: unknown) => thrown),
  )
  return { did, error, sleeps: clock.sleeps }
}

describe("keepLooking", () => {
  it("looks while it holds the store, with one watch as long as nobody else has held it in between", async () => {
    const { did, error, sleeps } = await run([
      { hold: ours(1) },
      { hold: ours(1) },
      { hold: waits },
      { hold: waits },
      { hold: ours(3) },
      { hold: ours(3) },
    ])
    const waiting = ["other holds this watch.", "other holds this watch."]
    expect(did).to.deep.equal(["looks as 1", "looks as 1", ...waiting, "looks as 2", "looks as 2"])
    expect(error).to.equal(undefined)
    // Whoever waits asks twice in an interval, so that it goes on within two.
    expect(sleeps.slice(2, 4)).to.deep.equal([interval / 2, interval / 2])
    for (const pause of [...sleeps.slice(0, 2), ...sleeps.slice(4)])
      expect(pause).to.be.within(interval, interval * 1.2)
  })

  it("goes on after its store was away or taken, also in the middle of a look", async () => {
    const { did, error } = await run([
      { hold: away() },
      { hold: ours(1), look: away() },
      { hold: ours(1) },
      { hold: ours(1), look: new WatchStoreTakenError("db") },
      { hold: waits },
      { hold: ours(3) },
    ])
    const isAway = "The database of the watch could not be reached."
    const isTaken = "Another process holds the watch now."
    expect(did).to.deep.equal([
      ...[isAway, "looks as 1", isAway, "looks as 1"],
      ...["looks as 1", isTaken, "other holds this watch.", "looks as 2"],
    ])
    expect(error).to.equal(undefined)
  })

  it("ends with what no later look can mend: a store that cannot be used, and whatever is no store's", async () => {
    const unusable = new WatchStoreUnusableError({ database: "db", reason: "it is none" })
    const bug = new TypeError("a bug")
    for (const end of [unusable, bug]) {
      for (const last of [{ hold: end }, { hold: ours(1), look: end }]) {
        const { did, error } = await run([{ hold: ours(1) }, last, { hold: ours(1) }])
        expect(error).to.equal(end)
        expect(did.length).to.be.at.most(2)
      }
    }
  })
})

describe("the key of what a webhook is told", () => {
  it("is the same for a repeat by another process, and another one for another alert and for its end", async () => {
    const clock = createManualClock()
    await using store = await createWatchStore("")
    const keys: string[] = []
    let status = 503
    /** A process that tells what nobody has written down that it was told. */
    const start = async () => {
      const fetch: typeof globalThis.fetch = (input, init) => {
        keys.push(String(new Request(input, init).headers.get("idempotency-key")))
        return Promise.resolve(new Response("", { status }))
      }
      return await createAlertQueue(createWebhook({ url: "https://a.example", clock, fetch }), {
        ...{ store, clock },
      })
    }
    const tell = async (alert: string, event: "alert" | "over", at = Math.trunc(clock.now())) => {
      const fields: EventFields = { event, alert, kind: "late", says: "It is late.", at }
      const raised = { kind: "late", says: "It is late.", raisedAt: Math.trunc(clock.now()) } as const
      await store.setAlert(alert, event === "alert" ? raised : undefined, fields)
    }
    const one = await start()
    const first = Math.trunc(clock.now())
    await tell("late:1", "alert", first)
    await clock.run(one())
    const repeated = [...new Set(keys)]
    expect(repeated).to.have.length(1)
    status = 200
    const other = await start()
    await clock.run(other())
    expect(new Set(keys)).to.deep.equal(new Set(repeated))
    // One look raises both at one moment.
    await tell("late:2", "alert", first)
    await tell("late:1", "over", first)
    await clock.advance(1)
    // It is late again.
    await tell("late:1", "alert")
    const before = keys.length
    await clock.run(other())
    expect(keys.slice(before)).to.have.length(3)
    expect(new Set(keys).size).to.equal(4)
    for (const key of keys) expect(key).to.match(/^[0-9a-f]{32}$/)
  })
})

describe("looked", () => {
  it("writes down when chains were last read and by which names, and leaves others as they were", async () => {
    await using store = await createWatchStore("")
    for (const slug of [1, 2]) await store.openChain(slug, "here")
    const chain = { block: null, name: null, lookedAt: null }
    expect(await store.chains()).to.deep.equal([1, 2].map((slug) => ({ slug, ...chain })))
    await store.looked([{ slug: 2, name: "beta" }], 5_000)
    await store.looked([], 6_000)
    await store.looked([{ slug: 3, name: "gamma" }], 7_000)
    expect(await store.chains()).to.deep.equal([
      { slug: 1, ...chain },
      { slug: 2, ...chain, name: "beta", lookedAt: 5_000 },
    ])
    await store.openChain(2, "elsewhere")
    expect((await store.chains())[1]).to.deep.equal({ slug: 2, ...chain })
  })
})
