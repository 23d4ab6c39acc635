import { expect } from "chai"
import { describe, it } from "mocha"

import { createGate } from "#src/devnet/relay/gate.js"
import type { Queue } from "#src/devnet/relay/Worker.js"
import { createManualClock } from "#test/fixtures/clocks/manualClock.js"

type Item = { readonly id: string; readonly since?: number; readonly readyAt?: number; readonly restsUntil?: number }

function open(items: readonly Item[], options: Partial<Parameters<typeof createGate<"carry">>[0]> = {}) {
  const clock = createManualClock(10_000)
  let notify = (): void => undefined
  const queue: Queue<"carry", Item> = {
    stages: ["carry"],
    waiting: (_, slug) => (slug === 1 ? items : []),
    idOf: ({ id }) => id,
    sinceOf: ({ since = 0 }) => since,
    readyAt: ({ readyAt = 0 }) => readyAt,
    restsUntil: ({ restsUntil = 0 }) => restsUntil,
    isUnmoved: () => true,
    subscribe(listener) {
      notify = listener
      return () => undefined
    },
  }
  const gate = createGate<"carry">({ queues: [queue], clock, pace: 0, ...options })
  const worker = (chainSlug = 1) =>
    ({ stage: "carry", chainSlug, queue, batchSize: 1, perform: () => Promise.resolve() }) as never
  const ids = (found: readonly unknown[]) => found.map((item) => (item as Item).id).join("")
  return {
    clock,
    gate,
    worker,
    ids,
    changed: () => {
      notify()
    },
  }
}

describe("what a worker may take", () => {
  it("is due from its moment on: at its pace, ready, not resting, and as much later as an interceptor says", () => {
    const items: readonly Item[] = [
      ...[
        { id: "a", since: 9_900 },
        { id: "b", since: 9_901 },
        { id: "c", readyAt: 10_000 },
        { id: "d", readyAt: 10_001 },
      ],
      ...[
        { id: "e", restsUntil: 10_000 },
        { id: "f", restsUntil: 10_001 },
        { id: "g", since: 9_850 },
      ],
    ]
    const delay = (_stage: string, _slug: number, item: unknown) => ((item as Item).id === "g" ? 51 : 0)
    const { gate, worker, ids } = open(items, { pace: 100, interceptor: { delay } })
    expect([ids(gate.due(worker())), ids(gate.possible(worker()))]).to.deep.equal(["ace", "acef"])
    expect(ids(gate.due(worker(2)))).to.equal("")
    const alone = open(items.slice(0, 2), { pace: 100 })
    expect([alone.gate.due(alone.worker()), alone.gate.possible(alone.worker())].map(alone.ids)).to.deep.equal([
      "a",
      "a",
    ])
    alone.gate.dropTimer()
    gate.pause(["carry"])
    expect([ids(gate.due(worker())), gate.isPaused("carry")]).to.deep.equal(["", true])
    gate.resume(["carry"])
    expect([ids(gate.due(worker())), gate.isPaused("carry")]).to.deep.equal(["ace", false])
    gate.dropTimer()
  })

  it("is what an interceptor chooses of what is due, if anything is", () => {
    const asked: unknown[] = []
    const choose = (_stage: string, slug: number, items: readonly unknown[]) => {
      asked.push([slug, items.length])
      return items.toReversed()
    }
    const { gate, worker, ids } = open([{ id: "a" }, { id: "b" }, { id: "c", readyAt: 20_000 }], {
      interceptor: { choose },
    })
    expect([ids(gate.due(worker())), ids(gate.due(worker(2))), asked]).to.deep.equal(["ba", "", [[1, 2]]])
    gate.dropTimer()
  })

  it("comes in the order of its queue, or in turns by its moment and its id", () => {
    const items = [
      { id: "c", since: 5 },
      { id: "b", since: 5 },
      { id: "d", since: 4 },
      { id: "a", since: 6 },
    ]
    const [plain, inTurns] = [open(items), open(items, { inTurns: true })]
    expect(plain.ids(plain.gate.due(plain.worker()))).to.equal("cbda")
    expect(inTurns.ids(inTurns.gate.due(inTurns.worker()))).to.equal("dbca")
    expect(inTurns.ids(inTurns.gate.possible(inTurns.worker()))).to.equal("dbca")
  })

  it("is not what could not be moved, for a while and for this worker alone", async () => {
    const { gate, worker, ids, clock } = open([{ id: "a" }, { id: "b" }])
    const [one, other] = [worker(), worker()]
    gate.postpone(one, [{ id: "a" }], 250)
    expect([ids(gate.due(one)), ids(gate.due(other)), ids(gate.possible(one))]).to.deep.equal(["b", "ab", "ab"])
    await clock.advance(249)
    gate.postpone(one, [{ id: "b" }], 250)
    expect(ids(gate.due(one))).to.equal("")
    await clock.advance(1)
    expect(ids(gate.due(one))).to.equal("a")
    gate.dropTimer()
  })

  it("is tried once more before its time if it rests, unless it rests for ever", () => {
    const { gate, worker, ids } = open([
      { id: "a", restsUntil: 20_000 },
      { id: "b", restsUntil: Infinity },
      { id: "c" },
    ])
    const one = worker()
    const before = gate.changes()
    expect([gate.tryResting([one, worker(2)]), gate.changes()]).to.deep.equal([true, before + 1])
    expect(ids(gate.due(one))).to.equal("ac")
    gate.begin(one, [{ id: "a" }])
    expect(ids(gate.due(one))).to.equal("c")
    const calm = open([{ id: "c" }, { id: "b", restsUntil: Infinity }, { id: "d", restsUntil: 10_000 }])
    const seen = calm.gate.changes()
    expect([calm.gate.tryResting([calm.worker()]), calm.gate.changes()]).to.deep.equal([false, seen])
    gate.dropTimer()
  })

  it("is looked for again after each change, which is counted, and not before", async () => {
    const { gate, changed } = open([])
    const seen = gate.changes()
    let woken = 0
    const wait = (since: number) => gate.changedSince(since).then(() => (woken += 1))
    void wait(seen)
    await new Promise((resolve) => setImmediate(resolve))
    expect(woken).to.equal(0)
    changed()
    await wait(seen)
    expect([woken, gate.changes()]).to.deep.equal([2, seen + 1])
    gate.wake()
    gate.resume([])
    expect(gate.changes()).to.equal(seen + 3)
  })

  it("sets one timer, for what is due first, and none once it is dropped", async () => {
    const { gate, worker, clock } = open([
      { id: "a", readyAt: 15_000 },
      { id: "b", readyAt: 12_000 },
      { id: "c", readyAt: 13_000 },
    ])
    gate.due(worker())
    expect([clock.sleepers, clock.sleeps.at(-1)]).to.deep.equal([1, 2_000])
    gate.dropTimer()
    gate.dropTimer()
    await clock.advance(1)
    expect(clock.sleepers).to.equal(0)
    const before = gate.changes()
    await clock.advance(60_000)
    expect(gate.changes()).to.equal(before)
  })
})
