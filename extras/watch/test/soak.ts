import v8 from "node:v8"
import vm from "node:vm"

import { expect } from "chai"
import { before, describe } from "mocha"
import type { Hex } from "viem"

import { createMemoryChains } from "./fixtures/memoryChains.js"
import { openPostgres, type PostgresServer, query } from "./fixtures/openPostgres.js"
import { createWatch } from "#extras/watch/src/createWatch.js"
import type { WatchTerm } from "#extras/watch/src/keepLooking.js"
import { createAlertQueue } from "#extras/watch/src/notifying/createAlertQueue.js"
import { createWebhook } from "#extras/watch/src/notifying/createWebhook.js"
import { createSharedStore } from "#extras/watch/src/store/createWatchStore.js"
import { isStoreError } from "#extras/watch/src/store/WatchDatabase.js"
import type { WatchStore } from "#extras/watch/src/store/WatchStore.js"
import type { Clock } from "#src/primitives/clock.js"
import { createRandom } from "#src/testing/exploring/createGenerator.js"
import { deepIt, isSoak } from "#test/fixtures/depth.js"
import { chainOf } from "#test/fixtures/worlds/messaging/watchedFacts.js"

/** Seconds between two looks, after which a message is late, and between two kills. */
const [interval, lateAfter, killEvery] = [60, 1_800, 600]

const {
  chains: count,
  days,
  messages: total,
} = isSoak ? { chains: 20, days: 10, messages: 100_000 } : { chains: 4, days: 0.25, messages: 1_500 }

v8.setFlagsFromString("--expose-gc")
const collect = vm.runInNewContext("gc") as () => void

describe(`${count} chains, ${total} messages and ${days} days, by three watchers of one database, of which one is killed every ten minutes`, function () {
  this.timeout(3_600_000)
  let server: PostgresServer
  before(async function () {
    server = (await openPostgres()) ?? this.skip()
  })

  deepIt(
    "no message is missed or doubled, each alert and each end is told once, and a forged one in two looks",
    async () => {
      const url = await server.createDatabase()
      const chance = createRandom(Number(process.env["TEST_SEED"] ?? 43_837_979))
      const random = (below: number): number => Math.floor(chance() * below)
      const slugs = Array.from({ length: count }, (_, index) => index + 1)
      const chains = createMemoryChains(slugs)
      chains.mineAll()
      const clock: Clock = {
        now: () => chains.seconds() * 1_000,
        sleep: (ms) => (ms < 10_000 ? Promise.resolve() : new Promise(() => undefined)),
      }
      const followed = slugs.map((slug, index) => chainOf(slug, chains.clients[index]!, { identity: "here" }))
      const receiver = createReceiver()

      /** One process of a watch, as far as its database sees one. */
      const startWatcher = async (name: string) => {
        const store = await createSharedStore(url, { clock, patience: interval * 1_000, name })
        let current: { readonly number: number; readonly term: WatchTerm } | undefined
        const begin = async (): Promise<WatchTerm> => ({
          ...createWatch({
            ...{ chains: followed, store, clock, finality: "latest", lateAfter: () => lateAfter },
            ...{ explain: () => Promise.resolve(undefined), reconciled: { invariants: {} } },
          }),
          tell: await tellReceiver(store, clock, receiver.fetch),
        })
        return {
          name,
          store,
          /** Returns whether it has looked. */
          async look(): Promise<boolean> {
            try {
              const hold = await store.hold()
              if (!hold.isOurs) return false
              if (current?.number !== hold.term) current = { number: hold.term, term: await begin() }
              const { problems } = await current.term.round()
              expect(problems).to.deep.equal([])
              await current.term.tell()
              if (random(60) === 0) await store.prune(clock.now())
              return true
            } catch (error) {
              if (!isStoreError(error)) throw error
              expect(error).to.have.property("code").that.is.oneOf(["WATCH_STORE_UNREACHABLE", "WATCH_STORE_TAKEN"])
              return false
            }
          },
        }
      }
      const watchers = await Promise.all(["one", "two", "three"].map(startWatcher))

      const looks = (days * 86_400) / interval
      const perLook = total / looks
      const waiting: { readonly dst: number; readonly id: Hex; readonly at: number }[] = []
      const late = new Set<Hex>()
      const forged = new Map<string, number>()
      const [sent, heaps]: [Set<Hex>, number[]] = [new Set(), []]
      let [due, unheld, away] = [0, 0, 0]
      for (let turn = 0; turn < looks; turn++) {
        chains.pass(interval)
        for (due += turn < looks - 60 ? perLook * (looks / (looks - 60)) : 0; due >= 1; due -= 1) {
          const src = 1 + random(count)
          const dst = 1 + ((src + random(count - 1)) % count)
          const id = chains.send(src, dst)
          sent.add(id)
          const isLate = random(500) === 0
          if (isLate) late.add(id)
          waiting.push({ dst, id, at: chains.seconds() + (isLate ? lateAfter + 600 : random(5) * interval) })
        }
        for (let index = waiting.length - 1; index >= 0; index--) {
          const { dst, id, at } = waiting[index]!
          if (at > chains.seconds()) continue
          waiting.splice(index, 1)
          chains.execute(dst, id)
        }
        if (random(isSoak ? 150 : 40) === 0 && turn < looks - 60) {
          const [one] = chains.deliver(1 + random(count - 1), count, "unsent", "direct")
          forged.set(`inbound:${count}:${one!.tx}:${one!.id}`, chains.seconds())
        }
        chains.mineAll()

        if (turn === Math.floor(looks / 2)) {
          await server.stop()
          away = 5
        } else if (away > 0 && (away -= 1) === 0) await server.start()
        const victim = turn % (killEvery / interval) === 0 && away === 0 ? random(3) : undefined
        const looked = await Promise.all(
          watchers.map(async (watcher, index) => {
            if (index !== victim) return await watcher.look()
            const looking = watcher.look()
            await kill(url, watcher.name, random(40))
            const hasLooked = await looking.catch(() => false)
            await watcher.store[Symbol.asyncDispose]()
            watchers[index] = await startWatcher(watcher.name)
            return hasLooked
          }),
        )
        // One that is killed at the end of its look has looked before another one takes over.
        expect(looked.filter(Boolean).length).to.be.at.most(victim === undefined ? 1 : 2)
        unheld = looked.some(Boolean) || away > 0 ? 0 : unheld + 1
        expect(unheld, "looks without a holder").to.be.at.most(2)
        // Not where one is killed, so that what is let go of was read.
        if (turn % Math.floor(86_400 / interval) === 5) {
          chains.forget(60)
          collect()
          heaps.push(Math.round(process.memoryUsage().heapUsed / 1e6))
        }
      }
      for (let turn = 0; turn < 12; turn++) {
        chains.pass(700)
        chains.mineAll()
        for (const watcher of watchers) await watcher.look()
      }

      for (const { store } of watchers) await store[Symbol.asyncDispose]()
      const rows = await query(url, "SELECT status, COUNT(*)::int AS n FROM plugs_watch.messages GROUP BY 1")
      expect([...rows]).to.deep.equal([{ status: "EXECUTION_SUCCESS", n: sent.size }])
      const told = [...receiver.taken.values()]
      const of = (event: string, kind: string) =>
        told.filter((one) => one.event === event && one.kind === kind).map((one) => one.messageId)
      expect(of("alert", "late").sort()).to.deep.equal([...late].sort())
      expect(of("over", "late").sort()).to.deep.equal([...late].sort())
      expect(
        told
          .filter(({ kind }) => isForged(kind))
          .map(({ alert }) => alert)
          .sort(),
      ).to.deep.equal([...forged.keys()].sort())
      const others = told.filter(({ kind }) => kind !== "late" && !isForged(kind))
      expect(others).to.deep.equal([])
      expect(told).to.have.length(2 * late.size + forged.size)
      // Two looks, after a kill in each and the five minutes without a database.
      const delays = told.flatMap(({ alert, kind, at }) => (isForged(kind) ? [at / 1_000 - forged.get(alert)!] : []))
      expect(Math.max(...delays)).to.be.at.most(5 * interval + 3 * interval)
      console.log(
        `      ${sent.size} messages, ${late.size} late, ${forged.size} forged; ${receiver.asked()} posts; MB on the heap by day: ${heaps.join(" ")}`,
      )
      expect(Math.max(...heaps)).to.be.below(300)
      if (isSoak) expect(heaps.at(-1)!).to.be.below(heaps[1]! + 40)
    },
  )
})

const isForged = (kind: string): boolean => kind === "unsent" || kind === "doubled"

type Told = {
  readonly event: string
  readonly kind: string
  readonly alert: string
  readonly messageId: Hex
  readonly at: number
}

/** A receiver of webhooks that refuses every third post. What it has taken is by the key of the post. */
function createReceiver() {
  const taken = new Map<string, Told>()
  let asked = 0
  return {
    taken,
    asked: () => asked,
    fetch: (async (request: Request) => {
      asked += 1
      if (asked % 3 === 0) return new Response("", { status: 500 })
      const key = request.headers.get("idempotency-key")!
      const told = (await request.json()) as Told
      if (taken.has(key)) expect(taken.get(key)).to.deep.equal(told)
      taken.set(key, told)
      return new Response("")
    }) as typeof globalThis.fetch,
  }
}

async function tellReceiver(
  store: WatchStore,
  clock: Clock,
  fetch: typeof globalThis.fetch,
): Promise<WatchTerm["tell"]> {
  const tell = await createAlertQueue(createWebhook({ url: "https://receiver.example/x", clock, fetch }), {
    store,
    clock,
  })
  return async () => {
    await tell()
    return []
  }
}

/** Ends the session of a process at once, in the middle of whatever it does. */
async function kill(url: string, name: string, after: number): Promise<void> {
  for (let turn = 0; turn < after; turn++) await new Promise((resolve) => setImmediate(resolve))
  await query(url, `SELECT pg_terminate_backend(session) FROM plugs_watch.watch WHERE holder LIKE '${name} %'`).catch(
    () => [],
  )
}
